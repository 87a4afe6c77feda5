package io.ringside.consumer.cli;

import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.GlobalOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The program without a command: what all commands have in common, and the first page of help. */
@Command(name = "ringside", subcommandsRepeatable = false, synopsisSubcommandLabel = "COMMAND", description = {
    "Trace what JVMs do, while they run.", "",
    "Processes register providers and write their events into shared memory. A session decides which events "
            + "it wants, and gets every one of them or the exact count of what was lost, and why."}, footer = {"",
                "First steps:", "  ringside demo                        see it work, ten seconds",
                "  ringside start trading               start a session",
                "  ringside emit --provider Orders &    a process with a provider to try with",
                "  ringside enable trading Orders       let the session want the provider's events",
                "  ringside tail trading --follow       see them",
                "  ringside stop trading                end, and the ledger",
                "", "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but events were lost, 130 interrupted."})
final class RingsideCommand {
    @Mixin
    private final GlobalOptions options;

    RingsideCommand(final CommandContext context) {
        options = context.options();
    }

    /** What was typed in front of the command. */
    GlobalOptions options() {
        return options;
    }
}
