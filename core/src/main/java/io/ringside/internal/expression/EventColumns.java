package io.ringside.internal.expression;

import io.ringside.schema.EventSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header of an event: values outside its payload, by the index of their column in the header's schema. */
public interface EventColumns {
    /** Value instead of an index: the header has no such column. */
    int NO_COLUMN = -1;
    /** Prefix of a payload field that has the same name as a column. */
    String PREFIX = "fields";

    /**
     * Reads a column that is a whole number, a time or a boolean.
     *
     * @param column index in the schema of the header.
     * @return the number; 0 or 1 for a boolean.
     */
    long number(int column);

    /**
     * Reads a column that is not a number.
     *
     * @param column index in the schema of the header.
     * @return a text or a UUID; null if the event has none.
     */
    @Nullable
    Object value(int column);

    /**
     * Finds the column that a path names.
     *
     * @param path   of an expression.
     * @param header with the columns.
     * @return its index; {@link #NO_COLUMN} if it names a field of the payload.
     */
    static int indexOf(final FieldPath path, final EventSchema header) {
        for (int i = path.steps().size() == 1 ? header.fields().size() - 1 : NO_COLUMN; i >= 0; i--) {
            if (header.fields().get(i).name().equals(path.steps().get(0).name())) {
                return i;
            }
        }
        return NO_COLUMN;
    }

    /**
     * Returns the path of a field in the payload, without the prefix that distinguishes it from a column.
     *
     * @param path   of an expression.
     * @param header with the columns; null for none, in which case no field has a prefix.
     * @return the path without the prefix.
     */
    static FieldPath ownPath(final FieldPath path, final @Nullable EventSchema header) {
        final List<FieldPath.Step> steps = path.steps();
        final boolean isPrefixed = header != null && steps.size() > 1 && steps.get(0).name().equals(PREFIX);
        return isPrefixed ? new FieldPath(steps.subList(1, steps.size())) : path;
    }
}
