package io.ringside.provider.counter;

/**
 * Supplies the instances of a counter set when a reader requests them.
 * <p>
 * It is called by several threads at once if several readers make requests, each of which has at most one call in
 * progress. It is never called by a thread that writes events for the application, nor by one on which tracing depends.
 * If a call takes longer than its reader waits, that reader gets no rows of this set, and other readers are not
 * affected. A call that never returns occupies its thread, of which a set has at most 64. When the set is closed no
 * call begins any more, but a call in progress may outlast the closing, and the removal of counters is not announced.
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
     * @param request request, which is valid until this method returns
     * @return {@link #SUCCESS}, or another code, which is only displayed
     */
    int onRequest(CounterRequest request);
}
