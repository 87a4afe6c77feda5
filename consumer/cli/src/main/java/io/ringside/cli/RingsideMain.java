package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;

/** Entry of the program {@code ringside}. */
public final class RingsideMain {
    private RingsideMain() {}

    /**
     * Run one command and end the process.
     *
     * @param args of the command line
     */
    public static void main(final String[] args) {
        final Interruption interruption = Interruption.ofSignals();
        final Console console = Console.ofProcess();
        int exitCode = ExitCode.FAILED;
        try {
            exitCode = CommandTree.run(console, interruption, args);
        } finally {
            interruption.finish();
        }
        System.exit(exitCode);
    }
}
