package io.ringside.trigger;

/**
 * A firing that waits for the events after it. The consumer's thread creates it and makes it due; the actions' thread
 * reads it.
 */
final class PendingFiring {
    private final EventTrigger.Firing firing;
    private final boolean timed;
    private final long deadlineNs;
    private volatile boolean due;

    /** Creates a firing that is due at a time if {@code timed}, else when it is triggered. */
    PendingFiring(final EventTrigger.Firing firing, final boolean timed, final long deadlineNs) {
        this.firing = firing;
        this.timed = timed;
        this.deadlineNs = deadlineNs;
    }

    EventTrigger.Firing firing() {
        return firing;
    }

    void makeDue() {
        due = true;
    }

    boolean isDue(final long nowNs) {
        return due || (timed && nowNs - deadlineNs >= 0);
    }
}
