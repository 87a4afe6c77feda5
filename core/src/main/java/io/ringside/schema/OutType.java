package io.ringside.schema;

import org.jspecify.annotations.Nullable;

/**
 * Preferred form of a field's values, with ETW's numbers. Each form fits only some types: whole numbers of its width,
 * text, bytes or times.
 */
public enum OutType {
    /** The default form of the type. */
    DEFAULT(0, Form.PLAIN),
    /** Text; for a whole number of 8 or 16 bits the character. */
    STRING(1, Form.TEXT),
    /** A point in time. */
    DATETIME(2, Form.TIME),
    /** Signed, 8 bits. */
    BYTE(3, Form.SIGNED, 1),
    /** Unsigned, 8 bits. */
    UBYTE(4, Form.UNSIGNED, 1),
    /** Signed, 16 bits. */
    SHORT(5, Form.SIGNED, 2),
    /** Unsigned, 16 bits. */
    USHORT(6, Form.UNSIGNED, 2),
    /** Signed, 32 bits. */
    INT(7, Form.SIGNED, 4),
    /** Unsigned, 32 bits. */
    UINT(8, Form.UNSIGNED, 4),
    /** Signed, 64 bits. */
    LONG(9, Form.SIGNED, 8),
    /** Unsigned, 64 bits. */
    ULONG(10, Form.UNSIGNED, 8),
    /** Floating point, 32 bits. */
    FLOAT(11, Form.OWN),
    /** Floating point, 64 bits. */
    DOUBLE(12, Form.OWN),
    /** True or false. */
    BOOLEAN(13, Form.TRUTH),
    /** A UUID. */
    GUID(14, Form.OWN),
    /** Bytes in hex. */
    HEXBINARY(15, Form.BYTES),
    /** 8 bits in hex. */
    HEXINT8(16, Form.HEX, 1),
    /** 16 bits in hex. */
    HEXINT16(17, Form.HEX, 2),
    /** 32 bits in hex. */
    HEXINT32(18, Form.HEX, 4),
    /** 64 bits in hex. */
    HEXINT64(19, Form.HEX, 8),
    /** Id of a process. */
    PID(20, Form.UNSIGNED, 4),
    /** Id of a thread. */
    TID(21, Form.UNSIGNED, 4),
    /** Port number: two bytes in network order. */
    PORT(22, Form.PORT, 2),
    /** Internet address: four bytes in network order. */
    IPV4(23, Form.SHORT_ADDRESS, 4),
    /** Internet address: sixteen bytes in network order. */
    IPV6(24, Form.LONG_ADDRESS),
    /** Family, port and internet address, as in sockets. */
    SOCKETADDRESS(25, Form.SOCKET_ADDRESS),
    /** A point in time. */
    ETWTIME(27, Form.TIME),
    /** XML text. */
    XML(28, Form.MARKUP),
    /** Error number, in hex. */
    ERRORCODE(29, Form.HEX, 4),
    /** Windows error number. */
    WIN32ERROR(30, Form.UNSIGNED, 4),
    /** Windows NT status, in hex. */
    NTSTATUS(31, Form.HEX, 4),
    /** COM result, in hex. */
    HRESULT(32, Form.HEX, 4),
    /** A point in time, in a form independent of the locale. */
    DATETIME_CULTURE_INSENSITIVE(33, Form.TIME),
    /** JSON text. */
    JSON(34, Form.MARKUP),
    /** UTF-8 text. */
    UTF8(35, Form.MARKUP),
    /** A signed message, in hex. */
    PKCS7(36, Form.BYTES),
    /** Address of code in memory, in hex. */
    CODE_POINTER(37, Form.HEX, 8),
    /** A point in time, in UTC. */
    DATETIME_UTC(38, Form.TIME);

    private static final OutType[] TYPES = values();

    private final int code;
    private final Form form;
    private final int width;

    OutType(final int code, final Form form) {
        this(code, form, 0);
    }

    OutType(final int code, final Form form, final int width) {
        this.code = code;
        this.form = form;
        this.width = width;
    }

    /** Form in which a value is shown. */
    private enum Form {
        PLAIN,
        /** Form of the only type that it fits. */
        OWN, SIGNED, UNSIGNED, HEX, TRUTH, PORT, SHORT_ADDRESS, TEXT,
        /** Text, but never a single character. */
        MARKUP, BYTES, LONG_ADDRESS, SOCKET_ADDRESS, TIME
    }

    /** {@return ETW's number of this out type} */
    public int code() {
        return code;
    }

    /**
     * Finds an out type by its number.
     *
     * @param code any number.
     * @return the out type; null if there is none.
     */
    public static @Nullable OutType ofCode(final int code) {
        for (final OutType type : TYPES) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }

    /**
     * Returns whether a type can be shown in this form.
     *
     * @param type of a field.
     * @return true if it can.
     */
    public boolean fits(final FieldType type) {
        return switch (form) {
            case PLAIN -> true;
            case OWN -> this == GUID ? type == FieldType.UUID || type == FieldType.GUID : name().equals(type.name());
            case SIGNED, UNSIGNED, HEX -> type.isInteger() && type.length() == width;
            case PORT -> type == FieldType.UINT16;
            case SHORT_ADDRESS -> type == FieldType.UINT32 || type == FieldType.IPV4;
            case TRUTH -> type == FieldType.UINT8 || type == FieldType.BOOLEAN || type == FieldType.BOOLEAN32;
            case TEXT -> isTextual(type) || (type.isInteger() && type.length() <= Short.BYTES);
            case MARKUP -> isTextual(type);
            case BYTES, SOCKET_ADDRESS -> type == FieldType.BINARY;
            case LONG_ADDRESS -> type == FieldType.BINARY || type == FieldType.IPV6;
            case TIME -> type == FieldType.TIMESTAMP || type == FieldType.FILETIME;
        };
    }

    private static boolean isTextual(final FieldType type) {
        return type.isText() || type == FieldType.BINARY;
    }
}
