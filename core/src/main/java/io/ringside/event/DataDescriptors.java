package io.ringside.event;

import io.ringside.internal.event.PayloadCopy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The list of memory blocks whose bytes, one after the other and without padding, are the payload of one write.
 * It refers to the bytes and copies nothing until {@link #copyTo}; they must not change before the write
 * returns. Boundaries between blocks are not preserved.
 * <p>
 * A block has a type, which counts only for a provider that declared that it uses types or has traits; for any
 * other provider every block is payload. Where types count, a block of an unknown type is payload too, and metadata is
 * not stored with each event: schema and traits are stored once, for all events.
 * <p>
 * Reused for successive writes: {@link #reset()}, then add. Adding neither throws nor allocates: a list of more than
 * {@link EventLimits#DATA_DESCRIPTORS_MAX} blocks, or with a block that is not inside its buffer, is no longer
 * {@link #isValid()}, and the write reports this. Used by one thread at a time.
 *
 * <pre>{@code
 * DataDescriptors blocks = new DataDescriptors();   // reused for each event
 * event.write(blocks.reset().add(header, 0, 8).add(text, 0, textLength));
 * }</pre>
 */
public final class DataDescriptors {
    /** Type of a block that is payload. */
    public static final int PAYLOAD = 0;
    /** Type of a block that is the schema of a self-describing event. */
    public static final int EVENT_METADATA = 1;
    /** Type of a block that is the traits of the provider. */
    public static final int PROVIDER_METADATA = 2;
    /**
     * Type of a block that overrides the clock: the time of the event as an i64, little-endian, in ticks of the
     * session's clock, which are monotonic nanoseconds. The last such block counts.
     */
    public static final int TIMESTAMP_OVERRIDE = 3;

    private static final int MAX = EventLimits.DATA_DESCRIPTORS_MAX;
    private static final int NO_TIME = -1;

    /**
     * Sources of three kinds, kept as given: wrapping them would need the JVM flag for Agrona even where nothing is
     * traced.
     */
    private final @Nullable Object[] sources = new @Nullable Object[MAX];
    private final int[] offsets = new int[MAX];
    private final int[] lengths = new int[MAX];
    private final byte[] types = new byte[MAX];
    private int count;
    private long payloadLength;
    private long metadataLength;
    /** Index of the last block that is a time; only used if types count. */
    private int timeIndex = NO_TIME;
    private boolean usesTypes;
    private boolean outOfBounds;
    /** Whether a block's buffer is not a plain one, so that its own methods must read its bytes. */
    private boolean hasOwnWays;

    /** Creates an empty list. */
    public DataDescriptors() {}
    /** Holds a short payload that is not one block of an UnsafeBuffer; null until first needed. */
    private @Nullable UnsafeBuffer room;

    /**
     * Removes all blocks, between two writes. References to their buffers remain until other blocks replace them, or
     * until {@link #clear()}.
     *
     * @return this.
     */
    public DataDescriptors reset() {
        count = 0;
        payloadLength = 0;
        metadataLength = 0;
        timeIndex = NO_TIME;
        usesTypes = false;
        outOfBounds = false;
        hasOwnWays = false;
        return this;
    }

    /**
     * Removes all blocks and the references to their buffers, for a list that will not be used for a while.
     *
     * @return this.
     */
    public DataDescriptors clear() {
        Arrays.fill(sources, null);
        return reset();
    }

    /**
     * Adds a block.
     *
     * @param buffer that holds it; may be null if the block is empty.
     * @param offset of its first byte.
     * @param length in bytes; 0 adds nothing to the payload.
     * @return this.
     */
    public DataDescriptors add(final @Nullable DirectBuffer buffer, final int offset, final int length) {
        return add(buffer, offset, length, PAYLOAD);
    }

    /**
     * Adds a block with a type.
     *
     * @param buffer that holds it; may be null if the block is empty.
     * @param offset of its first byte.
     * @param length in bytes; 0 adds nothing to the payload.
     * @param type   one of the types above, low 8 bits; ignored unless the provider uses types.
     * @return this.
     */
    public DataDescriptors add(
            final @Nullable DirectBuffer buffer,
            final int offset,
            final int length,
            final int type) {
        hasOwnWays |= buffer != null && buffer.getClass() != UnsafeBuffer.class;
        return add(buffer, buffer == null ? 0 : buffer.capacity(), offset, length, type);
    }

    /**
     * Adds a block of an array.
     *
     * @param bytes  that hold it; may be null if the block is empty.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return this.
     */
    public DataDescriptors add(final byte @Nullable [] bytes, final int offset, final int length) {
        return add(bytes, bytes == null ? 0 : bytes.length, offset, length, PAYLOAD);
    }

    /**
     * Adds a block of a byte buffer; the buffer's position and limit are ignored.
     *
     * @param bytes  that hold it; may be null if the block is empty.
     * @param offset of its first byte, absolute.
     * @param length in bytes.
     * @return this.
     */
    public DataDescriptors add(final @Nullable ByteBuffer bytes, final int offset, final int length) {
        return add(bytes, bytes == null ? 0 : bytes.capacity(), offset, length, PAYLOAD);
    }

    /**
     * Sets whether types count. If so, blocks of event metadata, of provider metadata and of a timestamp are not part
     * of the payload. A write sets this according to its provider; {@link #reset()} clears it.
     *
     * @param use whether types count.
     */
    public void useTypes(final boolean use) {
        usesTypes = use;
    }

    /**
     * Returns the number of blocks that were added.
     *
     * @return 0..129, where 129 means any number above the limit.
     */
    public int count() {
        return count;
    }

    /**
     * Returns the type of a block.
     *
     * @param index of the block, 0..{@link #count()}-1.
     * @return its type, 0..255.
     */
    public int type(final int index) {
        return types[index] & 0xFF;
    }

    /**
     * Returns the length of the payload in a block.
     *
     * @param index of the block, 0..{@link #count()}-1.
     * @return its length in bytes; 0 if it is not inside its buffer, or if types count and it is not payload.
     */
    public int length(final int index) {
        return usesTypes && isMetadata(types[index]) ? 0 : lengths[index];
    }

    /**
     * Wraps a buffer around a block, without a copy.
     *
     * @param index of the block, 0..{@link #count()}-1.
     * @param view  buffer to wrap around the {@link #length(int)} bytes.
     */
    public void view(final int index, final DirectBuffer view) {
        final Object source = sources[index];
        final int length = length(index);
        if (length == 0) {
            view.wrap(0, 0);
        } else if (source instanceof DirectBuffer buffer) {
            view.wrap(buffer, offsets[index], length);
        } else if (source instanceof byte[] bytes) {
            view.wrap(bytes, offsets[index], length);
        } else if (source instanceof ByteBuffer bytes) {
            view.wrap(bytes, offsets[index], length);
        } else {
            view.wrap(0, 0);
        }
    }

    /**
     * Returns whether these blocks may be written.
     *
     * @return false if there are more than 128 blocks, or one is not inside its buffer, or has bytes but no buffer.
     */
    public boolean isValid() {
        return count <= MAX && !outOfBounds;
    }

    /**
     * Returns whether the caller has given the time of the event.
     *
     * @return true if types count, and there is a block of type {@link #TIMESTAMP_OVERRIDE}.
     */
    public boolean hasTime() {
        return usesTypes && timeIndex != NO_TIME;
    }

    /**
     * Returns whether the time in the blocks, if any, is valid.
     *
     * @return false if they {@link #hasTime()}, and the last block with a time does not have exactly 8 bytes.
     */
    public boolean isTimeValid() {
        return !hasTime() || lengths[timeIndex] == Long.BYTES;
    }

    /**
     * Returns the time given by the caller.
     *
     * @return 8 bytes, little endian, of the last block with a time; 0 if there is none.
     */
    public long timeTicks() {
        return hasTime() && isTimeValid() && sources[timeIndex] instanceof DirectBuffer buffer
                ? buffer.getLong(offsets[timeIndex], ByteOrder.LITTLE_ENDIAN)
                : 0;
    }

    /**
     * Returns the length of the payload.
     *
     * @return the sum of the lengths in bytes of all blocks that are payload.
     */
    public long payloadLength() {
        return usesTypes ? payloadLength - metadataLength : payloadLength;
    }

    /**
     * Returns whether the payload is available as one {@link #piece}.
     *
     * @return true if it has fewer than {@link PayloadCopy#FEW} bytes, and all its buffers are plain ones.
     */
    public boolean isFew() {
        return !hasOwnWays && !usesTypes && payloadLength < PayloadCopy.FEW && isValid();
    }

    /**
     * Returns a payload for which {@link #isFew} holds, in one buffer. A single block stays in its buffer; several
     * blocks are copied together. The first such copy allocates.
     *
     * @return buffer with the payload from {@link #pieceOffset} on, until this list or the bytes change.
     */
    public UnsafeBuffer piece() {
        return liesInOnePiece() && sources[0] instanceof UnsafeBuffer only ? only : gathered();
    }

    /** {@return the offset of the payload in the {@link #piece}} */
    public int pieceOffset() {
        return liesInOnePiece() ? offsets[0] : 0;
    }

    /**
     * Copies all blocks, in order. The caller has checked {@link #isValid()} and that {@link #payloadLength()} fits.
     *
     * @param target to copy into.
     * @param offset of the first byte.
     */
    public void copyTo(final UnsafeBuffer target, final int offset) {
        final int blocks = Math.min(count, MAX);
        int position = offset;
        for (int i = 0; i < blocks; i++) {
            final Object source = sources[i];
            final int length = length(i);
            // Classes are checked before the interface, whose check is slower.
            if (source instanceof UnsafeBuffer buffer) {
                PayloadCopy.copy(target, position, buffer, offsets[i], length);
            } else if (source instanceof byte[] bytes) {
                target.putBytes(position, bytes, offsets[i], length);
            } else if (source instanceof ByteBuffer bytes) {
                target.putBytes(position, bytes, offsets[i], length);
            } else if (source instanceof DirectBuffer buffer) {
                PayloadCopy.copy(target, position, buffer, offsets[i], length);
            }
            position += length;
        }
    }

    private boolean liesInOnePiece() {
        return count == 1 && sources[0] instanceof UnsafeBuffer;
    }

    private UnsafeBuffer gathered() {
        UnsafeBuffer gathered = room;
        if (gathered == null) {
            gathered = new UnsafeBuffer(new byte[PayloadCopy.FEW]);
            room = gathered;
        }
        copyTo(gathered, 0);
        return gathered;
    }

    private DataDescriptors add(
            final @Nullable Object source,
            final int capacity,
            final int offset,
            final int length,
            final int type) {
        if (count < MAX) {
            final boolean inside = source == null
                    ? length == 0
                    : offset >= 0 && length >= 0 && offset <= capacity - length;
            final boolean used = inside && length > 0;
            // Storing a reference costs a barrier, and mostly it is the same; an empty block needs no reference.
            if (used && sources[count] != source) {
                sources[count] = source;
            }
            offsets[count] = used ? offset : 0;
            lengths[count] = used ? length : 0;
            types[count] = (byte) type;
            timeIndex = types[count] == TIMESTAMP_OVERRIDE ? count : timeIndex;
            payloadLength += lengths[count];
            metadataLength += isMetadata(types[count]) ? lengths[count] : 0;
            outOfBounds |= !inside;
        }
        // The count stops one above the limit, which suffices to detect the excess, and cannot overflow.
        count = Math.min(count + 1, MAX + 1);
        return this;
    }

    private static boolean isMetadata(final byte type) {
        return type >= EVENT_METADATA && type <= TIMESTAMP_OVERRIDE;
    }
}
