package io.ringside.trigger;

/**
 * A firing that waits for the events after it. Made and made due by the consumer's thread, read by that of the
 * actions.
 */
final class PendingFiring {
    private final EventTrigger.Firing firing;
    private final boolean timed;
    private final long deadlineNs;
    private volatile boolean due;

    /** A firing that is due at a time; without one, when it is triggered. */
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
