package io.ringside.etw.trace;

import io.ringside.internal.event.EventDescriptorLayout;
import io.ringside.internal.event.EventProperty;
import io.ringside.internal.event.Filetime;
import io.ringside.internal.event.GuidEncoding;

/**
 * Byte offsets of ETW's EVENT_HEADER (80 bytes), and of the fields that follow it in an EVENT_RECORD with 8-byte
 * pointers (112 bytes). Our own records have another, shorter header; this one is used for exports and comparisons. The
 * pictures are in {@code consumer/etw/docs/header-layouts.md}.
 */
public final class EtwHeaderLayout {
    /** Length in bytes of the whole event, u16. */
    public static final int SIZE_OFFSET = 0;
    /** Reserved, u16. */
    public static final int HEADER_TYPE_OFFSET = 2;
    /** {@link HeaderFlags}, u16. */
    public static final int FLAGS_OFFSET = 4;
    /** {@link EventProperty}, u16. */
    public static final int EVENT_PROPERTY_OFFSET = 6;
    /** Thread id of the writer, u32. */
    public static final int THREAD_ID_OFFSET = 8;
    /** Process id of the writer, u32. */
    public static final int PROCESS_ID_OFFSET = 12;
    /** Time of the event, i64, {@link Filetime} unless raw. */
    public static final int TIMESTAMP_OFFSET = 16;
    /** Id of the provider, {@link GuidEncoding}. */
    public static final int PROVIDER_ID_OFFSET = 24;
    /** The {@link EventDescriptorLayout}. */
    public static final int DESCRIPTOR_OFFSET = 40;
    /** Two u32 of kernel and user time, or one u64; unused with {@link HeaderFlags#NO_CPU_TIME}. */
    public static final int PROCESSOR_TIME_OFFSET = 56;
    /** Id of the activity, {@link GuidEncoding}. */
    public static final int ACTIVITY_ID_OFFSET = 64;
    /** Bytes of the header. */
    public static final int LENGTH = 80;

    /** Processor of the writer, u16; or number and alignment, two u8. */
    public static final int PROCESSOR_INDEX_OFFSET = 80;
    /** Id of the session, u16. */
    public static final int LOGGER_ID_OFFSET = 82;
    /** Number of extended items, u16. */
    public static final int EXTENDED_DATA_COUNT_OFFSET = 84;
    /** Bytes of the payload, u16. */
    public static final int USER_DATA_LENGTH_OFFSET = 86;
    /** Pointer to the extended items. */
    public static final int EXTENDED_DATA_OFFSET = 88;
    /** Pointer to the payload. */
    public static final int USER_DATA_OFFSET = 96;
    /** Pointer to the user context that the consumer passed when it opened the trace. */
    public static final int USER_CONTEXT_OFFSET = 104;
    /** Bytes of a record. */
    public static final int RECORD_LENGTH = 112;

    private EtwHeaderLayout() {}
}
