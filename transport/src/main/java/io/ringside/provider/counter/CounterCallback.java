package io.ringside.provider.counter;

/**
 * Gives the instances of a counter set when a reader asks for them.
 * <p>
 * It is called by several threads at once if several readers ask, each of which has one call under way at most;
 * never by a thread that the application writes events on, nor by one that tracing itself depends on. A call that takes
 * longer than its reader waits leaves that reader without the rows of this set, and affects no other; one that never
 * returns keeps its thread, of which a set has 64 at most. When the set is closed no call begins any more, but one that
 * is under way may outlast the closing, and the removal of counters is not announced.
 */
@FunctionalInterface
public interface CounterCallback {
    /** Return value for success: ETW's STATUS_SUCCESS. */
    int SUCCESS = 0;

    /**
     * Answers a request. {@link CounterRequest.Type#ENUMERATE_INSTANCES} and {@link CounterRequest.Type#COLLECT_DATA}
     * must be answered by adding instances to {@link CounterRequest#buffer}; the other types are announcements and may
     * be ignored. An exception is logged; instances that were added before count.
     *
     * @param request valid until this method returns
     * @return {@link #SUCCESS}, or a code for people that changes nothing
     */
    int onRequest(CounterRequest request);
}
