package io.ringside.etw.trace;

/** Bits of an event's header flags in ETW's encoding, a u16. Stateless. */
public final class HeaderFlags {
    /** Extended items follow. */
    public static final int EXTENDED_INFO = 0x0001;
    /** The field for processor times holds one time instead of kernel and user time. */
    public static final int PRIVATE_SESSION = 0x0002;
    /** The payload is one string and nothing else. */
    public static final int STRING_ONLY = 0x0004;
    /** The event was written through the message interface. */
    public static final int TRACE_MESSAGE = 0x0008;
    /** The fields for processor times are unused; always set by us. */
    public static final int NO_CPU_TIME = 0x0010;
    /** The writer's pointers have four bytes; never set by us. */
    public static final int POINTER_FOUR_BYTES = 0x0020;
    /** The writer's pointers have eight bytes; always set by us. */
    public static final int POINTER_EIGHT_BYTES = 0x0040;
    /** The id of the provider is a decode id. */
    public static final int DECODE_GUID = 0x0080;
    /** Classic event: the id is that of an event class. */
    public static final int CLASSIC_HEADER = 0x0100;
    /** The context of the buffer holds a 16-bit processor number. */
    public static final int PROCESSOR_INDEX = 0x0200;

    /** Flags of all our events: exactly one pointer size, and no processor time. */
    public static final int ALWAYS = POINTER_EIGHT_BYTES | NO_CPU_TIME;

    private HeaderFlags() {}
}
