package io.ringside.cli.emit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A report of a process of the demo: one line of its standard output. Immutable.
 *
 * @param kind    subject of the line
 * @param numbers as many as the process reports, always in the same order
 * @param text    for people, may be empty
 */
record DemoReport(Kind kind, List<Long> numbers, String text) {
    /** The subject of a line. */
    enum Kind {
        /** The current state. */
        PROGRESS,
        /** The last numbers: they do not change any more. */
        FINAL
    }

    private static final String MARK = "demo";
    private static final String SEPARATOR = " ";
    private static final String LIST_SEPARATOR = ",";
    private static final int PARTS = 4;

    DemoReport {
        numbers = List.copyOf(numbers);
    }

    static DemoReport of(final Kind kind, final String text, final long... numbers) {
        return new DemoReport(kind, Arrays.stream(numbers).boxed().toList(), text);
    }

    /** Reads a line; null if it is something else, such as an error of the JVM. */
    static @Nullable DemoReport parse(final String line) {
        final String[] parts = line.split(SEPARATOR, PARTS);
        if (parts.length < PARTS || !parts[0].equals(MARK)) {
            return null;
        }
        try {
            return new DemoReport(Kind.valueOf(parts[1]),
                    Arrays.stream(parts[2].split(LIST_SEPARATOR)).map(Long::valueOf).toList(), parts[3]);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    /** The line. */
    @Override
    public String toString() {
        return String.join(SEPARATOR, MARK, kind.name(),
                numbers.stream().map(String::valueOf).collect(Collectors.joining(LIST_SEPARATOR)), text);
    }
}
