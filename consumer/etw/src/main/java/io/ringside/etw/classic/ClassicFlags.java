package io.ringside.etw.classic;

/** Flags of a classic event's header, a u32. Stateless. */
public final class ClassicFlags {
    /** The header's time is kept; without this flag, the write reads the clock. */
    public static final int USE_TIMESTAMP = 0x0000_0200;
    /** The flag that every classic event has. */
    public static final int TRACED_GUID = 0x0002_0000;
    /** Accepted without effect. */
    public static final int LOG_WNODE = 0x0004_0000;
    /** The header refers to the class's id instead of holding it. */
    public static final int USE_GUID_POINTER = 0x0008_0000;
    /** Fields that refer to the data follow the header; without this flag, the data follow it. */
    public static final int USE_MOF_POINTER = 0x0010_0000;

    /** All known flags. */
    public static final int KNOWN = USE_TIMESTAMP | TRACED_GUID | LOG_WNODE | USE_GUID_POINTER | USE_MOF_POINTER;

    private ClassicFlags() {}
}
