package io.ringside.internal.write;

import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Rooms outside the lanes, for the claims of virtual threads: such a claim may be parked, or never be finished, and
 * must not hold a lane of its carrier meanwhile. Thread-safe, without locks.
 * <p>
 * A room belongs to its claim while that is open and goes with it if it is forgotten; so there are never more of them
 * than were open at a time.
 */
final class ClaimScratch {
    /** Rooms kept for reuse; what is more than that is left to the garbage collector. */
    private static final int CAPACITY = 1024;
    private static final int MIN_LENGTH = 256;
    private static final int ALIGNMENT = 8;
    /** Makes a room as aligned as a lane, whatever the length of an array's header. */
    private static final int FIRST_OFFSET = -(int) BufferUtil.ARRAY_BASE_OFFSET & (ALIGNMENT - 1);

    private final ManyToManyConcurrentArrayQueue<UnsafeBuffer> free = new ManyToManyConcurrentArrayQueue<>(CAPACITY);

    /**
     * Take a room. Allocates only if none is free, or the one found is too small.
     *
     * @param length in bytes, at most that of an event
     * @return at least that long, with anything in it
     */
    UnsafeBuffer take(final int length) {
        final UnsafeBuffer room = free.poll();
        return room != null && room.capacity() >= length ? room : newRoom(length);
    }

    /** Give a room back, of which nothing is used any more. */
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
