package io.ringside.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of an event or the members of a struct, in payload order, with what counts what. Checked when made: names
 * differ, every counter stands before its array and is a single whole number. Immutable.
 */
final class FieldGroup {
    static final FieldGroup EMPTY = new FieldGroup(List.of(), new int[0], 0);
    static final int NOT_COUNTED = -1;

    private final List<FieldSchema> fields;
    private final int[] counterIndexes;
    private final int depth;

    private FieldGroup(final List<FieldSchema> fields, final int[] counterIndexes, final int depth) {
        this.fields = fields;
        this.counterIndexes = counterIndexes;
        this.depth = depth;
    }

    static FieldGroup of(final String owner, final List<FieldSchema> fields) {
        if (fields.size() > SchemaLimits.FIELDS_MAX) {
            throw new SchemaException("too many fields: of=" + owner + ", fields=" + fields.size() + ", max="
                    + SchemaLimits.FIELDS_MAX);
        }
        final Map<String, Integer> indexByName = new HashMap<>();
        final int[] counterIndexes = new int[fields.size()];
        int depth = 0;
        for (int i = 0; i < counterIndexes.length; i++) {
            final FieldSchema field = fields.get(i);
            counterIndexes[i] = counterIndex(owner, field, fields, indexByName);
            if (indexByName.put(field.name(), i) != null) {
                throw new SchemaException("two fields have the same name: of=" + owner + ", field=" + field.name());
            }
            depth = Math.max(depth, field.group().depth + 1);
        }
        if (depth > SchemaLimits.DEPTH_MAX) {
            throw new SchemaException("structs are nested too deeply: of=" + owner + ", depth=" + depth + ", max="
                    + SchemaLimits.DEPTH_MAX);
        }
        return new FieldGroup(List.copyOf(fields), counterIndexes, depth);
    }

    List<FieldSchema> fields() {
        return fields;
    }

    int size() {
        return counterIndexes.length;
    }

    FieldSchema field(final int index) {
        return fields.get(index);
    }

    /** Index of the field that counts the elements of this one, or {@link #NOT_COUNTED}. */
    int counterIndex(final int index) {
        return counterIndexes[index];
    }

    private static int counterIndex(
            final String owner,
            final FieldSchema field,
            final List<FieldSchema> fields,
            final Map<String, Integer> indexByName) {
        final String counter = field.countedBy();
        if (counter == null) {
            return NOT_COUNTED;
        }
        final Integer index = indexByName.get(counter);
        if (index == null) {
            throw new SchemaException("the counter of an array must stand before it: of=" + owner + ", field="
                    + field.name() + ", counter=" + counter);
        }
        final FieldSchema counting = fields.get(index);
        if (counting.shape() != FieldShape.SCALAR || !counting.type().isInteger()) {
            throw new SchemaException("the counter of an array must be one whole number: of=" + owner + ", field="
                    + field.name() + ", counter=" + counter + ", type=" + counting.type() + ", shape="
                    + counting.shape());
        }
        return index;
    }
}
