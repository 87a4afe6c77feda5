package io.ringside.internal.lane;

/** The result of a reservation in a lane: an index, or one of these; and why an attempt without one is lost. */
public final class LaneOutcome {
    /** The lane has no room: its drain is behind or absent. Remedy: larger lanes, or a faster drain. */
    public static final int FULL = -1;
    /** The record is longer than the lane takes. Remedy: smaller events, or larger lanes. */
    public static final int TOO_LARGE = -2;
    /** The bytes to copy have changed since they were measured. Remedy: arguments that do not change during a write. */
    public static final int ERROR = -3;

    private LaneOutcome() {}
}
