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
 * An instance as it was read last, a copy. It represents one life of the instance: when that ends and another begins in
 * the same place, there is another view. For the thread of its reader.
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

    /** Copies all but the values. What cannot be a name becomes one that says where it is. */
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

    /** The file in which it is: its set and its process. */
    public CounterFileView file() {
        return file;
    }

    /** Number of this instance among all that its process ever had. */
    public long generation() {
        return generation;
    }

    /** The stable id, as its process says it. */
    public long id() {
        return id;
    }

    /** When it was made, in nanoseconds since 1970, as its process says it. */
    public long epochNs() {
        return epochNs;
    }

    /** The name; empty for a set of one instance. */
    public String name() {
        return name;
    }

    /**
     * A value.
     *
     * @param index of the counter in the set
     * @return raw, all 64 bits
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
