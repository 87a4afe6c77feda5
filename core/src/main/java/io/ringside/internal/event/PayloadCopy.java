package io.ringside.internal.event;

import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies payloads. Most are a few words, for which the JVM's general copy routine costs more than copying: it is a call
 * with a transition around it. Stateless.
 */
public final class PayloadCopy {
    /** Length in bytes below which a payload is copied word by word, without a loop. */
    public static final int FEW = 64;

    private PayloadCopy() {}

    /**
     * Checks whether {@link #copyFew} can copy a payload.
     *
     * @param source buffer of the payload.
     * @param length in bytes.
     * @return true if it is short and its buffer is a plain one.
     */
    public static boolean isFew(final DirectBuffer source, final int length) {
        return length < FEW && source.getClass() == UnsafeBuffer.class;
    }

    /**
     * Checks whether a range of bytes is inside a buffer.
     *
     * @param source buffer to check; null contains no bytes.
     * @param offset of the first byte.
     * @param length in bytes.
     * @return true if offset and length are not negative and the range ends within the buffer.
     */
    public static boolean isInside(final @Nullable DirectBuffer source, final int offset, final int length) {
        return source != null && offset >= 0 && length >= 0 && offset <= source.capacity() - length;
    }

    /**
     * Copies bytes whose ranges the caller has found to be inside both buffers.
     *
     * @param target      buffer to copy into.
     * @param targetIndex of the first byte there.
     * @param source      buffer to copy from; if it is not a plain {@link UnsafeBuffer}, its own method reads the
     *                    bytes.
     * @param sourceIndex of the first byte there.
     * @param length      in bytes.
     */
    public static void copy(final UnsafeBuffer target, final int targetIndex, final DirectBuffer source,
            final int sourceIndex, final int length) {
        if (isFew(source, length)) {
            copyFew(target.byteArray(), target.addressOffset() + targetIndex, source.byteArray(),
                    source.addressOffset() + sourceIndex, length);
        } else {
            target.putBytes(targetIndex, source, sourceIndex, length);
        }
    }

    /**
     * Copies fewer than {@link #FEW} bytes, with one branch for each bit of the length, which is well predicted in a
     * loop of events.
     *
     * @param target array to copy into; null for memory outside the heap.
     * @param to     offset in the array, or address, of the first byte there.
     * @param source array to copy from; null for memory outside the heap.
     * @param from   offset in the array, or address, of the first byte there.
     * @param length in bytes, 0..{@link #FEW}-1.
     */
    public static void copyFew(final byte @Nullable [] target, final long to, final byte @Nullable [] source,
            final long from, final int length) {
        long copied = 0;
        if ((length & 4 * Long.BYTES) != 0) {
            final long first = UnsafeApi.getLong(source, from);
            final long second = UnsafeApi.getLong(source, from + Long.BYTES);
            final long third = UnsafeApi.getLong(source, from + 2 * Long.BYTES);
            final long fourth = UnsafeApi.getLong(source, from + 3 * Long.BYTES);
            UnsafeApi.putLong(target, to, first);
            UnsafeApi.putLong(target, to + Long.BYTES, second);
            UnsafeApi.putLong(target, to + 2 * Long.BYTES, third);
            UnsafeApi.putLong(target, to + 3 * Long.BYTES, fourth);
            copied = 4 * Long.BYTES;
        }
        if ((length & 4 * Long.BYTES - 1) != 0) {
            copyRest(target, to + copied, source, from + copied, length);
        }
    }

    private static void copyRest(final byte @Nullable [] target, final long to, final byte @Nullable [] source,
            final long from, final int length) {
        long copied = 0;
        if ((length & 2 * Long.BYTES) != 0) {
            final long first = UnsafeApi.getLong(source, from);
            final long second = UnsafeApi.getLong(source, from + Long.BYTES);
            UnsafeApi.putLong(target, to, first);
            UnsafeApi.putLong(target, to + Long.BYTES, second);
            copied = 2 * Long.BYTES;
        }
        if ((length & Long.BYTES) != 0) {
            UnsafeApi.putLong(target, to + copied, UnsafeApi.getLong(source, from + copied));
            copied += Long.BYTES;
        }
        if ((length & Integer.BYTES) != 0) {
            UnsafeApi.putInt(target, to + copied, UnsafeApi.getInt(source, from + copied));
            copied += Integer.BYTES;
        }
        if ((length & Short.BYTES) != 0) {
            UnsafeApi.putShort(target, to + copied, UnsafeApi.getShort(source, from + copied));
            copied += Short.BYTES;
        }
        if ((length & Byte.BYTES) != 0) {
            UnsafeApi.putByte(target, to + copied, UnsafeApi.getByte(source, from + copied));
        }
    }
}
