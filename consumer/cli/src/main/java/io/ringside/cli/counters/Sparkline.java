package io.ringside.cli.counters;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last values of a counter as a line of small bars, from the least to the greatest of them. For one thread. */
final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final int WIDTH = 30;

    private final Deque<Double> values = new ArrayDeque<>();

    /** Adds a value, which is not a number where there was none. */
    void add(final double value) {
        if (values.size() == WIDTH) {
            values.removeFirst();
        }
        values.addLast(value);
    }

    @Override
    public String toString() {
        final double min = values.stream().filter(value -> !value.isNaN()).mapToDouble(value -> value).min().orElse(0);
        final double max = values.stream().filter(value -> !value.isNaN()).mapToDouble(value -> value).max().orElse(0);
        final StringBuilder line = new StringBuilder();
        for (final double value : values) {
            line.append(Double.isNaN(value) ? ' ' : bar((value - min) / (max - min)));
        }
        return line.toString();
    }

    /** All bars are low where all values are the same. */
    private static char bar(final double share) {
        return BARS.charAt((int) Math.round((Double.isFinite(share) ? share : 0) * (BARS.length() - 1)));
    }
}
