package io.ringside.typed.generated;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Store of arrays for the values of one field: one array of each length, within a memory limit. An array is allocated
 * when its length first occurs; without memory for another one, each value allocates, unless it has the length of the
 * previous value. Not thread-safe.
 *
 * @param <A> type of the arrays
 */
public final class ReceivedArrays<A> {
    /** Approximate number of bytes of an array besides its elements, and of its entry here. */
    private static final int OVERHEAD_BYTES = 48;
    private static final int INITIAL_CAPACITY = 8;
    /** Spreads lengths, including multiples of a number, over a table whose size is a power of two. */
    private static final int SPREAD = 0x9E3779B1;

    private final IntFunction<A> maker;
    private final int elementBytes;
    private final ArrayRoom room;
    /** Array of the previous value, if any. */
    private A last;
    private int lastLength = -1;
    /** Hash table with open addressing: a slot without an array is free, and at least half of them are. */
    private @Nullable Object[] arrays = new @Nullable Object[INITIAL_CAPACITY];
    private int[] lengths = new int[INITIAL_CAPACITY];
    private int count;

    ReceivedArrays(final IntFunction<A> maker, final int elementBytes, final ArrayRoom room) {
        this.maker = maker;
        this.elementBytes = elementBytes;
        this.room = room;
        this.last = maker.apply(0);
    }

    /** Returns an array of a length, with arbitrary contents. */
    A ofLength(final int length) {
        return length == lastLength ? last : another(length);
    }

    private A another(final int length) {
        final int place = place(lengths, arrays, length);
        @SuppressWarnings("unchecked") // The table contains only arrays from the maker.
        final A known = (A) arrays[place];
        final A array = known == null ? maker.apply(length) : known;
        if (known == null && room.take(OVERHEAD_BYTES + (long) length * elementBytes)) {
            keep(place, length, array);
        }
        last = array;
        lastLength = length;
        return array;
    }

    private void keep(final int place, final int length, final Object array) {
        arrays[place] = array;
        lengths[place] = length;
        count++;
        if (count > arrays.length / 2) {
            grow();
        }
    }

    private void grow() {
        final @Nullable Object[] newArrays = new @Nullable Object[2 * arrays.length];
        final int[] newLengths = new int[newArrays.length];
        for (int i = 0; i < arrays.length; i++) {
            if (arrays[i] != null) {
                final int place = place(newLengths, newArrays, lengths[i]);
                newArrays[place] = arrays[i];
                newLengths[place] = lengths[i];
            }
        }
        arrays = newArrays;
        lengths = newLengths;
    }

    /** Returns the slot of the array of a length, or the free slot for it. */
    private static int place(final int[] lengths, final @Nullable Object[] arrays, final int length) {
        final int mask = arrays.length - 1;
        int place = ((length * SPREAD) >>> Short.SIZE) & mask;
        while (arrays[place] != null && lengths[place] != length) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
