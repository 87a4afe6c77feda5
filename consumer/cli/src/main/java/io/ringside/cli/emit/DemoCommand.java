package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.Controller;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside demo}: shows writing, controlling and reading for a few seconds. */
@Command(name = "demo", description = {
    "Run a demonstration with a provider, a controller and a consumer, each in its own process.",
    "The provider writes order events from several threads. The consumer pauses for a moment, so that some "
            + "events are lost. At the end the demo compares three counts: the statuses returned to the writers, "
            + "the events and gaps delivered to the consumer, and the session's ledger. It removes everything "
            + "that it has created."}, exitCodeList = {
                "0:all counts agree",
                "1:the counts do not agree, or the demo failed"}, footer = {
                    "",
                    "Example:",
                    "  ringside demo --seconds 5"})
public final class DemoCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 3600;

    private final CommandContext context;

    @Option(names = "--seconds", paramLabel = "N", description = {
        "Duration in seconds from the first event on: 1 to 3600 (default: 10)."})
    private int seconds = 10;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public DemoCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (seconds < 1 || seconds > MAX_SECONDS) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=--seconds, value="
                    + seconds + ", min=1, max=" + MAX_SECONDS + ": see ringside demo --help");
        }
        context.interruption().handle();
        final String session = "demo-" + ProcessHandle.current().pid();
        try (DemoDirectory directory = DemoDirectory.prepare(context.options().directory())) {
            final DemoLedger ledger;
            try (DemoRun run = DemoRun.start(context, directory, session)) {
                if (!run.run(TimeUnit.SECONDS.toNanos(seconds))) {
                    return ExitCode.INTERRUPTED;
                }
                ledger = run.ledger();
            } finally {
                leave(directory, session);
            }
            return print(ledger);
        }
    }

    /** Removes the session and files that an early end has left in the user's directory. */
    private void leave(final DemoDirectory directory, final String session) {
        if (directory.temporary()) {
            return;
        }
        try (Controller controller = context.openController()) {
            if (controller.sessions().stream().anyMatch(row -> row.name().equals(session))) {
                controller.stop(session, Duration.ofSeconds(1));
            }
            controller.clean();
        }
    }

    private int print(final DemoLedger ledger) {
        final Console console = context.console();
        if (context.isJson()) {
            console.print(ledger.json());
        } else {
            ledger.text().forEach(console::print);
            final String program = program(
                    System.getProperty("ringside.program", System.getProperty("java.class.path")),
                    context.options().directory());
            console.print("");
            console.print("Try next:");
            console.print("  " + program + " start trading && " + program + " enable trading Orders");
            console.print("  " + program + " emit --provider Orders --rate 1000 --events 60000 &");
            console.print("  " + program + " tail trading --follow");
        }
        if (!ledger.isBalanced()) {
            console.tell("counts of the demo do not agree: ledger=" + ledger + ": please report it");
            return ExitCode.FAILED;
        }
        return ExitCode.DONE;
    }

    /** Returns the command line for calling this program again, with its trace directory if one was named. */
    static String program(final String classPath, final @Nullable Path directory) {
        final String program = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator)
                ? "java -jar " + classPath
                : "ringside";
        return directory == null ? program : program + " --dir '" + directory.toString().replace("'", "'\\''") + "'";
    }
}
