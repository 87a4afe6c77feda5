package io.ringside.internal.event;

import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * A {@link UUID} in the 16 bytes of a Windows GUID: its first three parts (4, 2 and 2 bytes) little-endian, the other
 * eight bytes in the order in which they are printed. Only structures of ETW use it; in Ringside's own, a UUID is two
 * longs.
 */
public final class GuidEncoding {
    /** Length of a GUID in bytes. */
    public static final int LENGTH = 16;

    private static final int MIDDLE_OFFSET = 4;
    private static final int HIGH_OFFSET = 6;
    private static final int TAIL_OFFSET = 8;
    private static final long SHORT_MASK = 0xFFFFL;

    private GuidEncoding() {}

    /**
     * Writes a UUID as a GUID.
     *
     * @param buffer to write into.
     * @param offset of the first byte.
     * @param uuid   to write.
     */
    public static void put(final MutableDirectBuffer buffer, final int offset, final UUID uuid) {
        put(buffer, offset, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /**
     * Writes the halves of a UUID as a GUID.
     *
     * @param buffer to write into.
     * @param offset of the first byte.
     * @param most   significant half.
     * @param least  significant half.
     */
    public static void put(final MutableDirectBuffer buffer, final int offset, final long most, final long least) {
        buffer.putInt(offset, (int) (most >>> 32), LITTLE_ENDIAN);
        buffer.putShort(offset + MIDDLE_OFFSET, (short) (most >>> 16), LITTLE_ENDIAN);
        buffer.putShort(offset + HIGH_OFFSET, (short) most, LITTLE_ENDIAN);
        buffer.putLong(offset + TAIL_OFFSET, Long.reverseBytes(least), LITTLE_ENDIAN);
    }

    /**
     * Reads a GUID as a UUID.
     *
     * @param buffer to read from.
     * @param offset of the first byte.
     * @return the UUID.
     */
    public static UUID get(final DirectBuffer buffer, final int offset) {
        return new UUID(most(buffer, offset), least(buffer, offset));
    }

    /**
     * Reads the most significant half of a GUID.
     *
     * @param buffer to read from.
     * @param offset of the GUID's first byte.
     * @return the half.
     */
    public static long most(final DirectBuffer buffer, final int offset) {
        return ((long) buffer.getInt(offset, LITTLE_ENDIAN) << 32)
                | ((buffer.getShort(offset + MIDDLE_OFFSET, LITTLE_ENDIAN) & SHORT_MASK) << 16)
                | (buffer.getShort(offset + HIGH_OFFSET, LITTLE_ENDIAN) & SHORT_MASK);
    }

    /**
     * Reads the least significant half of a GUID.
     *
     * @param buffer to read from.
     * @param offset of the GUID's first byte.
     * @return the half.
     */
    public static long least(final DirectBuffer buffer, final int offset) {
        return Long.reverseBytes(buffer.getLong(offset + TAIL_OFFSET, LITTLE_ENDIAN));
    }
}
