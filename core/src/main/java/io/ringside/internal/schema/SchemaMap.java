package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Map of the objects that a format prepares for each event schema, by the schema's identity. Bounded: beyond {@link
 * #MAX} schemas all entries are dropped, and must be prepared again. Not thread-safe.
 *
 * @param <T> type of the prepared objects.
 */
@SuppressWarnings("ReferenceEquality") // Keys are compared by identity.
public final class SchemaMap<T> {
    /** Maximum number of entries. */
    public static final int MAX = 10_000;

    private final IdentityHashMap<EventSchema, T> all = new IdentityHashMap<>();
    private @Nullable EventSchema lastSchema;
    private @Nullable T last;

    /** Creates an empty map. */
    public SchemaMap() {
        // Entries are added as events arrive.
    }

    /**
     * Returns the object for a schema.
     *
     * @param schema of an event.
     * @return the object that was put for it; null if there is none, or it was dropped.
     */
    public @Nullable T get(final EventSchema schema) {
        if (schema == lastSchema) {
            return last;
        }
        final T found = all.get(schema);
        if (found != null) {
            lastSchema = schema;
            last = found;
        }
        return found;
    }

    /**
     * Stores the object for a schema.
     *
     * @param schema   of an event.
     * @param prepared object to store.
     */
    public void put(final EventSchema schema, final T prepared) {
        if (all.size() >= MAX) {
            all.clear();
            lastSchema = null;
            last = null;
        }
        all.put(schema, prepared);
    }
}
