package io.ringside.bench.enabled;

/**
 * How the benches keep rings from being full. One call of a bench writes a batch; between calls, outside the measured
 * time, the same thread takes all of it out again. The ring is thus never full and never touched by a second core, for
 * ourselves as for the peers, and what was taken is compared with what was written. Stateless.
 */
final class Batch {
    /** Events of a call: they take less than a ring of {@link #RING_BYTES} at the largest payload. */
    static final int EVENTS = 192;

    /** Bytes of every ring: those of a lane by default. */
    static final int RING_BYTES = 256 * 1024;

    private Batch() {}

    /** Refuses a figure that would contain the path of a full ring. */
    static void check(final long written, final long drained) {
        if (written != drained) {
            throw new IllegalStateException("not all events of a batch came out: written=" + written + ", drained="
                    + drained + ": the ring was full, and the figure would be wrong");
        }
    }
}
