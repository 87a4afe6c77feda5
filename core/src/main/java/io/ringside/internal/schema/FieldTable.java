package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Table of the objects that a format prepares for each field of an event, members of structs included. Lookup is
 * immediate for fields in the order of the payload. Not thread-safe.
 *
 * @param <T> type of the prepared objects.
 */
@SuppressWarnings("ReferenceEquality") // The fields of a payload are the same objects as those of its schema.
public final class FieldTable<T> {
    private final Function<FieldSchema, T> prepare;
    private final FieldSchema[] fields;
    private final List<T> prepared;
    private int next;

    /**
     * Prepares the objects for all fields of an event.
     *
     * @param schema  of the event.
     * @param prepare creates the object for a field.
     */
    public FieldTable(final EventSchema schema, final Function<FieldSchema, T> prepare) {
        final List<FieldSchema> all = new ArrayList<>();
        addAll(all, schema.fields());
        this.prepare = prepare;
        this.fields = all.toArray(FieldSchema[]::new);
        this.prepared = new ArrayList<>(all.stream().map(prepare).toList());
    }

    private static void addAll(final List<FieldSchema> all, final List<FieldSchema> fields) {
        for (final FieldSchema field : fields) {
            all.add(field);
            addAll(all, field.members());
        }
    }

    /**
     * Returns the object for a field.
     *
     * @param field of a payload; fields of an SBE message are not in the table, so their objects are created now.
     * @return the prepared object.
     */
    public T get(final FieldSchema field) {
        final int index = next;
        if (index < fields.length && fields[index] == field) {
            next = index + 1;
            return prepared.get(index);
        }
        return search(field);
    }

    /** Finds a field out of order: the array's next element, or the first field of a struct or payload. */
    private T search(final FieldSchema field) {
        if (next > 0 && fields[next - 1] == field) {
            return prepared.get(next - 1);
        }
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == field) {
                next = i + 1;
                return prepared.get(i);
            }
        }
        return prepare.apply(field);
    }
}
