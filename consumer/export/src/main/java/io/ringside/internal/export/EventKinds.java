package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of events that a format declares. Each kind is declared once, even if several processes have its schema. Not
 * thread-safe.
 */
final class EventKinds {
    private final String format;
    private final Consumer<Kind> declare;
    private final SchemaMap<Kind> bySchema = new SchemaMap<>();
    private final Map<Kind, Kind> kinds = new HashMap<>();

    /** Kind of the events of one schema, or of the events with one text field, for which {@code schema} is null. */
    static final class Kind {
        final String provider;
        final String event;
        final @Nullable EventSchema schema;
        /** Name of the text field; empty if there is none. */
        final String field;
        /** Descriptor of the kind's first event. */
        final EventDescriptor descriptor;
        /** Whether events of this kind are starts. */
        final boolean isStart;
        /** Length of the payload in bytes if it consists of numbers only, else -1. */
        final int numbersLength;
        /** Id of the kind, given by the format. */
        int id;
        /** Bytes that all events of the kind have in common; empty if the format has not prepared them. */
        byte[] head = {};

        private Kind(final EventView event, final @Nullable EventSchema schema, final String field) {
            this.provider = event.providerName();
            this.event = EventNames.kind(event);
            this.schema = schema;
            this.field = field;
            this.descriptor = event.descriptor();
            this.isStart = Slices.isStart(event);
            this.numbersLength = schema == null ? -1 : FieldEncoder.numbersLength(schema.fields());
        }

        /** {@return a text that distinguishes this kind from others with the same names} */
        String text() {
            return String.join("\n", field, descriptor.toString(), Boolean.toString(isStart),
                    FormatNames.textOf(provider, event, schema == null ? List.of() : schema.fields()));
        }

        @Override
        public boolean equals(final @Nullable Object other) {
            return other instanceof final Kind that && provider.equals(that.provider) && event.equals(that.event)
                    && field.equals(that.field) && isStart == that.isStart && Objects.equals(schema, that.schema);
        }

        @Override
        public int hashCode() {
            return 31 * provider.hashCode() + event.hashCode();
        }
    }

    /**
     * Creates an empty set of kinds.
     *
     * @param format  name of the format, for messages
     * @param declare called with each new kind
     */
    EventKinds(final String format, final Consumer<Kind> declare) {
        this.format = format;
        this.declare = declare;
    }

    /** {@return the kind of an event whose fields are declared by the schema} */
    Kind of(final EventView event, final EventSchema schema) {
        // Usually the kind is known, and nothing is allocated.
        final Kind known = bySchema.get(schema);
        if (known != null) {
            return known;
        }
        final Kind kind = find(event, schema, "");
        bySchema.put(schema, kind);
        return kind;
    }

    /** {@return the kind of an event with one text field} */
    Kind ofText(final EventView event, final String field) {
        return find(event, null, field);
    }

    private Kind find(final EventView event, final @Nullable EventSchema schema, final String field) {
        final Kind wanted = new Kind(event, schema, field);
        final Kind known = kinds.get(wanted);
        if (known != null) {
            return known;
        }
        if (kinds.size() >= SchemaMap.MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "too many kinds of events for " + format + ": max="
                    + SchemaMap.MAX + ": select some of them, or choose another format");
        }
        declare.accept(wanted);
        kinds.put(wanted, wanted);
        return wanted;
    }
}
