package io.ringside.internal.merge;

/** Is notified of each chunk of frames of which everything was delivered. */
@FunctionalInterface
public interface ChunkSink {
    /**
     * All events and gaps of a chunk were delivered.
     *
     * @param bytes  of its frames, at most a block
     * @param events in it
     */
    void onChunk(int bytes, long events);
}
