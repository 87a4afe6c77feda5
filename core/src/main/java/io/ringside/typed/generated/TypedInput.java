package io.ringside.typed.generated;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.IntFunction;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * Reads the values of a payload one after the other, for generated receivers. Throws nothing and never reads outside
 * the payload: a missing value is zero or empty, and {@link #isTruncated} reports it. Not thread-safe; reused for
 * successive payloads.
 */
public final class TypedInput {
    private static final int NO_LENGTH = -1;

    private final ArrayRoom arrayRoom = new ArrayRoom();
    private DirectBuffer buffer = NoValues.buffer();
    private int offset;
    private int limit;
    private boolean truncated;

    /** Creates an input without a payload. */
    public TypedInput() {
        // The fields have initial values.
    }

    /**
     * Begins a payload.
     *
     * @param payload buffer that holds it, which must not change meanwhile.
     * @param begin   offset of its first byte.
     * @param length  in bytes; bytes outside of the buffer count as missing.
     * @return this.
     */
    public TypedInput wrap(final DirectBuffer payload, final int begin, final int length) {
        buffer = payload;
        offset = Math.min(Math.max(begin, 0), payload.capacity());
        limit = begin < 0 ? offset : (int) Math.min((long) offset + Math.max(length, 0), payload.capacity());
        truncated = false;
        return this;
    }

    /**
     * Creates the store for the arrays of a field, within the memory limit of this input.
     *
     * @param <A>          type of the arrays.
     * @param maker        creates an array of a length.
     * @param elementBytes length of each element in bytes.
     * @return a store without arrays.
     */
    public <A> ReceivedArrays<A> arrays(final IntFunction<A> maker, final int elementBytes) {
        return new ReceivedArrays<>(maker, elementBytes, arrayRoom);
    }

    /** {@return true if a value was missing} */
    public boolean isTruncated() {
        return truncated;
    }

    /** {@return the next 8-bit number; 0 if it is missing} */
    public byte takeByte() {
        return has(Byte.BYTES) ? buffer.getByte(advance(Byte.BYTES)) : 0;
    }

    /** {@return the next 8-bit number as unsigned; 0 if it is missing} */
    public int takeUnsignedByte() {
        return Byte.toUnsignedInt(takeByte());
    }

    /** {@return the next 16-bit number as unsigned; 0 if it is missing} */
    public int takeUnsignedShort() {
        return Short.toUnsignedInt(takeShort());
    }

    /** {@return the next boolean; false if it is missing} */
    public boolean takeBoolean() {
        return has(Byte.BYTES) ? buffer.getByte(advance(Byte.BYTES)) != 0 : false;
    }

    /** {@return the next 16-bit number; 0 if it is missing} */
    public short takeShort() {
        return has(Short.BYTES) ? buffer.getShort(advance(Short.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 16-bit character; 0 if it is missing} */
    public char takeChar() {
        return has(Character.BYTES) ? buffer.getChar(advance(Character.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 32-bit number; 0 if it is missing} */
    public int takeInt() {
        return has(Integer.BYTES) ? buffer.getInt(advance(Integer.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 64-bit number; 0 if it is missing} */
    public long takeLong() {
        return has(Long.BYTES) ? buffer.getLong(advance(Long.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 32-bit floating point number; 0 if it is missing} */
    public float takeFloat() {
        return has(Float.BYTES) ? buffer.getFloat(advance(Float.BYTES), LITTLE_ENDIAN) : 0;
    }

    /** {@return the next 64-bit floating point number; 0 if it is missing} */
    public double takeDouble() {
        return has(Double.BYTES) ? buffer.getDouble(advance(Double.BYTES), LITTLE_ENDIAN) : 0;
    }

    /**
     * Takes a UUID. Allocates.
     *
     * @return the next UUID; zeros if it is missing.
     */
    public UUID takeUuid() {
        final boolean complete = has(2 * Long.BYTES);
        return new UUID(complete ? takeLong() : 0, complete ? takeLong() : 0);
    }

    /**
     * Takes a text.
     *
     * @param into receives it.
     * @return the same object; empty if the text is missing.
     */
    public ReceivedText takeText(final ReceivedText into) {
        final int length = takeLength();
        return length == NO_LENGTH ? into.clear() : into.decode(buffer, advance(length), length);
    }

    /**
     * Takes bytes without copying them.
     *
     * @param into buffer that is wrapped around them.
     * @return the same object; empty if they are missing.
     */
    public UnsafeBuffer takeBuffer(final UnsafeBuffer into) {
        final int length = takeLength();
        if (length == NO_LENGTH) {
            into.wrap(NoValues.buffer());
        } else {
            into.wrap(buffer, advance(length), length);
        }
        return into;
    }

    /**
     * Takes bytes.
     *
     * @param last receives them, from 0 to its limit, if it is large enough.
     * @return the same object, or a new one; empty if they are missing.
     */
    public ByteBuffer takeByteBuffer(final ByteBuffer last) {
        final int length = Math.max(takeLength(), 0);
        final ByteBuffer into = last.isReadOnly() || last.capacity() < length
                ? ByteBuffer.allocate(Math.max(length, 2 * last.capacity()))
                : last;
        into.clear();
        if (length > 0) {
            buffer.getBytes(advance(length), into, length);
        }
        return into.flip();
    }

    /**
     * Takes bytes.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if they are missing.
     */
    public byte[] takeBytes(final ReceivedArrays<byte[]> known) {
        final int length = Math.max(takeLength(), 0);
        final byte[] into = known.ofLength(length);
        buffer.getBytes(advance(length), into);
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public boolean[] takeBooleans(final ReceivedArrays<boolean[]> known) {
        final int count = takeCount(Byte.BYTES);
        final boolean[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getByte(advance(Byte.BYTES)) != 0;
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public short[] takeShorts(final ReceivedArrays<short[]> known) {
        final int count = takeCount(Short.BYTES);
        final short[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getShort(advance(Short.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public char[] takeChars(final ReceivedArrays<char[]> known) {
        final int count = takeCount(Character.BYTES);
        final char[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getChar(advance(Character.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public int[] takeInts(final ReceivedArrays<int[]> known) {
        final int count = takeCount(Integer.BYTES);
        final int[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getInt(advance(Integer.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public long[] takeLongs(final ReceivedArrays<long[]> known) {
        final int count = takeCount(Long.BYTES);
        final long[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getLong(advance(Long.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public float[] takeFloats(final ReceivedArrays<float[]> known) {
        final int count = takeCount(Float.BYTES);
        final float[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getFloat(advance(Float.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /**
     * Takes an array.
     *
     * @param known arrays of previous lengths.
     * @return one of these arrays, or a new one; empty if the array is missing.
     */
    public double[] takeDoubles(final ReceivedArrays<double[]> known) {
        final int count = takeCount(Double.BYTES);
        final double[] into = known.ofLength(count);
        for (int i = 0; i < count; i++) {
            into[i] = buffer.getDouble(advance(Double.BYTES), LITTLE_ENDIAN);
        }
        return into;
    }

    /** Reads the length of the bytes that follow; {@link #NO_LENGTH} if they are not complete. */
    private int takeLength() {
        final int length = takeUnsignedShort();
        return !truncated && has(length) ? length : NO_LENGTH;
    }

    /** Reads the number of elements that follow; 0 if they are not complete. */
    private int takeCount(final int elementBytes) {
        final int count = takeUnsignedShort();
        return !truncated && has(count * elementBytes) ? count : 0;
    }

    private boolean has(final int length) {
        if (truncated || length > limit - offset) {
            truncated = true;
            return false;
        }
        return true;
    }

    private int advance(final int length) {
        final int at = offset;
        offset = at + length;
        return at;
    }
}
