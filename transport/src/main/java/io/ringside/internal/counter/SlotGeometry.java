package io.ringside.internal.counter;

import io.ringside.internal.layout.CounterFileDescriptor;

import static io.ringside.internal.layout.CounterFileDescriptor.FILE_LENGTH_MAX;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOTS_MAX;

/**
 * Layout of the slots in a file. Immutable.
 *
 * @param contentLength bytes of the encoded set
 * @param values        number of values of an instance
 * @param nameRoom      bytes for a name
 * @param slots         number of slots in the file
 */
public record SlotGeometry(int contentLength, int values, int nameRoom, int slots) {
    /** Limits the requested number of slots to those for which the longest file has room, but at least one. */
    public static SlotGeometry of(final int contentLength, final int values, final int nameRoom, final int wanted) {
        final int room = (FILE_LENGTH_MAX - CounterFileDescriptor.slotsOffset(contentLength))
                / CounterFileDescriptor.slotLength(values, nameRoom);
        return new SlotGeometry(contentLength, values, nameRoom, Math.max(1, Math.min(wanted, Math.min(room,
                SLOTS_MAX))));
    }

    int slotLength() {
        return CounterFileDescriptor.slotLength(values, nameRoom);
    }

    int slotOffset(final int slot) {
        return CounterFileDescriptor.slotsOffset(contentLength) + slot * slotLength();
    }

    int fileLength() {
        return slotOffset(slots);
    }

    /** Returns whether these values, read from a file, are possible for its length. */
    boolean fits(final long fileLength) {
        return contentLength >= 0 && contentLength <= FILE_LENGTH_MAX
                && values > 0 && values <= CounterFileDescriptor.VALUES_MAX
                && nameRoom > 0 && nameRoom <= CounterFileDescriptor.LONG_NAME_ROOM
                && nameRoom % CounterFileDescriptor.ALIGNMENT == 0
                && slots > 0 && slots <= SLOTS_MAX
                && CounterFileDescriptor.slotsOffset(contentLength) + (long) slots * slotLength() == fileLength;
    }
}
