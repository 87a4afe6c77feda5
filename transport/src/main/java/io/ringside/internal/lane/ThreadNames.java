package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Names of the threads of a process by id, as read so far. Allocates only for new names. A name that is neither read
 * nor queried while thousands of others are added is forgotten. Not thread-safe.
 */
public final class ThreadNames {
    /** Maximum number of names in each of two generations. */
    private static final int GENERATION_NAMES = 4096;

    private final UnsafeBuffer room = new UnsafeBuffer(new byte[LedgerDescriptor.THREAD_NAME_LENGTH_MAX]);
    private Long2ObjectHashMap<Name> young = new Long2ObjectHashMap<>();
    private Long2ObjectHashMap<Name> old = new Long2ObjectHashMap<>();

    private record Name(UnsafeBuffer utf8, String text) {
        static Name of(final DirectBuffer buffer, final int offset, final int length) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            return new Name(new UnsafeBuffer(bytes), new String(bytes, StandardCharsets.UTF_8));
        }

        boolean is(final DirectBuffer buffer, final int offset, final int length) {
            boolean same = utf8.capacity() == length;
            for (int i = 0; i < length && same; i++) {
                same = utf8.getByte(i) == buffer.getByte(offset + i);
            }
            return same;
        }
    }

    /** Creates an empty map of names. */
    public ThreadNames() {
        // Names are added as they are read.
    }

    /**
     * Note a name.
     *
     * @param threadId id of the thread
     * @param buffer   buffer with the name in UTF-8
     * @param offset   offset of its first byte
     * @param length   length in bytes; if it is 0, nothing is noted
     */
    public void put(final long threadId, final DirectBuffer buffer, final int offset, final int length) {
        if (length > 0) {
            final Name known = find(threadId);
            if (known == null || !known.is(buffer, offset, length)) {
                add(threadId, Name.of(buffer, offset, length));
            }
        }
    }

    /**
     * Returns the name of a thread.
     *
     * @param threadId id of the thread
     * @return the name; null if unknown
     */
    public @Nullable String get(final long threadId) {
        final Name name = find(threadId);
        return name == null ? null : name.text;
    }

    /**
     * Returns the name of a thread in UTF-8.
     *
     * @param threadId id of the thread
     * @return the name, not to be modified; null if unknown
     */
    public @Nullable DirectBuffer utf8(final long threadId) {
        final Name name = find(threadId);
        return name == null ? null : name.utf8;
    }

    /** Returns a buffer into which a name can be read before it is noted. */
    MutableDirectBuffer room() {
        return room;
    }

    private @Nullable Name find(final long threadId) {
        final Name name = young.get(threadId);
        if (name != null) {
            return name;
        }
        final Name before = old.get(threadId);
        if (before != null) {
            add(threadId, before);
        }
        return before;
    }

    private void add(final long threadId, final Name name) {
        if (young.size() >= GENERATION_NAMES) {
            old = young;
            young = new Long2ObjectHashMap<>();
        }
        young.put(threadId, name);
    }
}
