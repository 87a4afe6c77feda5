package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicRecord;

/**
 * The flags of the parts that precede the arguments of a message, in this order: number, id, time, writer. Stateless.
 */
public final class MessageFlags {
    /** Its number in a sequence, u32, if the session counts. */
    public static final int SEQUENCE = ClassicRecord.SEQUENCE;
    /** A GUID of 16 bytes; not together with {@link #COMPONENT_ID}. */
    public static final int GUID = ClassicRecord.GUID;
    /** A number in its place, u32. */
    public static final int COMPONENT_ID = ClassicRecord.COMPONENT_ID;
    /** Time of the message, i64, in ticks of the session's clock. */
    public static final int TIMESTAMP = ClassicRecord.TIMESTAMP;
    /** The same field: the session's clock is the one of highest resolution anyway. */
    public static final int PERFORMANCE_TIMESTAMP = ClassicRecord.PERFORMANCE_TIMESTAMP;
    /** Ids of thread and process, two u32. */
    public static final int SYSTEM_INFO = ClassicRecord.SYSTEM_INFO;
    /** The writer's pointers have four bytes. */
    public static final int POINTER_FOUR_BYTES = 0x40;
    /** The writer's pointers have eight bytes. */
    public static final int POINTER_EIGHT_BYTES = 0x80;

    /** All of them. */
    public static final int KNOWN = 0xFF;

    private MessageFlags() {}
}
