package io.ringside.internal.write;

import io.ringside.internal.lane.LaneOutcome;

/**
 * Positions of the eight counts of a {@link io.ringside.write.WriteResult}, a byte each. From the lowest: the code, the
 * number of sessions that wanted the event, that have it, and that lost it for each cause. The contributions of
 * sessions are added up. Stateless.
 */
public final class ResultBits {
    /** Code: the event exceeds the maximum size of any event. */
    public static final long OVER_EVENT_LIMIT = 3;

    /** Shift of the number of sessions that wanted the event. */
    public static final int WANTED_SHIFT = 8;
    /** Shift of the number of sessions that have the event. */
    public static final int WRITTEN_SHIFT = 16;
    /** Shift of the number of sessions that lost the event because their lane was full. */
    public static final int FULL_SHIFT = 24;
    /** Shift of the number of sessions for whose lane the event is too large. */
    public static final int TOO_LARGE_SHIFT = 32;
    /** Shift of the number of sessions without a lane for the event. */
    public static final int NO_LANE_SHIFT = 40;
    /** Shift of the number of sessions whose memory was refused. */
    public static final int REFUSED_SHIFT = 48;
    /** Shift of the number of sessions that lost the event by an error. */
    public static final int ERROR_SHIFT = 56;

    /** The contribution of a session that has recorded the event. */
    static final long WRITTEN = 1L << WANTED_SHIFT | 1L << WRITTEN_SHIFT;
    static final long FULL = 1L << WANTED_SHIFT | 1L << FULL_SHIFT;
    static final long TOO_LARGE = 1L << WANTED_SHIFT | 1L << TOO_LARGE_SHIFT;
    static final long NO_LANE = 1L << WANTED_SHIFT | 1L << NO_LANE_SHIFT;
    static final long REFUSED = 1L << WANTED_SHIFT | 1L << REFUSED_SHIFT;
    static final long ERROR = 1L << WANTED_SHIFT | 1L << ERROR_SHIFT;

    private ResultBits() {}

    /** Returns the contribution of a session: written if its lane returned a record's index, else the cause of loss. */
    static long ofOutcome(final int outcome) {
        if (outcome >= 0) {
            return WRITTEN;
        }
        return switch (outcome) {
            case LaneOutcome.TOO_LARGE -> TOO_LARGE;
            case LaneOutcome.ERROR -> ERROR;
            default -> FULL;
        };
    }
}
