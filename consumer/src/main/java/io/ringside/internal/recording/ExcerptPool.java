package io.ringside.internal.recording;

import java.util.ArrayList;
import java.util.List;

/** Copies of excerpts, used again once nobody holds them: first the one that is in the caches. Not thread-safe. */
final class ExcerptPool {
    private final List<ExcerptBytes> all = new ArrayList<>();
    private long heldBytes;

    /** One that nobody holds. */
    ExcerptBytes next() {
        for (int i = 0; i < all.size(); i++) {
            final ExcerptBytes each = all.get(i);
            if (!each.isHeld()) {
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

    void held(final long bytes) {
        heldBytes += bytes;
    }
}
