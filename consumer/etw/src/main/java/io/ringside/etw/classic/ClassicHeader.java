package io.ringside.etw.classic;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.write.ClassicRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Header of a classic event and the data or references to data that follow it. Flyweight over the bytes of ETW's
 * structure, little-endian. Referenced data must not change until the write returns. Setters neither throw nor
 * allocate; the write reports invalid values. Used by one thread at a time.
 *
 * @param <T> kind of event
 */
public abstract class ClassicHeader<T extends ClassicHeader<T>> {
    private static final int BYTE_MASK = 0xFF;
    private static final int SHORT_MASK = 0xFFFF;

    private final ClassicRecord record = new ClassicRecord();
    private final int headerLength;
    /** Arrays and buffers as passed in: wrapping them would need an opening for Agrona even if nothing is traced. */
    private final @Nullable Object[] sources = new @Nullable Object[ClassicHeaderLayout.FIELDS_MAX];
    private final int[] offsets = new int[ClassicHeaderLayout.FIELDS_MAX];
    private final int[] lengths = new int[ClassicHeaderLayout.FIELDS_MAX];
    private ByteBuffer block;
    private int begin;

    ClassicHeader(final int headerLength) {
        this.headerLength = headerLength;
        block = ByteBuffer.allocate(headerLength).order(ByteOrder.LITTLE_ENDIAN);
    }

    abstract T self();

    /** Forget references that are not in the header. */
    abstract void forget();

    /**
     * Use a block of memory that holds header and data in one piece. Allocates a view of it.
     *
     * @param memory that holds the header; its order, position and limit are ignored
     * @param offset of the header's first byte
     * @return this, with the header's values except handles of classes; earlier fields, classes and pointers, which are
     *         not in a header, are forgotten
     * @throws IndexOutOfBoundsException if the memory does not hold the header
     */
    public T wrap(final ByteBuffer memory, final int offset) {
        final ByteBuffer whole = memory.duplicate().clear();
        Objects.checkFromIndexSize(offset, headerLength, whole.limit());
        block = whole.order(ByteOrder.LITTLE_ENDIAN);
        begin = offset;
        return forgetAll();
    }

    /**
     * Set the whole header to zeros, and forget all fields.
     *
     * @return this
     */
    public T reset() {
        for (int i = 0; i < headerLength; i += Long.BYTES) {
            block.putLong(begin + i, 0);
        }
        return forgetAll();
    }

    /**
     * Compute the bytes of the header and its fields, to be passed to {@link #size(int)}.
     *
     * @param fields number of fields, 0 to 16
     * @return the size, such as 96 for three fields of a {@link ClassicEvent}
     */
    public int sizeOf(final int fields) {
        return headerLength + ClassicHeaderLayout.FIELD_LENGTH * fields;
    }

    /**
     * Set the size: the header, and with {@link ClassicFlags#USE_MOF_POINTER} 16 bytes for each field, else the data.
     *
     * @param bytes low 16 bits count
     * @return this
     */
    public T size(final int bytes) {
        block.putShort(begin + ClassicHeaderLayout.SIZE_OFFSET, (short) bytes);
        return self();
    }

    /**
     * Set the type of the event within its class.
     *
     * @param type low 8 bits count
     * @return this
     */
    public T type(final int type) {
        block.put(begin + ClassicHeaderLayout.TYPE_OFFSET, (byte) type);
        return self();
    }

    /**
     * Set the level, which has no effect here.
     *
     * @param level low 8 bits count
     * @return this
     */
    public T level(final int level) {
        block.put(begin + ClassicHeaderLayout.LEVEL_OFFSET, (byte) level);
        return self();
    }

    /**
     * Set the version of the event's fields; versions begin with 0.
     *
     * @param version low 16 bits count
     * @return this
     */
    public T version(final int version) {
        block.putShort(begin + ClassicHeaderLayout.VERSION_OFFSET, (short) version);
        return self();
    }

    /**
     * Set the flags.
     *
     * @param flags of {@link ClassicFlags}
     * @return this
     */
    public T flags(final int flags) {
        block.putInt(begin + ClassicHeaderLayout.FLAGS_OFFSET, flags);
        return self();
    }

    /**
     * Set the time, which is kept with {@link ClassicFlags#USE_TIMESTAMP}.
     *
     * @param ticks ticks of the session's clock. Readers that merge by time deliver an event with a time ahead of their
     *              clock at once, and mark later events late until the clock reaches that time
     * @return this
     */
    public T timestamp(final long ticks) {
        block.putLong(begin + ClassicHeaderLayout.TIMESTAMP_OFFSET, ticks);
        return self();
    }

