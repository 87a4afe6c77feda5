package io.ringside.internal.expression;

import io.ringside.event.DataDescriptors;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * The bytes of one payload for a condition, without a copy: in one piece, or in the blocks of a gather, of
 * which a number may span several. Never throws and allocates nothing; a byte outside of the payload is 0. For one
 * thread; reused from payload to payload.
 */
public final class PayloadBytes {
    /** Longer than any payload, and with room for sums. */
    private static final int LENGTH_MAX = 1 << 28;

    private static final int BYTE_MASK = 0xFF;

    /** Counts of arrays that were met on the way to a field: room for a condition to work with. */
    private final int[] counts = new int[ExpressionLimits.COUNTERS_MAX];

    /** Wraps the block that was asked for last, since reading mostly goes forward. */
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    /** Whether a number was missing that a condition wanted to compute with. */
    private boolean missing;
    private @Nullable DataDescriptors blocks;
    private @Nullable EventColumns header;
    private int length;
    private int block;
    private int blockBegin;
    private int blockEnd;

    /**
     * Reads a payload in one piece.
     *
     * @param buffer    that holds it.
     * @param offset    of its first byte.
     * @param newLength in bytes; what is not inside the buffer counts as missing.
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
     * Reads a payload in blocks, which are not copied.
     *
     * @param newBlocks that the payload consists of, not changed meanwhile.
     * @return this; without any bytes if the blocks are not {@link DataDescriptors#isValid() valid}.
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
     * Lets go of the payload.
     *
     * @return this, without any bytes.
     */
    public PayloadBytes reset() {
        begin(null, 0);
        view.wrap(0, 0);
        return this;
    }

    /**
     * Sets the header, which is that of all events from now on.
     *
     * @param columns of the event whose payload is looked at.
     * @return this.
     */
    public PayloadBytes header(final EventColumns columns) {
        header = columns;
        return this;
    }

    /** The header of the event, for conditions that name its columns. */
    EventColumns header() {
        return Objects.requireNonNull(header);
    }

    /** {@return bytes of the payload} */
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

    /** {@return whether {@link #missing(boolean)} was said last with true} */
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

    /** Moves to the block that holds a byte, past blocks without bytes; false if there is no such byte. */
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
