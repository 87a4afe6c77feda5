package io.ringside.internal.lane;

/** What became of an attempt; a reservation gives an index, which is not negative, instead of {@link #WRITTEN}. */
public final class LaneOutcome {
    /** The record is in the lane. */
    public static final int WRITTEN = 0;
    /** The lane has no room: its drain is behind or absent. Remedy: larger lanes, or a faster drain. */
    public static final int FULL = -1;
    /** The record is longer than the lane takes. Remedy: smaller events, or larger lanes. */
    public static final int TOO_LARGE = -2;
    /** What was to be copied is not what it was measured to be. Remedy: arguments that stay as they are meanwhile. */
    public static final int ERROR = -3;

    private LaneOutcome() {}
}
