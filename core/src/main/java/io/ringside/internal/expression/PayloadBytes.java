package io.ringside.internal.expression;

import io.ringside.event.DataDescriptors;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * The bytes of one payload as input of a condition, without a copy: contiguous, or in the blocks of a gather, where a
 * number may span several blocks. Never throws and allocates nothing; a byte outside of the payload is 0. Not
 * thread-safe; reused for successive payloads.
 */
public final class PayloadBytes {
    /** Exceeds the length of any payload, and leaves room for sums. */
    private static final int LENGTH_MAX = 1 << 28;

    private static final int BYTE_MASK = 0xFF;

    /** Counts of arrays that precede the current field. */
    private final int[] counts = new int[ExpressionLimits.COUNTERS_MAX];

    /** Wraps the most recently read block, since reading mostly goes forward. */
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    /** Whether a number that a condition computes with was missing. */
    private boolean missing;
    private @Nullable DataDescriptors blocks;
    private @Nullable EventColumns header;
    private int length;
    private int block;
    private int blockBegin;
    private int blockEnd;

    /**
     * Wraps a contiguous payload.
     *
     * @param buffer    that holds the payload.
     * @param offset    of its first byte.
     * @param newLength length in bytes; bytes outside of the buffer count as missing.
     * @return this.
     */
    public PayloadBytes wrap(final DirectBuffer buffer, final int offset, final int newLength) {
        final int room = offset < 0 ? 0 : Math.max(buffer.capacity() - offset, 0);
        begin(null, Math.min(Math.min(Math.max(newLength, 0), room), LENGTH_MAX));
        blockEnd = length;
        if (length > 0) {
            view.wrap(buffer, offset, length);
        }
        return this;
    }

    /**
     * Wraps a payload in blocks, which are not copied.
     *
     * @param newBlocks blocks of the payload, which must not change while they are wrapped.
     * @return this; empty if the blocks are not {@link DataDescriptors#isValid() valid}.
     */
    public PayloadBytes wrap(final DataDescriptors newBlocks) {
        final boolean usable = newBlocks.isValid() && newBlocks.payloadLength() <= LENGTH_MAX;
        begin(newBlocks, usable ? (int) newBlocks.payloadLength() : 0);
        if (length > 0) {
            blockEnd = newBlocks.length(0);
            newBlocks.view(0, view);
        }
        return this;
    }

    /**
     * Releases the payload.
     *
     * @return this, now empty.
     */
    public PayloadBytes reset() {
        begin(null, 0);
        view.wrap(0, 0);
        return this;
    }

    /**
     * Sets the header columns for all events from now on.
     *
     * @param columns of the event whose payload is read.
     * @return this.
     */
    public PayloadBytes header(final EventColumns columns) {
        header = columns;
        return this;
    }

    /** Returns the header of the event, for conditions that name its columns. */
    EventColumns header() {
        return Objects.requireNonNull(header);
    }

    /** {@return length of the payload in bytes} */
    public int length() {
        return length;
    }

    /**
     * Reads a byte.
     *
     * @param index of the byte in the payload.
     * @return its value.
     */
    public byte getByte(final int index) {
        if (!isInView(index, Byte.BYTES) && !seek(index)) {
            return 0;
        }
        return view.getByte(index - blockBegin);
    }

    /**
     * Reads two bytes.
     *
     * @param index of the first byte in the payload.
     * @return their value, little-endian.
     */
    public short getShort(final int index) {
        return isInView(index, Short.BYTES)
                ? view.getShort(index - blockBegin, LITTLE_ENDIAN)
                : (short) assemble(index, Short.BYTES);
    }

    /**
     * Reads four bytes.
     *
     * @param index of the first byte in the payload.
     * @return their value, little-endian.
     */
    public int getInt(final int index) {
        return isInView(index, Integer.BYTES)
                ? view.getInt(index - blockBegin, LITTLE_ENDIAN)
                : (int) assemble(index, Integer.BYTES);
    }

    /**
     * Reads eight bytes.
     *
     * @param index of the first byte in the payload.
     * @return their value, little-endian.
     */
    public long getLong(final int index) {
        return isInView(index, Long.BYTES)
                ? view.getLong(index - blockBegin, LITTLE_ENDIAN)
                : assemble(index, Long.BYTES);
    }

    /** {@return the last value passed to {@link #missing(boolean)}} */
    boolean isMissing() {
        return missing;
    }

    void missing(final boolean isMissing) {
        missing = isMissing;
    }

    int count(final int slot) {
        return counts[slot];
    }

    void count(final int slot, final int count) {
        counts[slot] = count;
    }

    private void begin(final @Nullable DataDescriptors newBlocks, final int newLength) {
        blocks = newBlocks;
        length = newLength;
        block = 0;
        blockBegin = 0;
        blockEnd = 0;
    }

    private boolean isInView(final int index, final int bytes) {
        return index >= blockBegin && index <= blockEnd - bytes;
    }

    private long assemble(final int index, final int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) (getByte(index + i) & BYTE_MASK) << (i * Byte.SIZE);
        }
        return value;
    }

    /** Moves to the block that holds a byte, skipping empty blocks; returns false if there is no such byte. */
    private boolean seek(final int index) {
        final DataDescriptors pieces = blocks;
        if (pieces == null || index < 0 || index >= length) {
            return false;
        }
        while (index >= blockEnd) {
            blockBegin = blockEnd;
            block++;
            blockEnd = blockBegin + pieces.length(block);
        }
        while (index < blockBegin) {
            blockEnd = blockBegin;
            block--;
            blockBegin = blockEnd - pieces.length(block);
        }
        pieces.view(block, view);
        return true;
    }
}
