package io.ringside.cli.emit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A report of a demo process, which is one line of its standard output. Immutable.
 *
 * @param kind    subject of the line
 * @param numbers numbers of the process's role, always in the same order
 * @param text    for people, may be empty
 */
record DemoReport(Kind kind, List<Long> numbers, String text) {
    /** The subject of a line. */
    enum Kind {
        /** Current values. */
        PROGRESS,
        /** Final values, which do not change any more. */
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

    /** Parses a line; returns null if it is not a report, for example an error message of the JVM. */
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

    @Override
    public String toString() {
        return String.join(SEPARATOR, MARK, kind.name(),
                numbers.stream().map(String::valueOf).collect(Collectors.joining(LIST_SEPARATOR)), text);
    }
}
