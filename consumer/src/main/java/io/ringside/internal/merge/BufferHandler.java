package io.ringside.internal.merge;

/**
 * Is notified of each buffer that was delivered completely: frames of one block of a lane that were taken together, or
 * a batch of a recording. Called by the reader's thread.
 */
@FunctionalInterface
public interface BufferHandler {
    /** Does nothing. */
    BufferHandler NONE = (filledBytes, events) -> {};

    /**
     * Called when all events and gaps of a buffer have been passed to the event handler.
     *
     * @param filledBytes bytes used in the buffer
     * @param events      number of events in the buffer
     */
    void onBuffer(int filledBytes, long events);
}
