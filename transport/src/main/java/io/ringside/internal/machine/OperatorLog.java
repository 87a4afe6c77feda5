package io.ringside.internal.machine;

import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * The output of lines for the operator: the log {@code io.ringside}, unless another place is set. The Java agent sets
 * one, since the first use of a log before an application's own would initialize its logging for it. Thread-safe.
 */
public final class OperatorLog {
    private static volatile Consumer<String> output = OperatorLog::log;

    private OperatorLog() {}

    /**
     * Log elsewhere from now on.
     *
     * @param newOutput receives each line; called by several threads
     */
    public static void redirect(final Consumer<String> newOutput) {
        output = newOutput;
    }

    /**
     * Log a line.
     *
     * @param line what happened: name=value: what to do
     */
    public static void warn(final String line) {
        output.accept(line);
    }

    private static void log(final String line) {
        // Looked for at need, since that may run code of the application as well.
        System.getLogger("io.ringside").log(Level.WARNING, line);
    }
}
