package io.ringside.schema;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Names for the values of a whole number, exact value by exact value (R6.20): a number without a name stays a number.
 * Immutable; looking up allocates nothing.
 */
public final class ValueMap {
    private final String name;
    private final long[] values;
    private final String[] symbols;

    private ValueMap(final String name, final long[] values, final String[] symbols) {
        this.name = name;
        this.values = values;
        this.symbols = symbols;
    }

    /**
     * Makes a map.
     *
     * @param name             of the enumeration, such as {@code Side}.
     * @param symbolsByValue at least one value with its name; an unsigned 64-bit value as the long of the same bits.
     * @return the map.
     * @throws SchemaException if a name is not allowed or there are too few or too many values.
     */
    public static ValueMap of(final String name, final Map<Long, String> symbolsByValue) {
        SchemaName.check("value map", name);
        if (symbolsByValue.isEmpty() || symbolsByValue.size() > SchemaLimits.MAP_VALUES_MAX) {
            throw new SchemaException("value map has a wrong number of values: map=" + name + ", values="
                    + symbolsByValue.size() + ", min=1, max=" + SchemaLimits.MAP_VALUES_MAX);
        }
        final TreeMap<Long, String> sorted = new TreeMap<>(symbolsByValue);
        sorted.values().forEach(symbol -> SchemaName.check("value of map " + name, symbol));
        return new ValueMap(
                name,
                sorted.keySet().stream().mapToLong(Long::longValue).toArray(),
                sorted.values().toArray(new String[0]));
    }

    /** {@return the name of the enumeration} */
    public String name() {
        return name;
    }

    /** {@return how many values have names} */
    public int size() {
        return values.length;
    }

    /**
     * Tells a value by its place.
     *
     * @param index in ascending (signed) order, 0..{@link #size()}-1.
     * @return the value.
     */
    public long value(final int index) {
        return values[index];
    }

    /**
     * Tells a name by its place.
     *
     * @param index in the order of {@link #value}.
     * @return the name.
     */
    public String symbol(final int index) {
        return symbols[index];
    }

    /**
     * Tells the name of a value.
     *
     * @param value any number.
     * @return its name; null if it has none.
     */
    public @Nullable String symbolOf(final long value) {
        final int index = Arrays.binarySearch(values, value);
        return index >= 0 ? symbols[index] : null;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof ValueMap that
                && name.equals(that.name)
                && Arrays.equals(values, that.values)
                && Arrays.equals(symbols, that.symbols);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "ValueMap{name=" + name + ", values=" + values.length + '}';
    }
}
