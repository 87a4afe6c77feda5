package io.ringside.internal.reader;

import io.ringside.RingsideException;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the keys by which events belong together: the value of a field, which may have a different name in each kind
 * of event, or the activity id. An event may have several keys, for example a trade has those of two orders. Not
 * thread-safe.
 */
public final class KeyFields {
    /** Text that selects the activity id as the key. */
    public static final String ACTIVITY_ID = "activityId";

    private static final int NAMES_MAX = 100;

    private final List<Part> parts = new ArrayList<>();
    private final List<Object> found = new ArrayList<>();
    private final KeyType type;
    /** Schemas of events without a key, and the names of their fields. */
    private final Set<EventSchema> others = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> names = new TreeSet<>();
    private boolean isSelected;

    /** One part of the key: events of one kind, and the field with the key; of all kinds if {@code event} is null. */
    private record Part(@Nullable EventFilter event, FieldKey field) {
        boolean matches(final EventView view) {
            return event == null || event.accepts(view);
        }
    }

    /**
     * Creates keys that have not been read yet.
     *
     * @param text {@value #ACTIVITY_ID}, or fields of events as {@code [PROVIDER/]EVENT.FIELD} with {@code =} between
     *             them
     * @throws RingsideException if the text has neither form
     */
    public KeyFields(final String text) {
        type = new KeyType("keys of events have two types: key=" + text);
        if (text.strip().equals(ACTIVITY_ID)) {
            return;
        }
        for (final String part : text.split("=", -1)) {
            final String reference = part.strip();
            final int dot = reference.lastIndexOf('.');
            if (dot <= reference.lastIndexOf('/') + 1 || dot == reference.length() - 1) {
                throw RingsideException.invalidArgument("part of the key is not given as [PROVIDER/]EVENT.FIELD: part="
                        + reference + ", key=" + text + ": for example accepted.orderId = trade.takerOrderId");
            }
            parts.add(new Part(EventFilter.ofEvent(reference.substring(0, dot)),
                    new FieldKey(reference.substring(dot + 1))));
        }
    }

    private KeyFields(final String name, final Part part) {
        type = new KeyType("keys of events have two types: key=" + name);
        parts.add(part);
    }

    /**
     * Creates keys of all events that have a field.
     *
     * @param name name of the field, used literally
     * @return keys that have not been read yet
     */
    public static KeyFields ofField(final String name) {
        return new KeyFields(name, new Part(null, new FieldKey(name)));
    }

    /**
     * Passes on the keys of an event.
     *
     * @param event event to read
     * @param keys  receives each key once: a value with equals, hashCode and toString
     */
    public void of(final EventView event, final Consumer<Object> keys) {
        isSelected = parts.isEmpty();
        if (isSelected) {
            if ((event.activityMost() | event.activityLeast()) != 0) {
                keys.accept(event.activityId());
            }
            return;
        }
        found.clear();
        for (final Part part : parts) {
            if (part.matches(event)) {
                isSelected = true;
                final Object value = part.field.of(event);
                if (value == null) {
                    noteFields(event.schema());
                } else if (!found.contains(value)) {
                    found.add(value);
                    type.meet(value, event);
                    keys.accept(value);
                }
            }
        }
    }

    /** Returns the fields of events without the key field, about a hundred names at most. */
    public List<String> otherFields() {
        return List.copyOf(names);
    }

    /** Returns why some events do not match others: their keys have two types, which are never equal. Null if not. */
    public @Nullable String clash() {
        return type.clash();
    }

    /** Returns whether the event read last is one that the key names. */
    public boolean isSelected() {
        return isSelected;
    }

    private void noteFields(final @Nullable EventSchema schema) {
        if (schema != null && names.size() < NAMES_MAX && others.size() < NAMES_MAX && others.add(schema)) {
            schema.fields().forEach(field -> names.add(field.name()));
        }
    }

    /** Returns the filter of the first event, which begins a timeline; null if the key is the activity id. */
    public @Nullable EventFilter begin() {
        return parts.isEmpty() ? null : parts.get(0).event();
    }
}
