package io.ringside.etw.classic;

/**
 * Byte offsets of ETW's EVENT_INSTANCE_HEADER (56 bytes). The first 24 bytes are those of {@link ClassicHeaderLayout}.
 * The picture is in {@code consumer/etw/docs/header-layouts.md}. Little-endian.
 */
public final class ClassicInstanceLayout {
    /** Handle of the registered class, u64. */
    public static final int CLASS_HANDLE_OFFSET = 24;
    /** Number of the instance, u32, never 0. */
    public static final int INSTANCE_ID_OFFSET = 32;
    /** Number of the parent, u32; 0 if there is none. */
    public static final int PARENT_INSTANCE_ID_OFFSET = 36;
    /** Two u32 of kernel and user time, or one u64; or a context, u32; unused here. */
    public static final int PROCESSOR_TIME_OFFSET = 40;
    /** {@link ClassicFlags}, u32. */
    public static final int FLAGS_OFFSET = 44;
    /** Handle of the parent's registered class, u64; 0 if there is none. */
    public static final int PARENT_CLASS_HANDLE_OFFSET = 48;
    /** Bytes of the header. */
    public static final int LENGTH = 56;

    private ClassicInstanceLayout() {}
}
