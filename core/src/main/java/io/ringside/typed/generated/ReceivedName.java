package io.ringside.typed.generated;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ValueMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts that are received as numbers of a dictionary, for generated receivers. For one thread. */
public final class ReceivedName {
    /** Number of the empty text. */
    private static final int EMPTY = 0;

    private final String table;
    private @Nullable EventSchema schema;
    private @Nullable ValueMap names;

    /**
     * Texts of a dictionary.
     *
     * @param table that has them.
     */
    public ReceivedName(final String table) {
        this.table = table;
    }

    /**
     * Returns a text. Allocates nothing if it is known.
     *
     * @param event  that contains the number; null if it is unknown.
     * @param number of the text.
     * @return the text that is published for the number; the number if none is.
     */
    @SuppressWarnings("ReferenceEquality")
    public String of(final @Nullable EventSchema event, final int number) {
        if (number == EMPTY) {
            return "";
        }
        if (event != schema) {
            // Identity suffices: a reader hands over the same schema event by event.
            schema = event;
            names = event == null ? null : find(event.fields());
        }
        final String name = names == null ? null : names.symbolOf(number);
        return name == null ? Integer.toString(number) : name;
    }

    private @Nullable ValueMap find(final List<FieldSchema> fields) {
        for (final FieldSchema field : fields) {
            final ValueMap values = field.values();
            final ValueMap found = values != null && values.isPublished() && values.name().equals(table)
                    ? values
                    : find(field.members());
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
