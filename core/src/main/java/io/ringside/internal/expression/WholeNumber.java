package io.ringside.internal.expression;

import io.ringside.schema.FieldType;

/** Reads whole numbers from a payload. Stateless. */
final class WholeNumber {
    private WholeNumber() {}

    /** Returns the value as a long; an unsigned 64-bit value as the long with the same bits. */
    static long load(final FieldType type, final PayloadBytes payload, final int offset) {
        return switch (type) {
            case INT8 -> payload.getByte(offset);
            case INT16 -> payload.getShort(offset);
            case INT32, IPV4 -> payload.getInt(offset);
            case UINT8 -> Byte.toUnsignedLong(payload.getByte(offset));
            case BOOLEAN -> payload.getByte(offset) == 0 ? 0 : 1;
            case BOOLEAN32 -> payload.getInt(offset) == 0 ? 0 : 1;
            case UINT16 -> Short.toUnsignedLong(payload.getShort(offset));
            case UINT32, HEXINT32 -> Integer.toUnsignedLong(payload.getInt(offset));
            default -> payload.getLong(offset);
        };
    }

    /** Returns a port number, which is in network order whatever its type. */
    static long port(final PayloadBytes payload, final int offset) {
        return Short.toUnsignedLong(Short.reverseBytes(payload.getShort(offset)));
    }
}
