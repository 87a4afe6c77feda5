package io.ringside.control;

import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    public ProcessFlow {
        lanes = List.copyOf(lanes);
    }

    /**
     * The flow of events through one lane up to now. Immutable.
     *
     * @param lane         its number in the process, from 0
     * @param thread       name of the thread that owns it now; its id as text if it has no name, null if none owns it
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
