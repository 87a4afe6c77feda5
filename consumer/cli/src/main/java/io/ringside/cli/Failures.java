package io.ringside.cli;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.text.PlainText;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports any failure as one line for people and an exit code for programs. Thread-safe. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final int CAUSES_MAX = 8;

    private static final Pattern CHOICES = Pattern.compile("expected one of \\[[A-Z_, ]+]");

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
        // A text with a caret under its error spans several lines, which are printed as they are.
        final List<String> lines = what(failure, command).lines().toList();
        console.tell(lines.get(0) + (lines.get(0).endsWith("?") ? " See " : ": see ") + name + " --help");
        lines.subList(1, lines.size()).forEach(line -> console.explain(PlainText.of(line) + System.lineSeparator()));
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(
            final Exception failure, final CommandLine command, final ParseResult parsed) {
        return report(failure);
    }

    /** Reports a failure that ended the command. */
    int report(final Throwable failure) {
        if (console.isClosed()) {
            return ExitCode.DONE;
        }
        if (interruption.isRequested() && isOfEnd(failure)) {
            return ExitCode.INTERRUPTED;
        }
        if (failure instanceof final RingsideException known) {
            // The names of settings become the names of their options.
            console.tellEnd(String.valueOf(known.getMessage()).replaceFirst("^maxBytes=", "--max-bytes="));
            return known.code() == ErrorCode.INVALID_ARGUMENT ? ExitCode.USAGE : ExitCode.FAILED;
        }
        if (failure instanceof final InvalidPathException path) {
            console.tell("path cannot be used in this locale: path=" + path.getInput() + ", reason="
                    + path.getReason() + ": set a UTF-8 locale, for example LC_ALL=C.UTF-8");
            return ExitCode.FAILED;
        }
        final StackTraceElement[] trace = failure.getStackTrace();
        console.tell("unexpected failure: reason=" + failure + ", at=" + (trace.length == 0 ? "unknown" : trace[0])
                + ": please report it");
        return ExitCode.FAILED;
    }

    /** {@return whether shutdown caused the failure} It prevents loading libraries that add shutdown hooks. */
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

    private static String what(final ParameterException failure, final CommandLine command) {
        if (failure instanceof final UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
            final String argument = unmatched.getUnmatched().get(0);
            final boolean isCommand = command.getParent() == null && !argument.startsWith("-");
            final CommandSpec spec = command.getCommandSpec();
            return (isCommand ? "no such command: command=" : "no such argument: argument=") + argument
                    + PlainText.suggestion(argument, argument.startsWith("-")
                            ? spec.optionsMap().keySet()
                            : spec.subcommands().keySet());
        }
        // On the command line the constants of an enum are words in lower case.
        final String text = CHOICES.matcher(String.valueOf(failure.getMessage()))
                .replaceAll(choices -> choices.group().toLowerCase(Locale.ROOT).replace('_', '-'));
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
