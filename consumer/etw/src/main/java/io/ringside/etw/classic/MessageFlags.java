package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicRecord;

/** Flags of the parts before the arguments of a message, in this order: number, id, time, writer. Stateless. */
public final class MessageFlags {
    /** Sequence number, u32, if the session counts. */
    public static final int SEQUENCE = ClassicRecord.SEQUENCE;
    /** A GUID of 16 bytes; not together with {@link #COMPONENT_ID}. */
    public static final int GUID = ClassicRecord.GUID;
    /** Component id, u32, in place of a GUID. */
    public static final int COMPONENT_ID = ClassicRecord.COMPONENT_ID;
    /** Time of the message, i64, in ticks of the session's clock. */
    public static final int TIMESTAMP = ClassicRecord.TIMESTAMP;
    /** Same as {@link #TIMESTAMP}: the session's clock already has the highest resolution. */
    public static final int PERFORMANCE_TIMESTAMP = ClassicRecord.PERFORMANCE_TIMESTAMP;
    /** Ids of thread and process, two u32. */
    public static final int SYSTEM_INFO = ClassicRecord.SYSTEM_INFO;
    /** The writer's pointers have four bytes; no part of the message. */
    public static final int POINTER_FOUR_BYTES = 0x40;
    /** The writer's pointers have eight bytes; no part of the message. */
    public static final int POINTER_EIGHT_BYTES = 0x80;

    /** All known flags. */
    public static final int KNOWN = 0xFF;

    private MessageFlags() {}
}
