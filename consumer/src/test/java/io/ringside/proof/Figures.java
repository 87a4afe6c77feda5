package io.ringside.proof;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Named numbers, as one process of a proof tells them to another in one line. */
final class Figures {
    private final Map<String, Long> values = new TreeMap<>();

    Figures add(final String name, final long value) {
        values.merge(name, value, Long::sum);
        return this;
    }

    Figures add(final Figures other) {
        other.values.forEach(this::add);
        return this;
    }

    long of(final String name) {
        return values.getOrDefault(name, 0L);
    }

    static Figures parse(final String line) {
        final Figures figures = new Figures();
        for (final String figure : line.split(" ", -1)) {
            final int equals = figure.indexOf('=');
            figures.add(figure.substring(0, equals), Long.parseLong(figure.substring(equals + 1)));
        }
        return figures;
    }

    @Override
    public String toString() {
        return values.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
