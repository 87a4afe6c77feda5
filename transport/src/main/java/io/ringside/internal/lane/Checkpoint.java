package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The outcomes of a lane's attempts up to a position, as determined by its drain. Not thread-safe.
 * <p>
 * {@code nextNumber} attempts have an outcome here, and the other counts add up to it. This is checked for every
 * checkpoint read from shared memory.
 */
public final class Checkpoint {
    private static final int POSITION_OFFSET = 0;
    private static final int NEXT_NUMBER_OFFSET = 8;
    private static final int DELIVERED_OFFSET = 16;
    private static final int CORRUPT_OFFSET = 24;
    private static final int DISCARDED_OFFSET = 32;
    private static final int OVERWRITTEN_OFFSET = 40;
    private static final int LOST_FULL_OFFSET = 48;
    private static final int LOST_TOO_LARGE_OFFSET = 56;
    private static final int LOST_ERROR_OFFSET = 64;
    private static final int ABANDONED_OFFSET = 72;
    private static final int OWNER_THREAD_ID_OFFSET = 80;
    private static final int DAMAGED_OFFSET = 88;

    /** Position up to which frames were taken. */
    public long position;
    /** Number of the next attempt without an outcome. */
    public long nextNumber;
    /** Events taken. */
    public long delivered;
    /** Events in damaged blocks. */
    public long corrupt;
    /** Events discarded unread. */
    public long discarded;
    /** Events that newer ones replaced in overwrite mode. */
    public long overwritten;
    /** Losses reported in the stream, because the lane was full. */
    public long lostFull;
    /** Losses reported in the stream, because the event was too large. */
    public long lostTooLarge;
    /** Losses reported in the stream, because the write ended by an error. */
    public long lostError;
    /** Attempts that a dead writer left without an outcome, 0 or 1 per death. */
    public long abandoned;
    /** Thread that owned the lane at the position. */
    public long ownerThreadId;
    /** Whether the frames before the position could not be read. The next block header then shows their number. */
    public boolean damaged;

    /** Returns the losses of all causes that the writer itself counts, as far as they were reported. */
    public long lostByWriter() {
        return lostFull + lostTooLarge + lostError;
    }

    /**
     * Returns whether the counts are consistent.
     *
     * @return true if no count is negative and, unless damaged, they add up to the number
     */
    public boolean adds() {
        final long signs = position | nextNumber | delivered | corrupt | discarded | overwritten | lostFull
                | lostTooLarge | lostError | abandoned;
        long rest = nextNumber;
        rest = less(rest, delivered);
        rest = less(rest, corrupt);
        rest = less(rest, discarded);
        rest = less(rest, overwritten);
        rest = less(rest, lostFull);
        rest = less(rest, lostTooLarge);
        rest = less(rest, lostError);
        rest = less(rest, abandoned);
        return signs >= 0 && rest == 0;
    }

    /** Subtracts a count from a number. A negative result stays negative, whereas a sum would overflow. */
    private static long less(final long rest, final long count) {
        return rest < 0 ? rest : rest - count;
    }

    /**
     * Copy all values.
     *
     * @param other checkpoint to copy
     * @return this
     */
    public Checkpoint set(final Checkpoint other) {
        position = other.position;
        nextNumber = other.nextNumber;
        delivered = other.delivered;
        corrupt = other.corrupt;
        discarded = other.discarded;
        overwritten = other.overwritten;
        lostFull = other.lostFull;
        lostTooLarge = other.lostTooLarge;
        lostError = other.lostError;
        abandoned = other.abandoned;
        ownerThreadId = other.ownerThreadId;
        damaged = other.damaged;
        return this;
    }

    /**
     * Advance past delivered events.
     *
     * @param bytes  bytes of their records
     * @param events number of events
     */
    void pass(final int bytes, final int events) {
        position += bytes;
        nextNumber += events;
        delivered += events;
    }

    /**
     * Write all values.
     *
     * @param buffer buffer to write to
     * @param offset offset of {@link LedgerDescriptor#CHECKPOINT_LENGTH} bytes; reserved bytes are not written
     */
    public void store(final MutableDirectBuffer buffer, final int offset) {
        store(buffer, offset, 0, 0);
    }

    /**
     * Write all values as they would be after {@link #pass}.
     *
     * @param buffer buffer to write to
     * @param offset offset of {@link LedgerDescriptor#CHECKPOINT_LENGTH} bytes; reserved bytes are not written
     * @param bytes  bytes of the records
     * @param events number of events
     */
    void store(final MutableDirectBuffer buffer, final int offset, final int bytes, final int events) {
        buffer.putLong(offset + POSITION_OFFSET, position + bytes);
        buffer.putLong(offset + NEXT_NUMBER_OFFSET, nextNumber + events);
        buffer.putLong(offset + DELIVERED_OFFSET, delivered + events);
        buffer.putLong(offset + CORRUPT_OFFSET, corrupt);
        buffer.putLong(offset + DISCARDED_OFFSET, discarded);
        buffer.putLong(offset + OVERWRITTEN_OFFSET, overwritten);
        buffer.putLong(offset + LOST_FULL_OFFSET, lostFull);
        buffer.putLong(offset + LOST_TOO_LARGE_OFFSET, lostTooLarge);
        buffer.putLong(offset + LOST_ERROR_OFFSET, lostError);
        buffer.putLong(offset + ABANDONED_OFFSET, abandoned);
        buffer.putLong(offset + OWNER_THREAD_ID_OFFSET, ownerThreadId);
        buffer.putLong(offset + DAMAGED_OFFSET, damaged ? 1 : 0);
    }

    /**
     * Read all values; {@link #adds} returns whether they are consistent.
     *
     * @param buffer buffer to read from
     * @param offset offset of {@link LedgerDescriptor#CHECKPOINT_LENGTH} bytes
     */
    public void load(final DirectBuffer buffer, final int offset) {
        position = buffer.getLong(offset + POSITION_OFFSET);
        nextNumber = buffer.getLong(offset + NEXT_NUMBER_OFFSET);
        delivered = buffer.getLong(offset + DELIVERED_OFFSET);
        corrupt = buffer.getLong(offset + CORRUPT_OFFSET);
        discarded = buffer.getLong(offset + DISCARDED_OFFSET);
        overwritten = buffer.getLong(offset + OVERWRITTEN_OFFSET);
        lostFull = buffer.getLong(offset + LOST_FULL_OFFSET);
        lostTooLarge = buffer.getLong(offset + LOST_TOO_LARGE_OFFSET);
        lostError = buffer.getLong(offset + LOST_ERROR_OFFSET);
        abandoned = buffer.getLong(offset + ABANDONED_OFFSET);
        ownerThreadId = buffer.getLong(offset + OWNER_THREAD_ID_OFFSET);
        damaged = buffer.getLong(offset + DAMAGED_OFFSET) != 0;
    }
}
