package io.ringside.schema;

import org.jspecify.annotations.Nullable;

/**
 * The type of a field's values. In a payload, all values are little-endian and packed without padding, except
 * addresses, which are in network order as usual.
 */
public enum FieldType {
    /** Signed, 1 byte. */
    INT8(1, 1),
    /** Signed, 2 bytes. */
    INT16(2, 2),
    /** Signed, 4 bytes. */
    INT32(3, 4),
    /** Signed, 8 bytes. */
    INT64(4, 8),
    /** Unsigned, 1 byte. */
    UINT8(5, 1),
    /** Unsigned, 2 bytes. */
    UINT16(6, 2),
    /** Unsigned, 4 bytes. */
    UINT32(7, 4),
    /** Unsigned, 8 bytes. */
    UINT64(8, 8),
    /** IEEE 754, 4 bytes. */
    FLOAT(9, 4),
    /** IEEE 754, 8 bytes. */
    DOUBLE(10, 8),
    /** 1 byte; 0 is false, anything else is true. */
    BOOLEAN(11, 1),
    /** UTF-8 preceded by a u16 with its length in bytes. */
    STRING(12, FieldType.PREFIXED),
    /** Bytes preceded by a u16 with their number. */
    BINARY(13, FieldType.PREFIXED),
    /** Two i64: the most significant half, then the least significant. */
    UUID(14, 16),
    /** i64, nanoseconds since 1970 UTC. */
    TIMESTAMP(15, 8),
    /** Four bytes in network order. */
    IPV4(16, 4),
    /** Sixteen bytes in network order. */
    IPV6(17, 16),
    /** Its members, one after the other. */
    STRUCT(18, FieldType.MEMBERS),
    /** UTF-8 up to a zero byte, or to the end of the payload if there is none. */
    TERMINATED_STRING(19, FieldType.TERMINATED),
    /** UTF-16LE preceded by a u16 with its length in bytes. */
    WIDE_STRING(20, FieldType.PREFIXED),
    /** UTF-16LE up to a zero unit of two bytes, or to the end of the payload if there is none. */
    TERMINATED_WIDE_STRING(21, FieldType.TERMINATED),
    /** 4 bytes; 0 is false, anything else is true. */
    BOOLEAN32(22, 4),
    /** An address in memory, unsigned, 8 bytes; shown in hex. */
    POINTER(23, 8),
    /** Unsigned, 8 bytes: units of 100 ns since 1601 UTC. */
    FILETIME(24, 8),
    /** Unsigned, 4 bytes; shown in hex. */
    HEXINT32(25, 4),
    /** Unsigned, 8 bytes; shown in hex. */
    HEXINT64(26, 8),
    /** 16 bytes in the order of Windows: the first three parts little-endian. Used by classic events. */
    GUID(27, 16);

    /** Value instead of a length: a u16 before the bytes gives it. */
    public static final int PREFIXED = -1;
    /** Value instead of a length: the sum of the members' lengths. */
    public static final int MEMBERS = -2;
    /** Value instead of a length: the bytes end at a zero, or at the end of the payload. */
    public static final int TERMINATED = -3;

    private static final FieldType[] TYPES = values();

    private final int code;
    private final int length;

    FieldType(final int code, final int length) {
        this.code = code;
        this.length = length;
    }

    /** {@return the number of this type in an encoded schema, 1..27; it never changes} */
    public int code() {
        return code;
    }

    /** {@return length of one value in bytes, or {@link #PREFIXED}, {@link #MEMBERS} or {@link #TERMINATED}} */
    public int length() {
        return length;
    }

    /** {@return true for types of whole numbers, including those shown in hex} */
    public boolean isInteger() {
        return compareTo(UINT64) <= 0 || isHex();
    }

    /** {@return true for unsigned whole numbers} */
    public boolean isUnsigned() {
        return isInteger() && compareTo(UINT8) >= 0;
    }

    /** {@return true for unsigned 64-bit whole numbers, which may be negative as a long} */
    public boolean isUnsignedLong() {
        return isUnsigned() && length == Long.BYTES;
    }

    /** {@return true for whole numbers that are shown in hex by default} */
    public boolean isHex() {
        return this == HEXINT32 || this == HEXINT64 || this == POINTER;
    }

    /** {@return true for text of any encoding and end} */
    public boolean isText() {
        return this == STRING || this == TERMINATED_STRING || isWide();
    }

    /** {@return true for text in UTF-16LE} */
    public boolean isWide() {
        return this == WIDE_STRING || this == TERMINATED_WIDE_STRING;
    }

    /** {@return true if the schema or another field may give the length of a value} */
    public boolean isSizable() {
        return length == PREFIXED;
    }

    /**
     * Finds a type by its number.
     *
     * @param code any number.
     * @return the type; null if there is none.
     */
    public static @Nullable FieldType ofCode(final int code) {
        return code >= 1 && code <= TYPES.length ? TYPES[code - 1] : null;
    }
}
