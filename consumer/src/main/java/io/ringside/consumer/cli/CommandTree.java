package io.ringside.consumer.cli;

import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.Console;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.Interruption;
import io.ringside.consumer.cli.console.LibraryLog;
import io.ringside.consumer.cli.control.DisableCommand;
import io.ringside.consumer.cli.control.EnableCommand;
import io.ringside.consumer.cli.control.ProvidersCommand;
import io.ringside.consumer.cli.control.QueryCommand;
import io.ringside.consumer.cli.control.SessionsCommand;
import io.ringside.consumer.cli.control.StartCommand;
import io.ringside.consumer.cli.control.StopCommand;
import io.ringside.consumer.cli.demo.DemoCommand;
import io.ringside.consumer.cli.emit.EmitCommand;
import io.ringside.consumer.cli.tail.TailCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** All commands, and one run of them. Stateless. */
final class CommandTree {
    private static final int HELP_WIDTH = 110;

    private CommandTree() {}

    /**
     * Run what was typed.
     *
     * @param console      for output
     * @param interruption by which the command may be ended
     * @param args         of the command line
     * @return the exit code
     */
    static int run(final Console console, final Interruption interruption, final String... args) {
        LibraryLog.silence();
        final CommandLine program = commands(new CommandContext(console, interruption));
        final Failures failures = new Failures(console);
        program.setParameterExceptionHandler(failures);
        program.setExecutionExceptionHandler(failures);
        try {
            if (args.length == 0) {
                console.explain(program.getUsageMessage());
                return ExitCode.USAGE;
            }
            final int exitCode = program.execute(args);
            return interruption.isRequested() && exitCode == ExitCode.DONE ? ExitCode.INTERRUPTED : exitCode;
        } catch (final Error e) {
            return failures.report(e);
        }
    }

    static CommandLine commands(final CommandContext context) {
        final CommandLine program = new CommandLine(new RingsideCommand(context));
        final List<Object> commands = List.of(new DemoCommand(context), new StartCommand(context),
                new EnableCommand(context), new DisableCommand(context), new TailCommand(context),
                new QueryCommand(context), new SessionsCommand(context), new ProvidersCommand(context),
                new StopCommand(context), new EmitCommand(context));
        commands.forEach(program::addSubcommand);
        program.getSubcommands().values().forEach(CommandTree::keepOrder);
        keepOrder(program);
        program.setExpandAtFiles(false);
        program.setCaseInsensitiveEnumValuesAllowed(true);
        program.setUsageHelpWidth(HELP_WIDTH);
        program.setOut(context.console().printer());
        program.setColorScheme(Help.defaultColorScheme(context.console().isColoured() ? Help.Ansi.ON : Help.Ansi.OFF));
        return program;
    }

    /** Help lists options as they were written down: what matters most comes first, what all commands have last. */
    private static void keepOrder(final CommandLine command) {
        command.getCommandSpec().usageMessage().sortOptions(false).sortSynopsis(false);
    }
}
