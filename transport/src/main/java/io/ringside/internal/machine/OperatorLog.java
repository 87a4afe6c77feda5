package io.ringside.internal.machine;

import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * Output of lines for the operator: the log {@code io.ringside}, unless another destination is set. The Java agent sets
 * one, because using a log before the application does would initialize the application's logging. Thread-safe.
 */
public final class OperatorLog {
    private static volatile Consumer<String> output = OperatorLog::log;

    private OperatorLog() {}

    /**
     * Redirect all further lines.
     *
     * @param newOutput receives each line; called by several threads
     */
    public static void redirect(final Consumer<String> newOutput) {
        output = newOutput;
    }

    /**
     * Log a line.
     *
     * @param line message in the form {@code problem: name=value: remedy}
     */
    public static void warn(final String line) {
        output.accept(line);
    }

    private static void log(final String line) {
        // Looked up when needed, because the lookup may run code of the application as well.
        System.getLogger("io.ringside").log(Level.WARNING, line);
    }
}