    /**
     * Let a field refer to its data, like {@code DEFINE_TRACE_MOF_FIELD}. The payload is the data of all fields, one
     * after the other.
     *
     * @param index  of the field, 0 to 15; other indexes are ignored
     * @param buffer that holds the data
     * @param offset of their first byte
     * @param length in bytes
     * @return this
     */
    public T field(final int index, final @Nullable DirectBuffer buffer, final int offset, final int length) {
        return set(index, buffer, offset, length);
    }

    /**
     * Let a field refer to its data.
     *
     * @param index  of the field, 0 to 15; other indexes are ignored
     * @param bytes  that hold the data
     * @param offset of their first byte
     * @param length in bytes
     * @return this
     */
    public T field(final int index, final byte @Nullable [] bytes, final int offset, final int length) {
        return set(index, bytes, offset, length);
    }

    /**
     * Let a field refer to its data.
     *
     * @param index  of the field, 0 to 15; other indexes are ignored
     * @param bytes  that hold the data; position and limit are ignored
     * @param offset of their first byte, absolute
     * @param length in bytes
     * @return this
     */
    public T field(final int index, final @Nullable ByteBuffer bytes, final int offset, final int length) {
        return set(index, bytes, offset, length);
    }

    /** Returns the record that was prepared last. */
    final ClassicRecord record() {
        return record;
    }

    final ByteBuffer block() {
        return block;
    }

    final int begin() {
        return begin;
    }

    final int flags() {
        return block.getInt(begin + ClassicHeaderLayout.FLAGS_OFFSET);
    }

    /** {@return whether the size covers the header, and the data are within the memory if they follow the header} */
    final boolean isSized() {
        final int size = size();
        return size >= headerLength
                && ((flags() & ClassicFlags.USE_MOF_POINTER) != 0 || size <= block.limit() - begin);
    }

    /** Begin the record with everything except its data. */
    final ClassicRecord begin(final long classMost, final long classLeast) {
        record.event(classMost, classLeast, ExtendedItemDescriptor.classicFacts(
                block.get(begin + ClassicHeaderLayout.TYPE_OFFSET) & BYTE_MASK,
                block.get(begin + ClassicHeaderLayout.LEVEL_OFFSET) & BYTE_MASK,
                block.getShort(begin + ClassicHeaderLayout.VERSION_OFFSET) & SHORT_MASK));
        if ((flags() & ClassicFlags.USE_TIMESTAMP) != 0) {
            record.time(block.getLong(begin + ClassicHeaderLayout.TIMESTAMP_OFFSET));
        }
        return record;
    }

    /** Add the data to the record. */
    final ClassicStatus gather() {
        final int behind = size() - headerLength;
        final DataDescriptors data = record.data();
        if ((flags() & ClassicFlags.USE_MOF_POINTER) == 0) {
            data.add(block, begin + headerLength, behind);
        } else {
            final int fields = behind / ClassicHeaderLayout.FIELD_LENGTH;
            if (behind % ClassicHeaderLayout.FIELD_LENGTH != 0 || fields > ClassicHeaderLayout.FIELDS_MAX) {
                return ClassicStatus.INVALID_PARAMETER;
            }
            for (int i = 0; i < fields; i++) {
                add(data, i);
            }
        }
        return data.isValid() ? ClassicStatus.OK : ClassicStatus.INVALID_PARAMETER;
    }

    private void add(final DataDescriptors data, final int index) {
        final Object source = sources[index];
        if (source instanceof DirectBuffer buffer) {
            data.add(buffer, offsets[index], lengths[index]);
        } else if (source instanceof byte[] bytes) {
            data.add(bytes, offsets[index], lengths[index]);
        } else if (source instanceof ByteBuffer bytes) {
            data.add(bytes, offsets[index], lengths[index]);
        } else if (lengths[index] != 0) {
            data.add((DirectBuffer) null, 0, lengths[index]);
        }
    }

    private int size() {
        return block.getShort(begin + ClassicHeaderLayout.SIZE_OFFSET) & SHORT_MASK;
    }

    private T forgetAll() {
        Arrays.fill(sources, null);
        Arrays.fill(lengths, 0);
        forget();
        return self();
    }

    private T set(final int index, final @Nullable Object source, final int offset, final int length) {
        if (index >= 0 && index < ClassicHeaderLayout.FIELDS_MAX) {
            sources[index] = source;
            offsets[index] = offset;
            lengths[index] = length;
        }
        return self();
    }
}
