package io.ringside.internal.jvm;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Options of the agent, such as {@code dir=/dev/shm/trace,jvm=false}. A comma within a value is written twice.
 * Immutable.
 *
 * @param directory trace directory; null for the default of the JVM's user
 * @param jvm       whether to publish the JVM's counters
 * @param log       whether to record calls of {@code java.util.logging} as events
 * @param jfr       whether to record events of JDK Flight Recorder as events
 */
record AgentOptions(@Nullable Path directory, boolean jvm, boolean log, boolean jfr) {
    private static final String SINGLE_COMMA = "(?<!,),(?!,)";

    /**
     * Parses the options, which follow the path of the jar.
     *
     * @param text null or empty for no options
     * @return the options
     * @throws IllegalArgumentException if an option is unknown, or its value is not allowed
     */
    static AgentOptions parse(final @Nullable String text) {
        Path directory = null;
        boolean jvm = true;
        boolean log = false;
        boolean jfr = false;
        if (text != null && !text.isBlank()) {
            for (final String option : text.split(SINGLE_COMMA, -1)) {
                final int equals = option.indexOf('=');
                final String name = equals < 0 ? option : option.substring(0, equals);
                final String value = equals < 0 ? "" : option.substring(equals + 1).replace(",,", ",");
                switch (name) {
                    case "dir" -> directory = path(value);
                    case "jvm" -> jvm = flag(name, value);
                    case "log" -> log = flag(name, value);
                    case "jfr" -> jfr = flag(name, value);
                    default -> throw new IllegalArgumentException(
                            "agent has no such option: option=" + name + ": expected dir=PATH, or one of jvm, log and"
                                    + " jfr with =true or =false");
                }
            }
        }
        return new AgentOptions(directory, jvm, log, jfr);
    }

    private static Path path(final String value) {
        try {
            if (!value.isBlank()) {
                return Path.of(value);
            }
        } catch (final InvalidPathException e) {
            throw new IllegalArgumentException("option of the agent is no path: dir=" + value + ", reason="
                    + e.getReason() + ": expected a directory", e);
        }
        throw new IllegalArgumentException("option of the agent is empty: dir=: expected a directory");
    }

    private static boolean flag(final String name, final String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(
                    "option of the agent has a wrong value: " + name + '=' + value + ": expected true or false");
        };
    }
}
