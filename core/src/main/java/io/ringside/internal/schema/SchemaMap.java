package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A map of the objects that a format prepares for each schema of an event, by the schema's identity. Bounded: beyond
 * {@link #MAX} schemas all entries are dropped, to be prepared again. For one thread.
 *
 * @param <T> type of the object that is prepared for a schema.
 */
@SuppressWarnings("ReferenceEquality") // It is a map by identity.
public final class SchemaMap<T> {
    /** Most schemas at once. */
    public static final int MAX = 10_000;

    private final IdentityHashMap<EventSchema, T> all = new IdentityHashMap<>();
    private @Nullable EventSchema lastSchema;
    private @Nullable T last;

    /** Makes a map without schemas. */
    public SchemaMap() {
        // They come with the events.
    }

    /**
     * Returns what is prepared for a schema.
     *
     * @param schema of an event.
     * @return what was put for it; null if nothing was, or it is forgotten.
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
     * Keeps what is prepared for a schema.
     *
     * @param schema   of an event.
     * @param prepared for it.
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
