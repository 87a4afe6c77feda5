package io.ringside.internal.write;

import io.ringside.internal.lane.LaneOutcome;

/**
 * Places of the eight counts of a {@link io.ringside.write.WriteResult}, a byte each. From the lowest: the code, how
 * many sessions wanted the event, how many have it, and how many lost it by each cause. What sessions contribute is
 * added up. Stateless.
 */
public final class ResultBits {
    /** Code: the event is larger than any may be. */
    public static final long OVER_EVENT_LIMIT = 3;

    /** Sessions that wanted the event begin here. */
    public static final int WANTED_SHIFT = 8;
    /** Sessions that have the event begin here. */
    public static final int WRITTEN_SHIFT = 16;
    /** Sessions that lost it by a full lane begin here. */
    public static final int FULL_SHIFT = 24;
    /** Sessions for whose lane it is too large begin here. */
    public static final int TOO_LARGE_SHIFT = 32;
    /** Sessions without a lane for it begin here. */
    public static final int NO_LANE_SHIFT = 40;
    /** Sessions whose memory was refused begin here. */
    public static final int REFUSED_SHIFT = 48;
    /** Sessions that lost it by an error begin here. */
    public static final int ERROR_SHIFT = 56;

    /** The contribution of a session that has recorded the event. */
    static final long WRITTEN = 1L << WANTED_SHIFT | 1L << WRITTEN_SHIFT;
    static final long FULL = 1L << WANTED_SHIFT | 1L << FULL_SHIFT;
    static final long TOO_LARGE = 1L << WANTED_SHIFT | 1L << TOO_LARGE_SHIFT;
    static final long NO_LANE = 1L << WANTED_SHIFT | 1L << NO_LANE_SHIFT;
    static final long REFUSED = 1L << WANTED_SHIFT | 1L << REFUSED_SHIFT;
    static final long ERROR = 1L << WANTED_SHIFT | 1L << ERROR_SHIFT;

    private ResultBits() {}

    /** Returns the contribution of a session: written if its lane gave an index for the record, or why it is lost. */
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
