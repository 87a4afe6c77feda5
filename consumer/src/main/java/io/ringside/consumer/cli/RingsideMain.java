package io.ringside.consumer.cli;

import io.ringside.consumer.cli.console.Console;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.Interruption;
import io.ringside.transport.provider.Prerequisites;

/** Entry of the program {@code ringside}. Touches nothing that needs flags of the JVM before these were looked for. */
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
            exitCode = run(args, console, interruption);
        } finally {
            interruption.finish();
        }
        System.exit(exitCode);
    }

    private static int run(final String[] args, final Console console, final Interruption interruption) {
        final String missing = Prerequisites.missing();
        if (missing != null) {
            console.tell(missing);
            return ExitCode.FAILED;
        }
        return CommandTree.run(console, interruption, args);
    }
}
