package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.cli.console.TypedLines;
import java.io.IOException;

/** Entry point of the program {@code ringside}. */
public final class RingsideMain {
    /** System property that the start script sets when the JVM is to write a class data archive. */
    private static final String WARM_UP = "ringside.warmup";

    private RingsideMain() {}

    /**
     * Runs one command and ends the process.
     *
     * @param args of the command line
     * @throws IOException if the warm-up cannot create its temporary folder
     */
    public static void main(final String[] args) throws IOException {
        final Interruption interruption = Interruption.ofSignals();
        final Console console = Console.ofProcess();
        if (Boolean.getBoolean(WARM_UP)) {
            WarmUp.run();
            System.exit(ExitCode.DONE);
        }
        final String damaged = DamagedArguments.problem(args);
        if (damaged != null) {
            console.tell(damaged);
            System.exit(ExitCode.USAGE);
        }
        int exitCode = ExitCode.FAILED;
        try {
            exitCode = CommandTree.run(new CommandContext(console, interruption, TypedLines.ofProcess()), args);
        } finally {
            interruption.finish();
        }
        System.exit(exitCode);
    }
}
