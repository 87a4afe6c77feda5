package io.ringside.timeline;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open entries, by key, the oldest first. Their number is bounded, and their memory, which is counted in units. Not
 * thread-safe.
 *
 * @param <T> what is open
 */
final class OpenKeys<T extends OpenKeys.Held> {
    /** Most keys. */
    static final int KEYS_MAX = 1_000_000;

    /** A unit takes less than half of it, even if it is the only one of its key. */
    private static final long BYTES_PER_UNIT = 512;
    private static final int CHARS_PER_UNIT = 128;

    private final int keysMax;
    private final long unitsMax;
    private final Map<Object, T> open = new LinkedHashMap<>();
    private long units;

    /** The value of a key. */
    interface Held {
        /** {@return units of memory without the key, 0 or more} */
        int units();
    }

    /** Creates room for as many as this JVM has memory for. */
    OpenKeys() {
        this(KEYS_MAX);
    }

    /** The same with fewer keys. */
    OpenKeys(final int keysMax) {
        this(keysMax, Math.min(4L * KEYS_MAX, Runtime.getRuntime().maxMemory() / BYTES_PER_UNIT));
    }

    OpenKeys(final int keysMax, final long unitsMax) {
        this.keysMax = keysMax;
        this.unitsMax = unitsMax;
    }

    /** Units of a text. */
    static int unitsOf(final CharSequence text) {
        return text.length() / CHARS_PER_UNIT;
    }

    @Nullable
    T get(final Object key) {
        return open.get(key);
    }

    /** Puts a key, which must not be open, as the newest. */
    void put(final Object key, final T held) {
        open.put(key, held);
        units += unitsOf(key, held);
    }

    /** Something that is open has one unit more. */
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
     * Removes the oldest if there are too many.
     *
     * @param parts of memory, of which these may take one
     * @return what was removed; null if there is room
     */
    @Nullable
    T removeSurplus(final int parts) {
        return open.size() > keysMax || units > unitsMax / parts
                ? remove(open.keySet().iterator().next())
                : null;
    }

    /** {@return all, the oldest first; a view} */
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
