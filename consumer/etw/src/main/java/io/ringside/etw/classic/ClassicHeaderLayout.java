package io.ringside.etw.classic;

/**
 * Byte offsets of ETW's EVENT_TRACE_HEADER (48 bytes), which a classic provider puts before its data. The picture is in
 * {@code consumer/etw/docs/header-layouts.md}. Little-endian.
 */
public final class ClassicHeaderLayout {
    /** Length in bytes of the header and the data or fields after it, u16. */
    public static final int SIZE_OFFSET = 0;
    /** Reserved, u16. */
    public static final int FIELD_TYPE_FLAGS_OFFSET = 2;
    /** Type of the event within its class, u8. */
    public static final int TYPE_OFFSET = 4;
    /** Level of the event, u8. */
    public static final int LEVEL_OFFSET = 5;
    /** Version of the event's fields, u16. */
    public static final int VERSION_OFFSET = 6;
    /** Thread id of the writer, u32: never set. */
    public static final int THREAD_ID_OFFSET = 8;
    /** Process id of the writer, u32: never set. */
    public static final int PROCESS_ID_OFFSET = 12;
    /** Time of the event, i64; used with {@link ClassicFlags#USE_TIMESTAMP}. */
    public static final int TIMESTAMP_OFFSET = 16;
    /** Id of the class, a GUID in ETW's byte order; or the address of the id, u64. */
    public static final int CLASS_ID_OFFSET = 24;
    /** Two u32 of kernel and user time, or one u64; or a context, u32; unused here. */
    public static final int PROCESSOR_TIME_OFFSET = 40;
    /** {@link ClassicFlags}, u32. */
    public static final int FLAGS_OFFSET = 44;
    /** Bytes of the header. */
    public static final int LENGTH = 48;

    /** Bytes of one MOF_FIELD after the header: address, length and type of its data. */
    public static final int FIELD_LENGTH = 16;
    /** Maximum number of fields: MAX_MOF_FIELDS. */
    public static final int FIELDS_MAX = 16;

    private ClassicHeaderLayout() {}
}
