package io.ringside.internal.counter;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterValue;
import io.ringside.internal.layout.CounterFileDescriptor;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_EPOCH_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_ID_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_NAME_LENGTH_OFFSET;

/**
 * A copy of an instance as it was last read. It represents one lifetime of the instance: when another instance begins
 * in the same slot, it has another view. Used by the thread of its reader.
 */
public final class InstanceView {
    private final CounterFileView file;
    private final long generation;
    private final long id;
    private final long epochNs;
    private final String name;
    private final long[] values;
    private final boolean damaged;

    private InstanceView(final CounterFileView file, final long generation, final long id, final long epochNs,
            final String name, final boolean damaged) {
        this.file = file;
        this.generation = generation;
        this.id = id;
        this.epochNs = epochNs;
        this.name = name;
        this.values = new long[file.schema().counters().size()];
        this.damaged = damaged;
    }

    /** Copies everything but the values. An invalid name is replaced by one that contains the place of the instance. */
    static InstanceView read(
            final CounterFileView file, final DirectBuffer buffer, final SlotGeometry geometry, final int slot,
            final long generation) {
        final int offset = geometry.slotOffset(slot);
        final long id = buffer.getLong(offset + SLOT_ID_OFFSET);
        final long epochNs = buffer.getLong(offset + SLOT_EPOCH_OFFSET);
        final int length = buffer.getInt(offset + SLOT_NAME_LENGTH_OFFSET);
        if (length >= 0 && length <= geometry.nameRoom() && (length > 0) == file.hasNames()) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset + CounterFileDescriptor.nameOffset(geometry.values()), bytes);
            final String name = new String(bytes, StandardCharsets.UTF_8);
            if (length == 0 || CounterPath.Instance.isAllowed(name)) {
                return new InstanceView(file, generation, id, epochNs, name, false);
            }
        }
        return new InstanceView(file, generation, id, epochNs, file.hasNames() ? "damaged " + slot : "", true);
    }

    /** Returns the file of the instance, which identifies its set and its process. */
    public CounterFileView file() {
        return file;
    }

    /** Returns the number of this instance among all instances of its process. */
    public long generation() {
        return generation;
    }

    /** Returns the stable id as stored by its process. */
    public long id() {
        return id;
    }

    /** Returns the time of creation as stored by its process, in nanoseconds since 1970. */
    public long epochNs() {
        return epochNs;
    }

    /** Returns the name; empty for a set with a single instance. */
    public String name() {
        return name;
    }

    /**
     * Returns a value.
     *
     * @param index of the counter in the set
     * @return raw value, all 64 bits
     */
    public long value(final int index) {
        return values[index];
    }

    /** Whether the instance can be relied on: valid, or {@link CounterValue.Status#INVALID_SAMPLE} if it is damaged. */
    public CounterValue.Status status() {
        return damaged ? CounterValue.Status.INVALID_SAMPLE : CounterValue.Status.VALID_DATA;
    }

    long[] values() {
        return values;
    }
}
