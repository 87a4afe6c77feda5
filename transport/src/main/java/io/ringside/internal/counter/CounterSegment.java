package io.ringside.internal.counter;

import io.ringside.internal.counter.PushedInstance.Identity;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.CounterFileDescriptor;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.CounterFileDescriptor.CLOSED;
import static io.ringside.internal.layout.CounterFileDescriptor.NULL_GENERATION;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOTS_USED_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_EPOCH_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_GENERATION_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_ID_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOT_NAME_LENGTH_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.STATE_OFFSET;

/**
 * A file of a counter set as its process writes it: it allocates slots, and adds and removes instances. Its memory
 * stays mapped as long as a thread may still store a value. Guarded by its set.
 */
public final class CounterSegment {
    /**
     * Null if the segment is not published; no Agrona class is used then, since Agrona may be what is missing.
     * Instances read the buffer without the guard.
     */
    private volatile @Nullable UnsafeBuffer buffer;
    private @Nullable MappedFile file;
    /** Files that were removed since, which stay mapped because a thread may still store into them. */
    private final List<MappedFile> removed = new ArrayList<>();
    private final SlotGeometry geometry;
    private final Deque<Integer> free = new ArrayDeque<>();
    private int used;

    CounterSegment(final @Nullable MappedFile file, final SlotGeometry geometry) {
        this.file = file;
        this.buffer = file == null ? null : file.buffer();
        this.geometry = geometry;
    }

    /** Creates a segment that is not published, for a process without a trace directory, or without room in it. */
    public static CounterSegment unseen(final SlotGeometry geometry) {
        return new CounterSegment(null, geometry);
    }

    public boolean isUnseen() {
        return file == null;
    }

    /** Returns whether the file was removed or replaced. */
    boolean isLost() {
        return file != null && !file.stands();
    }

    public SlotGeometry geometry() {
        return geometry;
    }

    /** Publishes the segment with its instances, in its first file or in place of a removed one. */
    public void publish(final MappedFile made, final Collection<PushedInstance> instances) {
        final UnsafeBuffer to = made.buffer();
        if (file != null) {
            removed.add(file);
        }
        file = made;
        // Set first: from here on instances create counters that are published.
        buffer = to;
        for (final PushedInstance instance : instances) {
            instance.publish(to);
            publish(to, geometry.slotOffset(instance.slot()), instance.identity(),
                    instance.name().getBytes(StandardCharsets.UTF_8));
        }
        to.putLongRelease(SLOTS_USED_OFFSET, used);
    }

    @Nullable
    public UnsafeBuffer buffer() {
        return buffer;
    }

    public boolean hasRoom(final int nameLength) {
        return nameLength <= geometry.nameRoom() && (used < geometry.slots() || !free.isEmpty());
    }

    /** Takes a slot and publishes an instance in it, with all values 0. */
    public int add(final Identity identity, final byte[] name) {
        final Integer returned = free.poll();
        final int slot = returned == null ? used++ : returned;
        final UnsafeBuffer to = buffer;
        if (to != null) {
            final int offset = geometry.slotOffset(slot);
            for (int i = 0; i < geometry.values(); i++) {
                to.putLong(offset + CounterFileDescriptor.valueOffset(i), 0);
            }
            publish(to, offset, identity, name);
            to.putLongRelease(SLOTS_USED_OFFSET, used);
        }
        return slot;
    }

    /** Removes an instance; its slot stays occupied until {@link #release}. */
    public void end(final int slot) {
        final UnsafeBuffer to = buffer;
        if (to != null) {
            to.putLongRelease(geometry.slotOffset(slot) + SLOT_GENERATION_OFFSET, NULL_GENERATION);
            // Later stores into the slot must not be read as values of this instance.
            VarHandle.fullFence();
        }
    }

    /** Frees a slot, once no thread can store into it any more. */
    public void release(final int slot) {
        free.add(slot);
    }

    /** Shows readers that the set has no instances any more. */
    public void close() {
        final UnsafeBuffer to = buffer;
        if (to != null) {
            to.putLongRelease(STATE_OFFSET, CLOSED);
        }
    }

    /** Unmaps the segment, once no thread can store into it any more; no method may be called afterwards. */
    public void unmap() {
        final MappedFile made = file;
        if (made != null) {
            made.close();
        }
        removed.forEach(MappedFile::close);
    }

    /** Lets the memory be unmapped once no thread can store into it any more. */
    public void leave(final HeldMemory held) {
        final MappedFile made = file;
        if (made != null) {
            held.add(made.buffer());
            made.release();
        }
        removed.forEach(each -> {
            held.add(each.buffer());
            each.release();
        });
    }

    public int valueOffset(final int slot, final int index) {
        return geometry.slotOffset(slot) + CounterFileDescriptor.valueOffset(index);
    }

    private void publish(final UnsafeBuffer to, final int offset, final Identity identity, final byte[] name) {
        to.putLong(offset + SLOT_ID_OFFSET, identity.id());
        to.putLong(offset + SLOT_EPOCH_OFFSET, identity.epochNs());
        to.putInt(offset + SLOT_NAME_LENGTH_OFFSET, name.length);
        to.putBytes(offset + CounterFileDescriptor.nameOffset(geometry.values()), name);
        to.putLongRelease(offset + SLOT_GENERATION_OFFSET, identity.generation());
    }
}
