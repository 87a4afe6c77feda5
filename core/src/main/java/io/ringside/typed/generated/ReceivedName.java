package io.ringside.typed.generated;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ValueMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text that is received as the number of a dictionary entry, for generated receivers. Not thread-safe. */
public final class ReceivedName {
    /** Number of the empty text. */
    private static final int EMPTY = 0;

    private final String table;
    private @Nullable EventSchema schema;
    private @Nullable ValueMap names;

    /**
     * Creates a text of a dictionary.
     *
     * @param table name of the dictionary.
     */
    public ReceivedName(final String table) {
        this.table = table;
    }

    /**
     * Returns the text of a number. Allocates nothing if it is known.
     *
     * @param event  schema of the event with the number; null if it is unknown.
     * @param number of the text.
     * @return the text published for the number; the number itself if there is none.
     */
    @SuppressWarnings("ReferenceEquality")
    public String of(final @Nullable EventSchema event, final int number) {
        if (number == EMPTY) {
            return "";
        }
        if (event != schema) {
            // Schemas are compared by identity, since a reader passes the same object with each event.
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
