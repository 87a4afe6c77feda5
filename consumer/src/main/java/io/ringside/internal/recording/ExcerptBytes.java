package io.ringside.internal.recording;

import org.agrona.ExpandableDirectByteBuffer;

/** The private copy of an excerpt, which stays as it is as long as somebody holds it. Not thread-safe. */
final class ExcerptBytes {
    private final ExpandableDirectByteBuffer buffer = new ExpandableDirectByteBuffer();
    private final ExcerptPool pool;
    private int holders;

    ExcerptBytes(final ExcerptPool pool) {
        this.pool = pool;
    }

    ExpandableDirectByteBuffer buffer() {
        return buffer;
    }

    /** Bytes of memory of all excerpts that are held. */
    long allHeldBytes() {
        return pool.heldBytes();
    }

    boolean isHeld() {
        return holders > 0;
    }

    void hold() {
        if (holders++ == 0) {
            pool.held(buffer.capacity());
        }
    }

    void release() {
        if (--holders == 0) {
            pool.held(-buffer.capacity());
        }
    }
}
