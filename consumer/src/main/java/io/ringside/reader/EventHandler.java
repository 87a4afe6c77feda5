package io.ringside.reader;

/**
 * Receives the events of a session. Events of one thread arrive in the order in which they were written, events of
 * different threads in the order of their times, except {@link EventView#isLate late} ones; if the consumer does not
 * merge, in no particular order across threads. Called by the consumer's thread.
 */
@FunctionalInterface
public interface EventHandler {
    /**
     * Called for each event.
     *
     * @param event the event, valid during the call
     */
    void onEvent(EventView event);

    /**
     * Called for enabled events that were lost, between the events around them. Does nothing by default; the session's
     * ledger counts lost events anyway.
     *
     * @param gap the gap, valid during the call
     */
    default void onGap(final GapView gap) {
        // Not every handler needs gaps.
    }
}
