package io.ringside.proof;

/** What a thread does in a window of a proof of cost. */
enum CostKind {
    /** The first lap of a lane that the thread holds. */
    FIRST_LAP(laps(1), Integer.MAX_VALUE, CostEvents.PAYLOAD_LENGTH),
    /** Laps of a lane that it has written before. */
    STEADY(laps(3), Integer.MAX_VALUE, CostEvents.PAYLOAD_LENGTH),
    /** Its first event in a session that was started since, and all that the lane takes, up to the first loss. */
    LATER_LAP(Integer.MAX_VALUE, 1, CostEvents.PAYLOAD_LENGTH),
    /** Losses in the lane that is full. */
    FULL(Integer.MAX_VALUE, 5_000, CostEvents.PAYLOAD_LENGTH),
    /** Losses of events that no lane takes. */
    TOO_LARGE(Integer.MAX_VALUE, 5_000, CostEvents.TOO_LARGE_LENGTH);

    private final int events;
    private final int losses;
    private final int length;

    CostKind(final int events, final int losses, final int length) {
        this.events = events;
        this.losses = losses;
        this.length = length;
    }

    /** Written events after which the window ends. */
    int events() {
        return events;
    }

    /** Lost events after which it ends. */
    int losses() {
        return losses;
    }

    /** Length of the payloads in bytes. */
    int length() {
        return length;
    }

    /** Events whose payloads alone go round the lane so often. */
    private static int laps(final int laps) {
        return laps * CostEvents.LANE_BYTES / CostEvents.PAYLOAD_LENGTH;
    }
}
