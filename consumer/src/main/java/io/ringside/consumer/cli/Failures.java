package io.ringside.consumer.cli;

import io.ringside.consumer.cli.console.Console;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.Interruption;
import io.ringside.consumer.cli.console.PlainText;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever goes wrong into one line for people and an exit code for programs. Thread-safe. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final int CAUSES_MAX = 8;

    private static final int MAX_TYPING_ERRORS = 2;

    private final Console console;
    private final Interruption interruption;

    Failures(final Console console, final Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
    }

    @Override
    public int handleParseException(final ParameterException failure, final String[] args) {
        final CommandLine command = failure.getCommandLine();
        final String name = command.getCommandSpec().qualifiedName();
        // A text with a caret under its fault needs lines of its own.
        final List<String> lines = what(failure, command).lines().toList();
        console.tell(lines.get(0) + ": see " + name + " --help");
        lines.subList(1, lines.size()).forEach(line -> console.explain(PlainText.of(line) + System.lineSeparator()));
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(
            final Exception failure, final CommandLine command, final ParseResult parsed) {
        return report(failure);
    }

    /** Tells what was thrown. */
    int report(final Throwable failure) {
        if (console.isClosed()) {
            return ExitCode.DONE;
        }
        if (interruption.isRequested() && isOfEnd(failure)) {
            return ExitCode.INTERRUPTED;
        }
        if (failure instanceof final RingsideException known) {
            console.tell(String.valueOf(known.getMessage()));
            return known.code() == ErrorCode.INVALID_ARGUMENT ? ExitCode.USAGE : ExitCode.FAILED;
        }
        final StackTraceElement[] trace = failure.getStackTrace();
        console.tell("unexpected failure: reason=" + failure + ", at=" + (trace.length == 0 ? "unknown" : trace[0])
                + ": please report it");
        return ExitCode.FAILED;
    }

    /** Libraries that add hooks for the end of the JVM cannot be loaded any more once that has begun. */
    private static boolean isOfEnd(final Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < CAUSES_MAX && cause != null; depth++) {
            if (cause instanceof LinkageError
                    || (cause instanceof IllegalStateException && "Shutdown in progress".equals(cause.getMessage()))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** The name that was probably meant: one that differs by a character or two; empty if there is none. */
    private static String suggestion(final String typed, final Collection<String> names) {
        final int allowed = Math.min(MAX_TYPING_ERRORS, typed.length() / 2);
        return names.stream().filter(name -> distance(typed, name) <= allowed)
                .min(Comparator.comparingInt(name -> distance(typed, name)))
                .map(name -> ", did you mean " + name + "?").orElse("");
    }

    /** How many characters are to be put in, taken out or changed to get from one text to the other. */
    private static int distance(final String from, final String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            final int[] next = new int[row.length];
            next[0] = i;
            for (int j = 1; j < row.length; j++) {
                final int changed = row[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(changed, 1 + Math.min(row[j], next[j - 1]));
            }
            row = next;
        }
        return row[row.length - 1];
    }

    private static String what(final ParameterException failure, final CommandLine command) {
        if (failure instanceof final UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
            final String argument = unmatched.getUnmatched().get(0);
            final boolean isCommand = command.getParent() == null && !argument.startsWith("-");
            final CommandSpec spec = command.getCommandSpec();
            return (isCommand ? "no such command: command=" : "no such argument: argument=") + argument
                    + suggestion(argument, argument.startsWith("-")
                            ? spec.optionsMap().keySet()
                            : spec.subcommands().keySet());
        }
        final String text = String.valueOf(failure.getMessage());
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
