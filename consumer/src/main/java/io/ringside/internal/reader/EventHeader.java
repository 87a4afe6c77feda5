package io.ringside.internal.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.internal.expression.EventColumns;
import io.ringside.internal.expression.FieldPath;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The header of an event for conditions and group keys: columns with names and types. Holds one event at a time. */
public final class EventHeader implements EventColumns {
    private static final int OPCODE_MAX = 255;
    private static final long UNKNOWN_PID = -1;
    private static final List<Column> COLUMNS = List.of(
            Column.of("time", FieldType.TIMESTAMP, EventView::timeNs),
            Column.of("id", FieldType.INT32, event -> event.descriptor().id()),
            Column.of("version", FieldType.INT32, event -> event.descriptor().version()),
            Column.of("channel", FieldType.INT32, event -> event.descriptor().channel()),
            Column.of("level", FieldType.INT32, event -> event.descriptor().level()),
            Column.of("opcode", FieldType.INT32, event -> event.descriptor().opcode()),
            Column.of("task", FieldType.INT32, event -> event.descriptor().task()),
            Column.of("keyword", FieldType.UINT64, event -> event.descriptor().keyword()),
            Column.of("pid", FieldType.INT64, event -> event.processId() == null ? UNKNOWN_PID : event.processId()),
            Column.of("tid", FieldType.INT64, EventView::threadId),
            Column.ofValue("activityId", FieldType.UUID, EventView::activityId),
            Column.ofValue("relatedActivityId", FieldType.UUID, EventView::relatedActivityId),
            new Column("late", FieldType.BOOLEAN, event -> event.isLate() ? 1 : 0, EventView::isLate),
            Column.ofValue("provider", FieldType.STRING, EventView::providerName),
            Column.ofValue("event", FieldType.STRING, EventView::eventName),
            Column.ofValue("host", FieldType.STRING, EventView::host));
    /** Schema of the columns, with the value names that need no provider. */
    public static final EventSchema SCHEMA = schema(Map.of(), Map.of());

    private @Nullable EventView event;

    /**
     * A column. Immutable.
     *
     * @param name   name in conditions
     * @param type   type of the values
     * @param number reads a number or a boolean
     * @param value  reads a value that is not a number; returns null for numbers
     */
    public record Column(String name, FieldType type, ToLongFunction<EventView> number,
            Function<EventView, @Nullable Object> value) {
        static Column of(final String name, final FieldType type, final ToLongFunction<EventView> number) {
            return new Column(name, type, number, event -> null);
        }

        static Column ofValue(
                final String name, final FieldType type, final Function<EventView, @Nullable Object> value) {
            return new Column(name, type, event -> 0, value);
        }

        /** Returns whether the values are integers or times. */
        public boolean isNumber() {
            return type.isInteger() || type == FieldType.TIMESTAMP;
        }
    }

    /** Returns the same schema with a provider's names of opcodes and tasks. */
    static EventSchema schema(final Map<String, Long> opcodes, final Map<String, Long> tasks) {
        return ProviderSchema.builder("ringside.header").event("header", EventDescriptor.of(1, 0, 0),
                COLUMNS.stream().map(column -> {
                    final FieldSchema field = FieldSchema.of(column.name, column.type);
                    return switch (column.name) {
                        case "level" -> field.withValues(names("level", Level.VERBOSE, Level::nameOf, Map.of()));
                        case "opcode" -> field.withValues(names("opcode", OPCODE_MAX, Opcode::nameOf, opcodes));
                        case "task" -> tasks.isEmpty()
                                ? field
                                : field.withValues(names("task", -1, value -> null, tasks));
                        default -> field;
                    };
                }).toArray(FieldSchema[]::new)).build().events().get(0);
    }

    /** Returns the names of the values up to the highest, together with a provider's names. */
    private static ValueMap names(final String map, final int highest, final IntFunction<@Nullable String> common,
            final Map<String, Long> own) {
        final Map<Long, String> names = new HashMap<>();
        own.forEach((name, value) -> names.put(value, name));
        for (int value = 0; value <= highest; value++) {
            final String name = common.apply(value);
            if (name != null) {
                names.put((long) value, name);
            }
        }
        return ValueMap.of(map, names);
    }

    /** Returns the column that a path names; null if the path names a field of the event. */
    public static @Nullable Column column(final FieldPath path) {
        final int index = EventColumns.indexOf(path, SCHEMA);
        return index == NO_COLUMN ? null : COLUMNS.get(index);
    }

    /** Returns the payload fields among the names in an expression, without the prefix that marks them. */
    public static List<FieldPath> ownFields(final List<FieldPath> named) {
        return named.stream().filter(path -> column(path) == null).map(path -> EventColumns.ownPath(path, SCHEMA))
                .toList();
    }

    /** Sets the current event. */
    public void wrap(final EventView next) {
        if (event != next) {
            // Skipped if the event is the same, as it mostly is, because storing a reference costs a barrier.
            event = next;
        }
    }

    /** Returns the current event. */
    EventView event() {
        return Objects.requireNonNull(event);
    }

    @Override
    public long number(final int column) {
        return COLUMNS.get(column).number.applyAsLong(event());
    }

    @Override
    public @Nullable Object value(final int column) {
        return COLUMNS.get(column).value.apply(event());
    }
}
