package io.ringside.reader;

/**
 * Receives the events of a session: those of one thread of a process in the order in which they were written, those of
 * different threads in the order of their times, but for {@link EventView#isLate late} ones; or in no particular order
 * if the consumer does not merge. Called by the consumer's thread.
 */
@FunctionalInterface
public interface EventHandler {
    /**
     * An event.
     *
     * @param event valid during the call
     */
    void onEvent(EventView event);

    /**
     * Events that were wanted and lost, between the events around them. By default nothing is done: the ledger of the
     * session counts them all the same.
     *
     * @param gap valid during the call
     */
    default void onGap(final GapView gap) {
        // Not everybody asks.
    }
}
