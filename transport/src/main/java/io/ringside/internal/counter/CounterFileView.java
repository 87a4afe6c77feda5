package io.ringside.internal.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.CounterFileDescriptor;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.CounterFileDescriptor.CLOSED;
import static io.ringside.internal.layout.CounterFileDescriptor.NULL_GENERATION;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOTS_USED_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_GENERATION_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.STATE_OFFSET;

/**
 * A counter file that another process writes, or wrote until it died. Collecting copies the values. No value that is
 * read determines an address, and nothing is allocated once all instances are known. Not thread-safe.
 */
public final class CounterFileView {
    private static final int READS = 16;

    private final MappedFile file;
    private final CounterFileName name;
    private final CounterSetSchema schema;
    private final SlotGeometry geometry;
    private final long pid;
    private final boolean hasCallback;
    private final AtomicBuffer buffer;
    private final boolean hasNames;
    private final @Nullable InstanceView[] instances;
    private int slotsUsed;
    private long timeNs;
    private boolean stale;
    private boolean isNumberDamaged;

    CounterFileView(final MappedFile file, final CounterFileName name, final CounterSetSchema schema,
            final SlotGeometry geometry, final long pid, final boolean hasCallback) {
        this.file = file;
        this.name = name;
        this.schema = schema;
        this.geometry = geometry;
        this.pid = pid;
        this.hasCallback = hasCallback;
        this.buffer = file.buffer();
        this.hasNames = schema.kind().hasNames();
        this.instances = new InstanceView[geometry.slots()];
    }

    public CounterSetSchema schema() {
        return schema;
    }

    /** Returns the incarnation of the writing process. */
    public Incarnation incarnation() {
        return name.incarnation();
    }

    /** Returns the process id of the writer in its own namespace, for display. */
    public long pid() {
        return pid;
    }

    /** Returns the number of the set in its process. */
    public int setNumber() {
        return name.set();
    }

    /** Returns whether this is the first file of a set with a callback, which may have instances in no file. */
    public boolean isPulled() {
        return hasCallback && name.segment() == 0;
    }

    /** Returns whether the process was found dead, so that the values are its last ones. */
    public boolean isStale() {
        return stale;
    }

    /** Returns the time at which the values were read, in nanoseconds of the reader's clock. */
    public long timeNs() {
        return timeNs;
    }

    /** Returns the number of slots for instances, many of which are empty. */
    public int slots() {
        return slotsUsed;
    }

    /**
     * Returns the instance in a slot.
     *
     * @param slot below {@link #slots}
     * @return the clock; null if there is no file
     */
    public @Nullable InstanceView instance(final int slot) {
        return instances[slot];
    }

    CounterFileName name() {
        return name;
    }

    boolean hasNames() {
        return hasNames;
    }

    /** Returns whether the number of used slots is invalid; all slots are read then. */
    boolean isNumberDamaged() {
        return isNumberDamaged;
    }

    boolean isWhole() {
        return file.isWhole();
    }

    void stale() {
        stale = true;
    }

    void close() {
        file.close();
    }

    /** Copies all values; returns whether the instances in the file have changed. */
    boolean collect(final long nowNs) {
        timeNs = nowNs;
        final long said = buffer.getLongAcquire(STATE_OFFSET) == CLOSED ? 0 : buffer.getLongAcquire(SLOTS_USED_OFFSET);
        isNumberDamaged = said < 0 || said > geometry.slots();
        // Slots that were never used have no generation, so reading them too finds no instance.
        final int used = isNumberDamaged ? geometry.slots() : (int) said;
        boolean changed = false;
        for (int slot = used; slot < slotsUsed; slot++) {
            changed |= put(slot, null);
        }
        slotsUsed = used;
        for (int slot = 0; slot < used; slot++) {
            changed |= put(slot, take(slot, instances[slot]));
        }
        return changed;
    }

    private boolean put(final int slot, final @Nullable InstanceView instance) {
        final boolean changed = instances[slot] != instance;
        instances[slot] = instance;
        return changed;
    }

    /** Reads the instance in a slot. An instance that keeps changing while it is read counts as removed. */
    private @Nullable InstanceView take(final int slot, final @Nullable InstanceView known) {
        final int offset = geometry.slotOffset(slot);
        for (int i = 0; i < READS; i++) {
            final long generation = buffer.getLongAcquire(offset + SLOT_GENERATION_OFFSET);
            if (generation == NULL_GENERATION) {
                return null;
            }
            final InstanceView instance = known != null && known.generation() == generation
                    ? known
                    : InstanceView.read(this, buffer, geometry, slot, generation);
            copyValues(offset, instance.values());
            VarHandle.acquireFence();
            if (buffer.getLongVolatile(offset + SLOT_GENERATION_OFFSET) == generation) {
                return instance;
            }
        }
        return null;
    }

    private void copyValues(final int offset, final long[] values) {
        int from = offset + CounterFileDescriptor.valueOffset(0);
        for (int i = 0; i < values.length; i++) {
            values[i] = buffer.getLongVolatile(from);
            from += Long.BYTES;
        }
    }
}
