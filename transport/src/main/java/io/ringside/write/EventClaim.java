package io.ringside.write;

import io.ringside.internal.write.ClaimedRoom;
import org.agrona.MutableDirectBuffer;

/**
 * Room for one event's payload, to be filled and then committed, or aborted. Reused for each event; used by one thread
 * at a time. {@link #commit} is the attempt: filters, time and number are those of the commit, and a claim that is
 * aborted or forgotten counts nothing.
 *
 * <pre>{@code
 * EventClaim claim = EventClaim.create();              // once for each thread
 * if (event.tryClaim(claim, 16)) {
 *     claim.buffer().putLong(0, orderId);
 *     claim.buffer().putLong(8, price);
 *     claim.commit();
 * }
 * }</pre>
 *
 * The room is in a lane. For a virtual thread, which may park and continue on another carrier before it commits, the
 * room is on the heap, and the commit copies it into a lane of the current carrier.
 */
public abstract sealed class EventClaim implements AutoCloseable permits ClaimedRoom {
    /** Used by the only implementation. */
    protected EventClaim() {
        // Stateless, so that the implementation controls the layout of all fields.
    }

    /** {@return a claim that is not open} */
    public static EventClaim create() {
        return new ClaimedRoom();
    }

    /** {@return whether there is room to fill} */
    public abstract boolean isOpen();

    /**
     * Returns the room; the payload's first byte is at offset 0.
     *
     * @return a buffer of {@link #length} bytes, valid while the claim is open
     * @throws IllegalStateException if the claim is not open
     */
    public abstract MutableDirectBuffer buffer();

    /** {@return the length of the payload in bytes} */
    public abstract int length();

    /** {@return the result of the last claim, commit or abort: a {@link WriteResult}} */
    public abstract long result();

    /**
     * Write the event.
     *
     * @return a {@link WriteResult}
     */
    public abstract long commit();

    /**
     * Write the event.
     *
     * @param options options of the write; if they are invalid the claim stays open
     * @return a {@link WriteResult}
     */
    public abstract long commit(WriteOptions options);

    /** Abort the claim, so that nothing has happened. Has no effect on a claim that is not open on this thread. */
    public abstract void abort();

    /** Has the same effect as {@link #abort}. */
    @Override
    public abstract void close();
}
