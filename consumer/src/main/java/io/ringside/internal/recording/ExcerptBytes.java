package io.ringside.internal.recording;

import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableDirectByteBuffer;

/** Private copy of an excerpt, which does not change while it is held. Not thread-safe. */
final class ExcerptBytes {
    private final ExpandableDirectByteBuffer buffer = new ExpandableDirectByteBuffer();
    private final Pool pool;
    private int holders;

    private ExcerptBytes(final Pool pool) {
        this.pool = pool;
    }

    ExpandableDirectByteBuffer buffer() {
        return buffer;
    }

    /** Returns the bytes of memory of all held excerpts. */
    long allHeldBytes() {
        return pool.heldBytes;
    }

    void hold() {
        if (holders++ == 0) {
            pool.heldBytes += buffer.capacity();
        }
    }

    void release() {
        if (--holders == 0) {
            pool.heldBytes -= buffer.capacity();
        }
    }

    /** Pool of copies that are no longer held. The most recent one is reused first: it is cached. Not thread-safe. */
    static final class Pool {
        private final List<ExcerptBytes> all = new ArrayList<>();
        private long heldBytes;

        /** Returns a copy that is not held. */
        ExcerptBytes next() {
            for (int i = 0; i < all.size(); i++) {
                final ExcerptBytes each = all.get(i);
                if (each.holders == 0) {
                    return each;
                }
            }
            final ExcerptBytes created = new ExcerptBytes(this);
            all.add(created);
            return created;
        }

        long heldBytes() {
            return heldBytes;
        }
    }
}
