package io.ringside.internal.recording;

import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableDirectByteBuffer;

/** The private copy of an excerpt, which stays as it is as long as somebody holds it. Not thread-safe. */
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

    /** Bytes of memory of all excerpts that are held. */
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

    /** Copies that are used again once nobody holds them: first the one that is in the caches. Not thread-safe. */
    static final class Pool {
        private final List<ExcerptBytes> all = new ArrayList<>();
        private long heldBytes;

        /** One that nobody holds. */
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
