package io.ringside.consumer.cli;

import io.ringside.consumer.cli.console.Console;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.Interruption;

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
