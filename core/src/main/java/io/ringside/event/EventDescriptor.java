package io.ringside.event;

import io.ringside.RingsideException;
import io.ringside.internal.event.EventDescriptorLayout;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.event.EventDescriptorLayout.CHANNEL_OFFSET;
import static io.ringside.internal.event.EventDescriptorLayout.ID_OFFSET;
import static io.ringside.internal.event.EventDescriptorLayout.KEYWORD_OFFSET;
import static io.ringside.internal.event.EventDescriptorLayout.LEVEL_OFFSET;
import static io.ringside.internal.event.EventDescriptorLayout.OPCODE_OFFSET;
import static io.ringside.internal.event.EventDescriptorLayout.TASK_OFFSET;
import static io.ringside.internal.event.EventDescriptorLayout.VERSION_OFFSET;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * The seven fields that identify and classify an event. Id and version identify it, level and keyword determine which
 * sessions receive it, and channel, opcode and task only describe it.
 * <p>
 * Immutable, and thus safe to share. {@link EventDescriptorLayout} describes its encoding.
 */
public final class EventDescriptor {
    /** No channel: the value of an event that is not intended for an event log. */
    public static final int CHANNEL_NONE = 0;
    /** Channel of an event that describes itself. */
    public static final int CHANNEL_SELF_DESCRIBING = 11;
    /** Channel of an event with a schema whose provider has traits. */
    public static final int CHANNEL_PROVIDER_WITH_TRAITS = 12;
    /** First channel that a provider may choose; those below are reserved. */
    public static final int CHANNEL_FIRST_OWN = 16;

    private static final int BYTE_MAX = 0xFF;
    private static final int SHORT_MAX = 0xFFFF;

    private final int id;
    private final int version;
    private final int channel;
    private final int level;
    private final int opcode;
    private final int task;
    private final long keyword;

    private EventDescriptor(
            final int id,
            final int version,
            final int channel,
            final int level,
            final int task,
            final int opcode,
            final long keyword) {
        this.id = requireWithin("id", id, SHORT_MAX);
        this.version = requireWithin("version", version, BYTE_MAX);
        this.channel = requireWithin("channel", channel, BYTE_MAX);
        this.level = requireWithin("level", level, BYTE_MAX);
        this.opcode = requireWithin("opcode", opcode, BYTE_MAX);
        this.task = requireWithin("task", task, SHORT_MAX);
        this.keyword = keyword;
    }

    /**
     * Creates a descriptor. The order of the arguments is ETW's: <em>task before opcode</em>, unlike in memory.
     *
     * @param id      number of the event in its provider, 0..65535; 0 for events identified by name.
     * @param version of the event's fields, 0..255.
     * @param channel matters to event logs only and never to delivery, 0..255.
     * @param level   see {@link Level}, 0..255; lower is more severe.
     * @param task    number of a task of the provider, 0..65535; 0 for none.
     * @param opcode  see {@link Opcode}, 0..255.
     * @param keyword mask of the {@link Keyword}s that the event belongs to.
     * @return the descriptor.
     * @throws RingsideException if a number does not fit its field.
     */
    public static EventDescriptor of(
            final int id,
            final int version,
            final int channel,
            final int level,
            final int task,
            final int opcode,
            final long keyword) {
        return new EventDescriptor(id, version, channel, level, task, opcode, keyword);
    }

    /**
     * Creates a descriptor of version 0 without channel, task and opcode.
     *
     * @param id      number of the event, 0..65535.
     * @param level   see {@link Level}, 0..255.
     * @param keyword mask of the {@link Keyword}s that the event belongs to.
     * @return the descriptor.
     * @throws RingsideException if a number does not fit its field.
     */
    public static EventDescriptor of(final int id, final int level, final long keyword) {
        return new EventDescriptor(id, 0, CHANNEL_NONE, level, 0, Opcode.INFO, keyword);
    }

    /**
     * Reads the 16 bytes of a descriptor. Every byte pattern is a valid descriptor.
     *
     * @param buffer that holds them.
     * @param offset of the first byte.
     * @return the descriptor.
     */
    public static EventDescriptor decode(final DirectBuffer buffer, final int offset) {
        return new EventDescriptor(
                buffer.getShort(offset + ID_OFFSET, LITTLE_ENDIAN) & SHORT_MAX,
                buffer.getByte(offset + VERSION_OFFSET) & BYTE_MAX,
                buffer.getByte(offset + CHANNEL_OFFSET) & BYTE_MAX,
                buffer.getByte(offset + LEVEL_OFFSET) & BYTE_MAX,
                buffer.getShort(offset + TASK_OFFSET, LITTLE_ENDIAN) & SHORT_MAX,
                buffer.getByte(offset + OPCODE_OFFSET) & BYTE_MAX,
                buffer.getLong(offset + KEYWORD_OFFSET, LITTLE_ENDIAN));
    }

    /**
     * Writes the {@link EventDescriptorLayout#LENGTH} bytes of this descriptor.
     *
     * @param buffer to write into.
     * @param offset of the first byte.
     */
    public void encode(final MutableDirectBuffer buffer, final int offset) {
        buffer.putShort(offset + ID_OFFSET, (short) id, LITTLE_ENDIAN);
        buffer.putByte(offset + VERSION_OFFSET, (byte) version);
        buffer.putByte(offset + CHANNEL_OFFSET, (byte) channel);
        buffer.putByte(offset + LEVEL_OFFSET, (byte) level);
        buffer.putByte(offset + OPCODE_OFFSET, (byte) opcode);
        buffer.putShort(offset + TASK_OFFSET, (short) task, LITTLE_ENDIAN);
        buffer.putLong(offset + KEYWORD_OFFSET, keyword, LITTLE_ENDIAN);
    }

    /** {@return the number of the event in its provider, 0..65535} */
    public int id() {
        return id;
    }

    /** {@return the version of the event's fields, 0..255} */
    public int version() {
        return version;
    }

    /** {@return the channel, 0..255, which matters to event logs only and never to delivery} */
    public int channel() {
        return channel;
    }

    /** {@return the {@link Level}, 0..255} */
    public int level() {
        return level;
    }

    /** {@return the task of the provider, 0..65535; 0 for none} */
    public int task() {
        return task;
    }

    /** {@return the {@link Opcode}, 0..255} */
    public int opcode() {
        return opcode;
    }

    /** {@return the mask of {@link Keyword}s} */
    public long keyword() {
        return keyword;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof EventDescriptor that
                && id == that.id
                && version == that.version
                && channel == that.channel
                && level == that.level
                && opcode == that.opcode
                && task == that.task
                && keyword == that.keyword;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * ((id << 16) | (version << 8) | level) + ((task << 16) | (channel << 8) | opcode))
                + Long.hashCode(keyword);
    }

    @Override
    public String toString() {
        return "EventDescriptor{id=" + id + ", version=" + version + ", channel=" + channel + ", level=" + level
                + ", task=" + task + ", opcode=" + opcode + ", keyword=0x" + Long.toHexString(keyword) + '}';
    }

    private static int requireWithin(final String field, final int value, final int max) {
        if (value < 0 || value > max) {
            throw RingsideException.invalidArgument(
                    "field of event descriptor out of range: field=" + field + ", value=" + value + ", min=0, max="
                            + max);
        }
        return value;
    }
}
