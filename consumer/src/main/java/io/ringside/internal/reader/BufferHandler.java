package io.ringside.internal.reader;

/**
 * Is notified of each buffer of which everything was delivered: frames of one block of a lane that were taken
 * together, or a batch of a recording. Called by the reader's thread.
 */
@FunctionalInterface
public interface BufferHandler {
    /** Does nothing. */
    BufferHandler NONE = (filledBytes, events) -> {};

    /**
     * All events and gaps of a buffer were handed to the event handler.
     *
     * @param filledBytes that the buffer held
     * @param events      in it
     */
    void onBuffer(int filledBytes, long events);
}
