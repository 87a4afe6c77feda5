package io.ringside.transport.lane;

/** What a reservation in a lane gave: an index, or one of these. */
public final class LaneOutcome {
    /** The lane has no room: its drain is behind or absent. Remedy: larger lanes, or a faster drain. */
    public static final int FULL = -1;
    /** The record is longer than the lane takes. Remedy: smaller events, or larger lanes. */
    public static final int TOO_LARGE = -2;

    private LaneOutcome() {}
}
