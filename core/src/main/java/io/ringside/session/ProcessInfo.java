package io.ringside.session;

import io.ringside.filter.ProcessFilter;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A process that uses a trace directory, with properties for users and filters. None of them says whether the process
 * is alive. Instances come from the library; they are immutable and safe to share between threads.
 */
public interface ProcessInfo {
    /** {@return random id of this run of the process in this trace directory} */
    UUID id();

    /** {@return the process id, in the process's own pid namespace} */
    long pid();

    /** {@return whether the process id belongs to the calling process's own pid namespace} */
    boolean sharesPidNamespace();

    /** {@return the start of the process in nanoseconds since 1970, 0 if unknown} */
    long startTimeNs();

    /** {@return the command of the process; empty if the system does not report it} */
    String command();

    /**
     * {@return a key that distinguishes the process from all others, including later ones with the same pid} It is the
     * same in all trace directories.
     */
    long startKey();

    /** {@return the properties that filters use} */
    ProcessFilter.Facts facts();

    /** {@return a name for messages, such as {@code pid=17 (com.example.Orders)}} */
    String description();

    /**
     * A process of a trace directory, and the health of the thread in it that applies what sessions want, as a
     * controller has read them. Immutable.
     *
     * @param process        that has used the directory
     * @param alive          whether the process is alive
     * @param longestCycleNs duration of the thread's longest cycle, in nanoseconds
     * @param errorCount     number of errors in the thread
     * @param lanesInUse     lanes of all sessions that threads of the process own
     */
    record Status(
            ProcessInfo process, boolean alive, long longestCycleNs, long errorCount, long lanesInUse) {}

    /**
     * The flow of events from one process to one session up to now. For rates, not for accounting: the numbers are read
     * one after the other while they are written, so they need not balance. Immutable.
     *
     * @param process      that writes
     * @param alive        whether it lives
     * @param wanted       events that the session wanted of it
     * @param delivered    events that were taken
     * @param lost         events that were lost, by cause
     * @param writtenBytes bytes of rings that were written, headers included
     * @param unreadBytes  bytes of rings that are yet to be taken
     * @param ringFill     share of the fullest lane that is yet to be taken, 0 to 1
     * @param lanes        each by itself, in the order of their numbers
     */
    record Flow(
            ProcessInfo process,
            boolean alive,
            long wanted,
            long delivered,
            LossCounts lost,
            long writtenBytes,
            long unreadBytes,
            double ringFill,
            List<LaneFlow> lanes) {
        /**
         * Copy the list.
         *
         * @param process that writes
         * @param alive whether it lives
         * @param wanted events that the session wanted of it
         * @param delivered events that were taken
         * @param lost events that were lost, by cause
         * @param writtenBytes bytes of rings that were written, headers included
         * @param unreadBytes bytes of rings that are yet to be taken
         * @param ringFill share of the fullest lane that is yet to be taken, 0 to 1
         * @param lanes each by itself, in the order of their numbers
         */
        public Flow {
            lanes = List.copyOf(lanes);
        }

        /**
         * The flow of events through one lane up to now. Immutable.
         *
         * @param lane         its number in the process, from 0
         * @param thread       name of the thread that owns it now; its id as text if it has no name, null if none owns
         *                     it
         * @param wanted       events that the session wanted of it
         * @param delivered    events that were taken
         * @param lost         events that were lost, by cause
         * @param writtenBytes bytes of the ring that were written, headers included
         * @param unreadBytes  bytes of the ring that are yet to be taken
         * @param ringFill     share of the ring that is yet to be taken, 0 to 1
         */
        public record LaneFlow(
                int lane,
                @Nullable String thread,
                long wanted,
                long delivered,
                LossCounts lost,
                long writtenBytes,
                long unreadBytes,
                double ringFill) {}
    }
}
