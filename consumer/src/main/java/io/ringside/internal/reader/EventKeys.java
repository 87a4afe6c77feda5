package io.ringside.internal.reader;

import io.ringside.reader.EventView;
import java.util.function.Consumer;

/** What events have in common that belong together. */
@FunctionalInterface
public interface EventKeys {
    /** Events of one activity belong together. */
    EventKeys ACTIVITY = (event, keys) -> {
        if ((event.activityMost() | event.activityLeast()) != 0) {
            keys.accept(event.activityId());
        }
    };

    /**
     * Events belong together that have the same value in a field, as {@link FieldKey} reads it.
     *
     * @param name of the field, of all events
     * @return the keys; for one thread
     */
    static EventKeys field(final String name) {
        final FieldKey field = new FieldKey(name);
        return (event, keys) -> {
            final Object key = field.of(event);
            if (key != null) {
                keys.accept(key);
            }
        };
    }

    /**
     * The keys of an event.
     *
     * @param event that may belong to others
     * @param keys  receives each of them once: a value with equals and hashCode, shown as text
     */
    void of(EventView event, Consumer<Object> keys);
}
