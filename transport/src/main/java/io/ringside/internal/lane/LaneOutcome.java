package io.ringside.internal.lane;

/** Results of a reservation in a lane other than an index; also the reasons why an attempt is lost. */
public final class LaneOutcome {
    /** The lane has no room: its drain is too slow or absent. Remedy: larger lanes, or a faster drain. */
    public static final int FULL = -1;
    /** The record is longer than the lane allows. Remedy: smaller events, or larger lanes. */
    public static final int TOO_LARGE = -2;
    /** The bytes to copy have changed since they were measured. Remedy: arguments that do not change in a write. */
    public static final int ERROR = -3;

    private LaneOutcome() {}
}
