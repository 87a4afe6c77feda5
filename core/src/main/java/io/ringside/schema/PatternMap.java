package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names for texts. The first pattern, in their order, that matches the whole text determines its name; a text that no
 * pattern matches remains unchanged. In a pattern one {@code *} may match any number of characters; all others match
 * themselves. Patterns are limited to this because schemas and payloads may come from anyone, and must not cause long
 * searches in a reader. Immutable.
 */
public final class PatternMap {
    private static final char ANY = '*';

    private final String name;
    private final List<Map.Entry<String, String>> symbolsByPattern;

    private PatternMap(final String name, final List<Map.Entry<String, String>> symbolsByPattern) {
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
    public static PatternMap of(final String name, final List<Map.Entry<String, String>> symbolsByPattern) {
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
        return new PatternMap(name, List.copyOf(copy));
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
        return other instanceof PatternMap that
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
            throw RingsideException.invalidArgument("pattern has more than one *: map=" + map + ", pattern=" + pattern);
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
