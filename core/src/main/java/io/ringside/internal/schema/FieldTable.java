package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table of the objects that a format prepares for each field of an event, members of structs included. Fields are
 * mostly asked for in the order of the payload, where each is found at once. For one thread.
 *
 * @param <T> type of the object that is prepared for a field.
 */
@SuppressWarnings("ReferenceEquality") // A payload is read by the very fields of its schema.
public final class FieldTable<T> {
    private final Function<FieldSchema, T> prepare;
    private final FieldSchema[] fields;
    private final List<T> prepared;
    private int next;

    /**
     * Prepares all fields of an event.
     *
     * @param schema  of the event.
     * @param prepare makes what is prepared for a field.
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
     * Returns what is prepared for a field.
     *
     * @param field of a payload; one of a message of SBE is in no table, and is prepared now.
     * @return what is prepared for it.
     */
    public T get(final FieldSchema field) {
        final int index = next;
        if (index < fields.length && fields[index] == field) {
            next = index + 1;
            return prepared.get(index);
        }
        return search(field);
    }

    /** The next element of an array, the first member of the next struct, or the first field of the next payload. */
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
