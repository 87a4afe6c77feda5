package io.ringside.processor;

import io.ringside.schema.FieldType;

/**
 * Kinds of Java types for fields, each with its type in the schema and the calls that write and read it. In these calls
 * {@code #} is replaced by the value and {@code @} by an offset.
 */
enum FieldKind {
    /** {@code boolean}. */
    BOOLEAN(FieldType.BOOLEAN, "putByte(@, (byte) (# ? 1 : 0))", "putBoolean(#)", "takeBoolean()", "false"),
    /** {@code byte}. */
    BYTE(FieldType.INT8, "putByte(@, #)", "putByte(#)", "takeByte()", "(byte) 0"),
    /** {@code short}. */
    SHORT(FieldType.INT16, "putShort(@, #, LITTLE_ENDIAN)", "putShort(#)", "takeShort()", "(short) 0"),
    /** {@code char}, a character. */
    CHAR(FieldType.UINT16, "putChar(@, #, LITTLE_ENDIAN)", "putShort(#)", "takeChar()", "(char) 0"),
    /** {@code int}. */
    INT(FieldType.INT32, "putInt(@, #, LITTLE_ENDIAN)", "putInt(#)", "takeInt()", "0"),
    /** {@code long}, also nanoseconds since 1970. */
    LONG(FieldType.INT64, "putLong(@, #, LITTLE_ENDIAN)", "putLong(#)", "takeLong()", "0L"),
    /** {@code float}. */
    FLOAT(FieldType.FLOAT, "putFloat(@, #, LITTLE_ENDIAN)", "putFloat(#)", "takeFloat()", "0F"),
    /** {@code double}. */
    DOUBLE(FieldType.DOUBLE, "putDouble(@, #, LITTLE_ENDIAN)", "putDouble(#)", "takeDouble()", "0D"),
    /** An instant, as nanoseconds since 1970. */
    INSTANT(FieldType.TIMESTAMP, "putLong(@, #, LITTLE_ENDIAN)", "putLong(#)", "takeLong()", "null"),
    /** A UUID, as two halves. */
    UUID(FieldType.UUID, "", "", "takeUuid()", "null"),
    /** An enum: one byte for up to 255 constants, else two. */
    ENUM(FieldType.UINT8, "", "", "", "null"),
    /** Text that is received into reused memory. */
    TEXT(FieldType.STRING, "putString(#)", "takeText(@)", "", true),
    /** Text that is received as a copy. */
    STRING(FieldType.STRING, "putString(#)", "takeText(@).toString()", "", true),
    /** Recurring text, as its number in a dictionary. */
    INTERNED(FieldType.INT32, "putInt(@, #, LITTLE_ENDIAN)", "putInt(#)", "takeInt()", "\"\""),
    /** {@code byte[]}. */
    BYTES(FieldType.BINARY, "putBinary(#)", "takeBytes(@)", "BYTES", false),
    /** All of an Agrona buffer. */
    DIRECT_BUFFER(FieldType.BINARY, "putBinary(#, 0, #.capacity())", "takeBuffer(@)", "buffer()", false),
    /** The remaining bytes of a byte buffer. */
    BYTE_BUFFER(FieldType.BINARY, "putBinary(#)", "takeByteBuffer(@)", "BYTE_BUFFER", false),
    /** {@code boolean[]}. */
    BOOLEANS(FieldType.BOOLEAN, "putBooleans(#)", "takeBooleans(@)", "BOOLEANS", false),
    /** {@code short[]}. */
    SHORTS(FieldType.INT16, "putShorts(#)", "takeShorts(@)", "SHORTS", false),
    /** {@code char[]}. */
    CHARS(FieldType.UINT16, "putChars(#)", "takeChars(@)", "CHARS", false),
    /** {@code int[]}. */
    INTS(FieldType.INT32, "putInts(#)", "takeInts(@)", "INTS", false),
    /** {@code long[]}. */
    LONGS(FieldType.INT64, "putLongs(#)", "takeLongs(@)", "LONGS", false),
    /** {@code float[]}. */
    FLOATS(FieldType.FLOAT, "putFloats(#)", "takeFloats(@)", "FLOATS", false),
    /** {@code double[]}. */
    DOUBLES(FieldType.DOUBLE, "putDoubles(#)", "takeDoubles(@)", "DOUBLES", false),
    /** A record, as its members. */
    RECORD(FieldType.STRUCT, "", "", "", "null");

    private final FieldType type;
    private final String putAt;
    private final String put;
    private final String take;
    private final String missing;
    private final boolean varies;

    /** Creates a kind of constant length. */
    FieldKind(final FieldType type, final String putAt, final String put, final String take, final String missing) {
        this.type = type;
        this.putAt = putAt;
        this.put = put;
        this.take = take;
        this.missing = missing;
        this.varies = false;
    }

    /** Creates a kind whose values are preceded by their length or count. */
    FieldKind(final FieldType type, final String put, final String take, final String none, final boolean isText) {
        this.type = type;
        this.putAt = "";
        this.put = put;
        this.take = take;
        this.missing = isText ? "\"\"" : "io.ringside.typed.generated.FieldValues." + none;
        this.varies = true;
    }

    FieldType type() {
        return type;
    }

    /** Returns whether the length of its values varies. */
    boolean varies() {
        return varies;
    }

    boolean isText() {
        return this == TEXT || this == STRING;
    }

    boolean isArray() {
        return compareTo(BOOLEANS) >= 0 && this != RECORD;
    }

    /** Returns the value that is written for null, and received if the field is missing. */
    String missing() {
        return missing;
    }

    /** Returns a call that writes at a known offset of a buffer. */
    String putAt(final String value, final int offset) {
        return putAt.replace("@", Integer.toString(offset)).replace("#", value);
    }

    /** Returns a call that writes after the previous value, with a payload writer. */
    String put(final String value) {
        return put.replace("#", value);
    }

    /** Returns a call that reads the next value from an input. */
    String take(final String memory) {
        final String call = "$values." + take.replace("@", memory);
        return this == INSTANT ? "io.ringside.typed.generated.FieldValues.ofEpochNs(" + call + ')' : call;
    }

    /** Returns the length in bytes of one value of constant length, or of one element. */
    int bytes() {
        return Math.max(type.length(), Byte.BYTES);
    }
}
