package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.NeedsNoFlags;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ringside completion}: the script for a shell that completes commands and options. */
@Command(name = "completion", description = {
    "Print a script that completes commands and options in bash and zsh.",
    "The script also completes names of sessions and providers, for which it runs this program, and levels. It knows "
            + "the commands and options of this release. Load it again after an update."}, footer = {
                "",
                "Examples:",
                "  ringside completion > ~/.ringside-completion",
                "  source ~/.ringside-completion        # also in ~/.bashrc or, after compinit, in ~/.zshrc"})
final class CompletionCommand implements Callable<Integer>, NeedsNoFlags {
    private final CommandContext context;

    CompletionCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final CommandLine program = CommandTree.commands(context);
        context.console().print(AutoComplete.bash(program.getCommandName(), program).stripTrailing());
        context.console().print(names());
        return ExitCode.DONE;
    }

    /** Returns the part of the script that completes names unknown to the parser, such as those of sessions. */
    private static String names() {
        try (InputStream in = CompletionCommand.class.getResourceAsStream("names-completion.sh")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
