package io.ringside.etw.trace;

/** Callback after all events of a buffer have been delivered. Called by the processing thread. */
@FunctionalInterface
public interface BufferCallback {
    /** Callback that always continues. */
    BufferCallback NONE = statistics -> true;

    /**
     * Called when a buffer has been delivered.
     *
     * @param statistics of the buffer
     * @return false to end the processing with {@link TraceStatus#CANCELLED}
     */
    boolean onBuffer(BufferStatistics statistics);
}
