package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.GlobalOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The program without a command: the options that all commands have, and the first page of help. */
@Command(name = "ringside", subcommandsRepeatable = false, synopsisSubcommandLabel = "COMMAND", description = {
    "Trace JVMs while they run.",
    "Applications register providers and write events into shared memory. You start a session and enable the "
            + "providers that you want to see. The session receives every event that matches, or the exact "
            + "number of events that were lost, with the cause. You can do this at any time and from any "
            + "process; nothing has to be restarted."}, exitCodeList = {
                "0:done",
                "1:failed: one line on standard error says what happened and what to do",
                "2:incorrect usage",
                "3:done, but events were lost",
                "130:interrupted"}, footer = {
                    "",
                    "First steps:",
                    "  ringside demo                        watch it work for ten seconds",
                    "  ringside start trading               start a session",
                    "  ringside emit --provider Orders --wait-enabled 1m --rate 1000 &",
                    "                                       run a test provider in the background",
                    "  ringside enable trading Orders       enable the provider in the session",
                    "  ringside tail trading --follow       print its events",
                    "  ringside stat trading                show event rates and losses",
                    "  ringside stop trading                end the session and print its ledger",
                    "",
                    "Run 'ringside COMMAND --help' for help on a command, and 'ringside doctor' if something "
                            + "does not work.",
                    "Sizes are written as 4096, 64k or 1m, durations as 250ms or 5s, and keyword masks as 0x6 or "
                            + "keyword names."})
final class RingsideCommand {
    @Mixin
    private final GlobalOptions options;

    // Only the parser reads this field.
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--version", versionHelp = true, description = "Print the versions of ringside and Java.")
    private boolean version;

    RingsideCommand(final CommandContext context) {
        options = context.options();
    }

    /** Returns the options that were typed before the command. */
    GlobalOptions options() {
        return options;
    }
}
