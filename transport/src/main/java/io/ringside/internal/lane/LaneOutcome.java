package io.ringside.internal.lane;

/** What a reservation in a lane gave: an index, or one of these; and why an attempt is lost without one. */
public final class LaneOutcome {
    /** The lane has no room: its drain is behind or absent. Remedy: larger lanes, or a faster drain. */
    public static final int FULL = -1;
    /** The record is longer than the lane takes. Remedy: smaller events, or larger lanes. */
    public static final int TOO_LARGE = -2;
    /** What was to be copied is not what it was measured to be. Remedy: arguments that stay as they are meanwhile. */
    public static final int ERROR = -3;

    private LaneOutcome() {}
}
