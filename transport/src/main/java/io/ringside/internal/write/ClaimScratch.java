package io.ringside.internal.write;

import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Buffers outside the lanes for the claims of virtual threads. Such a claim may be parked, or never be finished, and
 * must not occupy a lane of its carrier meanwhile. Thread-safe, without locks.
 * <p>
 * A buffer belongs to its claim while the claim is open, and is collected with a claim that is forgotten; so there are
 * never more buffers than claims that were open at the same time.
 */
final class ClaimScratch {
    /** Number of buffers kept for reuse; any others are left to the garbage collector. */
    private static final int CAPACITY = 1024;
    private static final int MIN_LENGTH = 256;
    private static final int ALIGNMENT = 8;
    /** Offset that aligns a buffer like a lane, whatever the length of an array's header. */
    private static final int FIRST_OFFSET = -(int) BufferUtil.ARRAY_BASE_OFFSET & (ALIGNMENT - 1);

    private final ManyToManyConcurrentArrayQueue<UnsafeBuffer> free = new ManyToManyConcurrentArrayQueue<>(CAPACITY);

    /**
     * Take a buffer. Allocates only if none is free, or the one found is too small.
     *
     * @param length in bytes, at most that of an event
     * @return a buffer of at least that length, with arbitrary content
     */
    UnsafeBuffer take(final int length) {
        final UnsafeBuffer room = free.poll();
        return room != null && room.capacity() >= length ? room : newRoom(length);
    }

    /** Return a buffer that is no longer used. */
    void giveBack(final UnsafeBuffer room) {
        free.offer(room);
    }

    int free() {
        return free.size();
    }

    private static UnsafeBuffer newRoom(final int length) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(Math.max(length, MIN_LENGTH));
        return new UnsafeBuffer(new byte[FIRST_OFFSET + capacity], FIRST_OFFSET, capacity);
    }
}
