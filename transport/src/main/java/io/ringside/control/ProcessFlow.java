package io.ringside.control;

import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The flow of events from one process to one session so far. Suitable for rates, not for accounting: the counts are
 * read one after the other while they change, so they need not balance. Immutable.
 *
 * @param process      writing process
 * @param alive        whether the process is alive
 * @param wanted       number of events that the session wanted
 * @param delivered    number of events that were taken
 * @param lost         number of events that were lost, by cause
 * @param writtenBytes number of bytes written to rings, including headers
 * @param unreadBytes  number of bytes in rings that have yet to be taken
 * @param ringFill     share of the fullest lane that has yet to be taken, 0 to 1
 * @param lanes        flows of the lanes, in the order of their numbers
 */
public record ProcessFlow(
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
     * @param process writing process
     * @param alive whether the process is alive
     * @param wanted number of events that the session wanted
     * @param delivered number of events that were taken
     * @param lost number of events that were lost, by cause
     * @param writtenBytes number of bytes written to rings, including headers
     * @param unreadBytes number of bytes in rings that have yet to be taken
     * @param ringFill share of the fullest lane that has yet to be taken, 0 to 1
     * @param lanes flows of the lanes, in the order of their numbers
     */
    public ProcessFlow {
        lanes = List.copyOf(lanes);
    }

    /**
     * The flow of events through one lane so far. Immutable.
     *
     * @param lane         number of the lane in the process, from 0
     * @param thread       name of the thread that owns the lane, or the id as text if it has no name; null if none does
     * @param wanted       number of events that the session wanted
     * @param delivered    number of events that were taken
     * @param lost         number of events that were lost, by cause
     * @param writtenBytes number of bytes written to the ring, including headers
     * @param unreadBytes  number of bytes in the ring that have yet to be taken
     * @param ringFill     share of the ring that has yet to be taken, 0 to 1
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
