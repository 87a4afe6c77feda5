package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Names for the values of a whole number. They name either exact values, as in ETW's value map, or bits, as in its bit
 * map: then a number is shown as all names whose bits are set, and the remaining bits in hex. A number without any name
 * is shown as a number. Names that are only known at run time can be published by the process ({@link #published}): the
 * map then has only the name of their table. Immutable, except for published names; lookups allocate nothing, but
 * joining names does.
 */
public final class ValueMap {
    /** Value instead of a scale: none is published. */
    public static final int NO_SCALE = -1;

    private final String name;
    private final long[] values;
    private final String[] symbols;
    private final boolean bits;
    /** Table of published names; null if the map itself contains all names. */
    private final PublishedNames.@Nullable Table table;
    private final PublishedNames.@Nullable AsOf asOf;

    private ValueMap(final String name, final long[] values, final String[] symbols, final boolean bits) {
        this.table = null;
        this.asOf = null;
        this.name = name;
        this.bits = bits;
        this.values = values;
        this.symbols = symbols;
    }

    private ValueMap(final String name, final PublishedNames.Table table, final PublishedNames.AsOf asOf) {
        this.name = name;
        this.values = new long[0];
        this.symbols = new String[0];
        this.bits = false;
        this.table = table;
        this.asOf = asOf;
    }

    /**
     * Creates a map whose names a process publishes while it runs, with {@code publishName} of its registration.
     *
     * @param name of the table of names, such as {@code symbol}; fields may share it.
     * @return the map, without names: readers see the names of the process whose events they read.
     * @throws RingsideException if the name is not allowed.
     */
    public static ValueMap published(final String name) {
        return new ValueMap(SchemaName.check("table of names", name), new PublishedNames().table(name),
                new PublishedNames.AsOf());
    }

    /**
     * Creates a map.
     *
     * @param name             of the enumeration, such as {@code Side}.
     * @param symbolsByValue at least one value with its name; an unsigned 64-bit value as the long with the same bits.
     * @return the map.
     * @throws RingsideException if a name is not allowed or there are too few or too many values.
     */
    public static ValueMap of(final String name, final Map<Long, String> symbolsByValue) {
        return of(name, symbolsByValue, false);
    }

    /**
     * Creates a map of bits.
     *
     * @param name          of the enumeration, such as {@code Access}.
     * @param symbolsByBits at least one value with its name, of one or several bits; the name of 0 applies to no bits.
     * @return the map.
     * @throws RingsideException if a name is not allowed or there are too few or too many values.
     */
    public static ValueMap ofBits(final String name, final Map<Long, String> symbolsByBits) {
        return of(name, symbolsByBits, true);
    }

    private static ValueMap of(final String name, final Map<Long, String> symbolsByValue, final boolean bits) {
        SchemaName.check("value map", name);
        if (symbolsByValue.isEmpty() || symbolsByValue.size() > SchemaLimits.MAP_VALUES_MAX) {
            throw RingsideException.invalidArgument("value map has a wrong number of values: map=" + name + ", values="
                    + symbolsByValue.size() + ", min=1, max=" + SchemaLimits.MAP_VALUES_MAX);
        }
        final TreeMap<Long, String> sorted = new TreeMap<>(symbolsByValue);
        sorted.values().forEach(symbol -> SchemaName.check("value of map " + name, symbol));
        return new ValueMap(
                name,
                sorted.keySet().stream().mapToLong(Long::longValue).toArray(),
                sorted.values().toArray(new String[0]),
                bits);
    }

    /** {@return the name of the enumeration} */
    public String name() {
        return name;
    }

    /** {@return true if its values are bits, of which a number may have several} */
    public boolean isBits() {
        return bits;
    }

    /** {@return true if its names are published by a process, so that none is available by index} */
    public boolean isPublished() {
        return table != null;
    }

    /** Returns the same map with the names of a table as of a variable time. */
    ValueMap withNames(final PublishedNames names, final PublishedNames.AsOf time) {
        return new ValueMap(name, names.table(name), time);
    }

    /** {@return the number of values with names; 0 if they are published} */
    public int size() {
        return values.length;
    }

    /**
     * Returns a value by index.
     *
     * @param index in ascending (signed) order, 0..{@link #size()}-1.
     * @return the value.
     */
    public long value(final int index) {
        return values[index];
    }

    /**
     * Returns a name by index.
     *
     * @param index in the order of {@link #value}.
     * @return the name.
     */
    public String symbol(final int index) {
        return symbols[index];
    }

    /**
     * Returns the name of a value.
     *
     * @param value any number.
     * @return its name; null if it has none.
     */
    public @Nullable String symbolOf(final long value) {
        if (table != null && asOf != null) {
            return table.nameOf(value, asOf);
        }
        final int index = Arrays.binarySearch(values, value);
        return index >= 0 ? symbols[index] : null;
    }

    /**
     * Returns the scale that is published for a value, for decimals that refer to it ({@link
     * FieldSchema#withScaleFrom}).
     *
     * @param value any number.
     * @return digits after the decimal point, 0..18; {@link #NO_SCALE} if none is published.
     */
    public int scaleOf(final long value) {
        return table == null || asOf == null ? NO_SCALE : table.scaleOf(value, asOf);
    }

    /**
     * Appends the names of a number's bits, in ascending order, and the remaining bits in hex: {@code X|Y|0x8}.
     *
     * @param out   to append to.
     * @param value number whose bits are named; a number of less than 64 bits must not be sign-extended.
     * @return false, with nothing appended, if it has no name.
     */
    public boolean appendBits(final StringBuilder out, final long value) {
        final int begin = out.length();
        long rest = value;
        for (int i = 0; i < values.length; i++) {
            final boolean holds = values[i] == 0 ? value == 0 : (value & values[i]) == values[i];
            if (holds) {
                out.append(out.length() == begin ? "" : "|").append(symbols[i]);
                rest &= ~values[i];
            }
        }
        if (rest != 0) {
            out.append(out.length() == begin ? "0x" : "|0x").append(Long.toHexString(rest));
        }
        return out.length() != begin;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof ValueMap that
                && name.equals(that.name)
                && bits == that.bits
                && isPublished() == that.isPublished()
                && Arrays.equals(values, that.values)
                && Arrays.equals(symbols, that.symbols);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "ValueMap{name=" + name + ", values=" + values.length + ", bits=" + bits + '}';
    }

    /**
     * Names for texts: of the patterns in their order, the first that matches the whole text gives its name; a text
     * that none matches stays as it is. In a pattern one {@code *} may match any characters or none; everything else
     * matches itself. Patterns can do no more: schemas and payloads come from anybody, and must not make a reader
     * search for long. Immutable.
     */
    public static final class Patterns {
        private static final char ANY = '*';

        private final String name;
        private final List<Map.Entry<String, String>> symbolsByPattern;

        private Patterns(final String name, final List<Map.Entry<String, String>> symbolsByPattern) {
            this.name = name;
            this.symbolsByPattern = symbolsByPattern;
        }

        /**
         * Creates a map.
         *
         * @param name             of the enumeration.
         * @param symbolsByPattern at least one pattern with its name, in the order in which they are tried.
         * @return the map.
         * @throws RingsideException if a name or pattern is not allowed or there are too few or too many.
         */
        public static Patterns of(final String name, final List<Map.Entry<String, String>> symbolsByPattern) {
            SchemaName.check("pattern map", name);
            if (symbolsByPattern.isEmpty() || symbolsByPattern.size() > SchemaLimits.MAP_VALUES_MAX) {
                throw RingsideException
                        .invalidArgument("pattern map has a wrong number of patterns: map=" + name + ", patterns="
                                + symbolsByPattern.size() + ", min=1, max=" + SchemaLimits.MAP_VALUES_MAX);
            }
            final List<Map.Entry<String, String>> copy = new ArrayList<>();
            for (final Map.Entry<String, String> entry : symbolsByPattern) {
                copy.add(Map.entry(
                        checkedPattern(name, entry.getKey()),
                        SchemaName.check("value of map " + name, entry.getValue())));
            }
            return new Patterns(name, List.copyOf(copy));
        }

        /** {@return the name of the enumeration} */
        public String name() {
            return name;
        }

        /** {@return the number of patterns} */
        public int size() {
            return symbolsByPattern.size();
        }

        /**
         * Returns a pattern by index.
         *
         * @param index in the order in which they are tried, 0..{@link #size()}-1.
         * @return the pattern.
         */
        public String pattern(final int index) {
            return symbolsByPattern.get(index).getKey();
        }

        /**
         * Returns a name by index.
         *
         * @param index in the order of {@link #pattern}.
         * @return the name.
         */
        public String symbol(final int index) {
            return symbolsByPattern.get(index).getValue();
        }

        /**
         * Returns the name of a text.
         *
         * @param text any text.
         * @return its name; null if no pattern matches.
         */
        public @Nullable String symbolOf(final String text) {
            for (final Map.Entry<String, String> entry : symbolsByPattern) {
                if (matches(entry.getKey(), text)) {
                    return entry.getValue();
                }
            }
            return null;
        }

        @Override
        public boolean equals(final @Nullable Object other) {
            return other instanceof Patterns that
                    && name.equals(that.name)
                    && symbolsByPattern.equals(that.symbolsByPattern);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + symbolsByPattern.hashCode();
        }

        @Override
        public String toString() {
            return "PatternMap{name=" + name + ", patterns=" + symbolsByPattern.size() + '}';
        }

        private static String checkedPattern(final String map, final String pattern) {
            SchemaName.check("pattern of map " + map, pattern);
            if (pattern.indexOf(ANY) != pattern.lastIndexOf(ANY)) {
                throw RingsideException
                        .invalidArgument("pattern has more than one *: map=" + map + ", pattern=" + pattern);
            }
            return pattern;
        }

        private static boolean matches(final String pattern, final String text) {
            final int any = pattern.indexOf(ANY);
            if (any < 0) {
                return pattern.equals(text);
            }
            final int end = pattern.length() - any - 1;
            return text.length() >= any + end
                    && text.regionMatches(0, pattern, 0, any)
                    && text.regionMatches(text.length() - end, pattern, any + 1, end);
        }
    }
}
