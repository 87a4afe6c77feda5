package io.ringside.measure;

import io.ringside.RingsideException;
import io.ringside.internal.expression.EventColumns;
import io.ringside.internal.expression.EventNumber;
import io.ringside.internal.expression.FieldPath;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.expression.Term;
import io.ringside.internal.reader.EventHeader;
import io.ringside.internal.reader.FieldKey;
import io.ringside.internal.reader.KeyType;
import io.ringside.internal.reader.SchemaFit;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ValueMap;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One column of the group key: a header column or a payload field. Integers are read without allocation. Not
 * thread-safe.
 */
final class KeyColumn implements EventNumber.Target {
    final SchemaFit fit;
    private final FieldPath path;
    /** Null if the column is a payload field. */
    private final EventHeader.@Nullable Column column;
    private final int index;
    private final SchemaMap<Values> numbers = new SchemaMap<>();
    /** Names of the values; shown if all events have the same names. */
    private @Nullable ValueMap names;
    private boolean hasMetNames;
    private boolean areNamesMixed;
    /** Reads values that are not integers within a long. It does not find fields inside structs. */
    private final FieldKey other;
    private GroupKey key;
    private final KeyType type;

    /**
     * Access to the column's value in events of one schema.
     *
     * @param number    reads the values if they are integers; else null
     * @param published names used as keys in place of the numbers, because each process publishes its own; null if
     *                  there are none
     */
    private record Values(@Nullable EventNumber number, @Nullable ValueMap published) {}

    KeyColumn(final String name, final int index, final SchemaFit fit) {
        this.index = index;
        final FieldPath given = FieldPath.parse(name);
        this.column = EventHeader.column(given);
        this.path = EventColumns.ownPath(given, EventHeader.SCHEMA);
        this.other = new FieldKey(path.steps().size() == 1 ? path.steps().get(0).name() : path.toString());
        this.fit = fit;
        this.type = new KeyType("values of a group key have two types: field=" + name);
        this.key = new GroupKey(index + 1);
    }

    static KeyColumn of(final String name, final int index) {
        return new KeyColumn(name, index,
                new SchemaFit(EventHeader.ownFields(List.of(FieldPath.parse(name))), schema -> {}));
    }

    /** Stores the event's value in a key. */
    void read(final EventView event, final PayloadBytes payload, final GroupKey target) {
        key = target;
        target.numbers[index] = 0;
        target.values[index] = null;
        if (column != null) {
            readHeader(column, event);
            return;
        }
        final EventSchema schema = event.schema();
        if (schema == null) {
            return;
        }
        Values values = numbers.get(schema);
        if (values == null) {
            values = compile(event, schema);
        }
        if (values.number != null) {
            values.number.read(payload, this);
        }
        if (values.published != null && target.isWhole(index)) {
            final String symbol = values.published.symbolOf(target.numbers[index]);
            target.values[index] = symbol == null ? Long.toString(target.numbers[index]) : symbol;
            target.numbers[index] = 0;
        }
        if (target.values[index] == null) {
            // The value is not a number, or a number greater than a long.
            final Object found = other.of(event);
            if (found instanceof final Long whole) {
                onWhole(whole, 0);
            } else {
                target.values[index] = found;
            }
        }
        final Object value = target.values[index];
        if (value instanceof GroupKey.Unscaled) {
            type.meetNumber(event);
        } else if (value != null) {
            type.meet(value, event);
        }
    }

    /** Returns the text or number to show for a value. */
    @Nullable
    Object shown(final @Nullable Object value) {
        final boolean isNamed = names != null && !areNamesMixed;
        final String symbol = isNamed && value instanceof final Number number
                && (number instanceof Long || number instanceof BigInteger)
                        ? Objects.requireNonNull(names).symbolOf(number.longValue())
                        : null;
        return symbol == null ? value : symbol;
    }

    /** Returns why the groups are unusable: two events have values of two types in this field; null if not. */
    @Nullable
    String clash() {
        return type.clash();
    }

    /** Adds the types and names that another thread's column has met in events of the same sources. */
    void add(final KeyColumn other) {
        if (other.hasMetNames) {
            meetNames(other.names);
            areNamesMixed |= other.areNamesMixed;
        }
        type.add(other.type);
    }

    private Values compile(final EventView event, final EventSchema schema) {
        EventNumber number = null;
        ValueMap published = null;
        try {
            final EventNumber found = EventNumber.of(new Term.Field(path), schema, null);
            if (found.isWhole()) {
                number = found;
            }
        } catch (final RingsideException e) {
            // The field is not a number, or the schema has no such field.
        }
        final FieldSchema field = field(schema);
        if (field != null) {
            final ValueMap names = field.values();
            published = names != null && names.isPublished() ? names : null;
            meetNames(published == null && field.scale() == 0 ? names : null);
        }
        fit.note(schema, event.providerSchema());
        final Values values = new Values(number, published);
        numbers.put(schema, values);
        return values;
    }

    private @Nullable FieldSchema field(final EventSchema schema) {
        List<FieldSchema> members = schema.fields();
        FieldSchema found = null;
        for (final FieldPath.Step step : path.steps()) {
            found = members.stream().filter(field -> field.name().equals(step.name())).findFirst().orElse(null);
            members = found == null ? List.of() : found.members();
        }
        return found;
    }

    private void meetNames(final @Nullable ValueMap met) {
        areNamesMixed |= hasMetNames && !Objects.equals(names, met);
        names = hasMetNames ? names : met;
        hasMetNames = true;
    }

    private void readHeader(final EventHeader.Column header, final EventView event) {
        if (header.isNumber()) {
            onWhole(header.number().applyAsLong(event), 0);
        } else {
            key.values[index] = header.value().apply(event);
        }
    }

    @Override
    public void onWhole(final long unscaled, final int scale) {
        key.put(index, unscaled, scale);
    }

    @Override
    public void onReal(final double value) {
        key.values[index] = value;
    }
}
