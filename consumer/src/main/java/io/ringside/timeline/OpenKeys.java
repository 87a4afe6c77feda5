package io.ringside.timeline;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Open entries by key, the oldest first. Their number is bounded, as is their memory, which is counted in units. Not
 * thread-safe.
 *
 * @param <T> type of the entries
 */
final class OpenKeys<T extends OpenKeys.Held> {
    /** Maximum number of keys. */
    static final int KEYS_MAX = 1_000_000;

    /** Bytes per unit: an entry uses less than half of that per unit, even if it is the only one of its key. */
    private static final long BYTES_PER_UNIT = 512;
    private static final int CHARS_PER_UNIT = 128;

    private final int keysMax;
    private final long unitsMax;
    private final Map<Object, T> open = new LinkedHashMap<>();
    private long units;

    /** Value of a key. */
    interface Held {
        /** {@return the entry's units of memory without the key, at least 0} */
        int units();
    }

    /** Creates room for as many entries as fit this JVM's memory. */
    OpenKeys() {
        this(KEYS_MAX);
    }

    /** Creates room for fewer keys. */
    OpenKeys(final int keysMax) {
        this(keysMax, Math.min(4L * KEYS_MAX, Runtime.getRuntime().maxMemory() / BYTES_PER_UNIT));
    }

    OpenKeys(final int keysMax, final long unitsMax) {
        this.keysMax = keysMax;
        this.unitsMax = unitsMax;
    }

    /** Returns the units of memory that a text uses. */
    static int unitsOf(final CharSequence text) {
        return text.length() / CHARS_PER_UNIT;
    }

    @Nullable
    T get(final Object key) {
        return open.get(key);
    }

    /** Adds a key as the newest. The key must not be open. */
    void put(final Object key, final T held) {
        open.put(key, held);
        units += unitsOf(key, held);
    }

    /** Counts one more unit for an open entry. */
    void grow() {
        units++;
    }

    @Nullable
    T remove(final Object key) {
        final T held = open.remove(key);
        if (held != null) {
            units -= unitsOf(key, held);
        }
        return held;
    }

    /**
     * Removes the oldest entry if there are too many.
     *
     * @param parts number of equal parts into which the memory is divided; these entries may use one part
     * @return the removed entry; null if there is room
     */
    @Nullable
    T removeSurplus(final int parts) {
        return open.size() > keysMax || units > unitsMax / parts
                ? remove(open.keySet().iterator().next())
                : null;
    }

    /** {@return all entries, the oldest first, as a view} */
    Collection<T> values() {
        return open.values();
    }

    void clear() {
        open.clear();
        units = 0;
    }

    private static int unitsOf(final Object key, final Held held) {
        return held.units() + (key instanceof final CharSequence text ? unitsOf(text) : 0);
    }
}
