package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.NeedsNoFlags;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ringside man}: the manual page, which the build puts into the distribution. */
@Command(name = "man", description = "Print the manual page, in the format that man reads.", footer = {
    "",
    "Example:",
    "  ringside man | man -l -"})
final class ManCommand implements Callable<Integer>, NeedsNoFlags {
    private final CommandContext context;

    ManCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        context.console().print(ManPage.of(CommandTree.commands(context), ProgramVersion.text()).stripTrailing());
        return ExitCode.DONE;
    }
}
