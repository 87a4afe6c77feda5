package io.ringside.transport.counter;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of closed counter sets that is still mapped because the application refers to instances in it, or the garbage
 * collector has not yet found that it does not. It has a bound, beyond which no file for counters is made. Thread-safe.
 */
final class HeldMemory {
    /** As much as a session has by default, and four of the longest files. */
    static final long BYTES_MAX = 256L * 1024 * 1024;

    private final ReferenceQueue<UnsafeBuffer> unreachable = new ReferenceQueue<>();
    /** Keeps the references from being collected themselves. */
    private final Set<HeldBuffer> held = new HashSet<>();
    private long bytes;

    /** Comes back when nobody can store into the buffer any more. */
    private static final class HeldBuffer extends PhantomReference<UnsafeBuffer> {
        private final long bytes;

        HeldBuffer(final UnsafeBuffer buffer, final ReferenceQueue<UnsafeBuffer> queue) {
            super(buffer, queue);
            bytes = buffer.capacity();
        }
    }

    /** Counts memory as long as something refers to its buffer. */
    synchronized void add(final UnsafeBuffer buffer) {
        final HeldBuffer added = new HeldBuffer(buffer, unreachable);
        held.add(added);
        bytes += added.bytes;
    }

    /** Bytes that are held. */
    synchronized long bytes() {
        for (Reference<? extends UnsafeBuffer> free = unreachable.poll(); free != null; free = unreachable.poll()) {
            if (free instanceof HeldBuffer buffer && held.remove(buffer)) {
                bytes -= buffer.bytes;
            }
        }
        return bytes;
    }

    /**
     * Refuses a file while as much is held as may be.
     *
     * @param length of the file in bytes
     * @throws RingsideException with LIMIT
     */
    void requireRoom(final long length) {
        final long now = bytes();
        if (now + length > BYTES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "closed counter sets still hold memory: heldBytes=" + now
                    + ", neededBytes=" + length + ", maxBytes=" + BYTES_MAX
                    + ": keep no instances of closed sets, or open fewer sets anew");
        }
    }
}
