package io.ringside.internal.event;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.event.Opcode;

/**
 * The layout of an {@link EventDescriptor}: 16 bytes, little-endian, without padding. A diagram is in {@code
 * core/docs/event-layouts.md}.
 */
public final class EventDescriptorLayout {
    /** Number of the event, u16. */
    public static final int ID_OFFSET = 0;
    /** Version of the event's fields, u8. */
    public static final int VERSION_OFFSET = 2;
    /** {@link io.ringside.event.EventDescriptor#channel}, u8. */
    public static final int CHANNEL_OFFSET = 3;
    /** {@link Level}, u8. */
    public static final int LEVEL_OFFSET = 4;
    /** {@link Opcode}, u8. */
    public static final int OPCODE_OFFSET = 5;
    /** Task of the provider, u16. */
    public static final int TASK_OFFSET = 6;
    /** Mask of {@link Keyword}s, u64. */
    public static final int KEYWORD_OFFSET = 8;
    /** Length of a descriptor in bytes. */
    public static final int LENGTH = 16;

    private EventDescriptorLayout() {}
}
