package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory of closed counter sets that is still mapped, because the application refers to instances in it, or the garbage
 * collector has not yet found that it does not. If its bytes or its mappings reach their limit, no counter file is
 * made. Thread-safe.
 */
final class HeldMemory {
    /** Limit in bytes: the default memory of a session, or four files of maximum length. */
    static final long BYTES_MAX = 256L * 1024 * 1024;
    /** A quarter of the mappings that Linux allows a process by default. */
    static final int MAPPINGS_MAX = 16_384;

    /** Minimum size of a mapping. */
    private static final long PAGE_BYTES = 4_096;
    /** Longest wait for one reference: the collector enqueues unreachable buffers some time after it has found them. */
    private static final long FOUND_WAIT_MS = 100;

    private final long bytesMax;
    private final int mappingsMax;
    private final ReferenceQueue<UnsafeBuffer> unreachable = new ReferenceQueue<>();
    /** Keeps the references themselves from being collected. */
    private final Set<HeldBuffer> held = new HashSet<>();
    private long bytes;

    /** Enqueued when no thread can store into the buffer any more. */
    private static final class HeldBuffer extends PhantomReference<UnsafeBuffer> {
        private final long bytes;

        HeldBuffer(final UnsafeBuffer buffer, final ReferenceQueue<UnsafeBuffer> queue) {
            super(buffer, queue);
            bytes = Math.max(PAGE_BYTES, buffer.capacity());
        }
    }

    HeldMemory() {
        this(BYTES_MAX, MAPPINGS_MAX);
    }

    /** Creates an instance with its own limits. */
    HeldMemory(final long bytesMax, final int mappingsMax) {
        this.bytesMax = bytesMax;
        this.mappingsMax = mappingsMax;
    }

    /** Counts the memory of a buffer until the buffer is unreachable. */
    synchronized void add(final UnsafeBuffer buffer) {
        final HeldBuffer added = new HeldBuffer(buffer, unreachable);
        held.add(added);
        bytes += added.bytes;
    }

    /** Returns the number of bytes held, at least a page for each mapping. */
    synchronized long bytes() {
        for (Reference<? extends UnsafeBuffer> free = unreachable.poll(); free != null; free = unreachable.poll()) {
            forget(free);
        }
        return bytes;
    }

    /**
     * Refuses a file that would exceed a limit, after running the garbage collector once.
     *
     * @param length of the file in bytes
     * @throws RingsideException with LIMIT if there is no room
     */
    void requireRoom(final long length) {
        if (refusal(length) != null) {
            System.gc();
            awaitRoom(length);
            final RingsideException refusal = refusal(length);
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    private void awaitRoom(final long length) {
        try {
            while (refusal(length) != null) {
                final Reference<? extends UnsafeBuffer> free = unreachable.remove(FOUND_WAIT_MS);
                if (free == null) {
                    return;
                }
                forget(free);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void forget(final Reference<? extends UnsafeBuffer> free) {
        if (free instanceof HeldBuffer buffer && held.remove(buffer)) {
            bytes -= buffer.bytes;
        }
    }

    private synchronized @Nullable RingsideException refusal(final long length) {
        final long now = bytes();
        return now + length <= bytesMax && held.size() < mappingsMax
                ? null
                : new RingsideException(ErrorCode.LIMIT, "closed counter sets still hold memory: heldBytes=" + now
                        + ", neededBytes=" + length + ", maxBytes=" + bytesMax + ", heldMappings=" + held.size()
                        + ", maxMappings=" + mappingsMax
                        + ": release instances of closed sets, or open sets less often");
    }
}
