package io.ringside.cli.measure;

import io.ringside.measure.Measurement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Small bar charts of the recent event counts of each group. Only groups that are shown are tracked. Not thread-safe.
 */
final class Sparklines {
    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final int LENGTH = 30;

    private Map<List<?>, Deque<Long>> history = new HashMap<>();
    private final Map<List<?>, Long> totals = new HashMap<>();

    /** Returns a chart for each row, whose count is that of a window. */
    List<String> ofCounts(final List<Measurement.Group> rows) {
        final Map<List<?>, Deque<Long>> shown = new HashMap<>();
        final List<String> lines = new ArrayList<>();
        for (final Measurement.Group row : rows) {
            lines.add(add(shown, key(row), row.count()));
        }
        history = shown;
        return lines;
    }

    /** Returns a chart for each row, whose count is a running total. */
    List<String> ofGrowth(final List<Measurement.Group> rows) {
        final Map<List<?>, Deque<Long>> shown = new HashMap<>();
        final List<String> lines = new ArrayList<>();
        for (final Measurement.Group row : rows) {
            lines.add(add(shown, key(row), row.count() - totals.getOrDefault(key(row), 0L)));
        }
        history = shown;
        totals.clear();
        rows.forEach(row -> totals.put(key(row), row.count()));
        return lines;
    }

    /** Returns the key of a row. The rows of all other groups have no key, so they get one here. */
    private static List<?> key(final Measurement.Group row) {
        return row.isRest() ? List.of(Sparklines.class, row.groups() == 0) : row.key();
    }

    private String add(final Map<List<?>, Deque<Long>> shown, final List<?> key, final long count) {
        final Deque<Long> counts = shown.computeIfAbsent(key, absent -> history.getOrDefault(key, new ArrayDeque<>()));
        counts.addLast(Math.max(0, count));
        if (counts.size() > LENGTH) {
            counts.removeFirst();
        }
        final long most = Math.max(1, counts.stream().mapToLong(Long::longValue).max().orElse(1));
        final StringBuilder line = new StringBuilder();
        counts.forEach(value -> line.append(BARS.charAt((int) (value * (BARS.length() - 1.0) / (double) most))));
        return line.toString();
    }
}
