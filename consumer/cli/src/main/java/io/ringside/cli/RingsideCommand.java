package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.GlobalOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The program without a command: what all commands have in common, and the first page of help. */
@Command(name = "ringside", subcommandsRepeatable = false, synopsisSubcommandLabel = "COMMAND", description = {
    "Trace what JVMs do, while they run.", "",
    "Applications register providers and write their events into shared memory. You start a session, and enable for it "
            + "the providers that you want to see; it gets every event that it wants, or the exact count of what was "
            + "lost, and why. You may do so at any time, from any process, and need not restart anything.",
    ""}, footer = {
        "", "First steps:", "  ringside demo                        see it work, ten seconds",
        "  ringside start trading               start a session",
        "  ringside emit --provider Orders --wait-enabled 1m --rate 1000 &",
        "                                       a process with a provider to try with, in the background",
        "  ringside enable trading Orders       let the session want the provider's events",
        "  ringside tail trading --follow       see them",
        "  ringside stat trading                how many they are, and how many are lost",
        "  ringside stop trading                end, and the ledger",
        "", "Help for a command: ringside COMMAND --help. Something does not work: ringside doctor.",
        "Sizes are 4096, 64k or 1m, durations 250ms or 5s, masks 0x6 or names of keywords.", "", "Exit codes:",
        "    0  done", "    1  failed: one line on standard error says what happened and what to do",
        "    2  wrong usage", "    3  done, but events were lost", "  130  interrupted"})
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
