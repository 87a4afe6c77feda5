package io.ringside.etw.trace;

/** Is called after all events of a buffer were delivered, by the thread that processes. */
@FunctionalInterface
public interface BufferCallback {
    /** Goes on. */
    BufferCallback NONE = statistics -> true;

    /**
     * A buffer was delivered.
     *
     * @param statistics of it
     * @return false to end the processing with {@link TraceStatus#CANCELLED}
     */
    boolean onBuffer(BufferStatistics statistics);
}
