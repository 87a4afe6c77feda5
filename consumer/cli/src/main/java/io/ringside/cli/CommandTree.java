package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.cli.console.LibraryLog;
import io.ringside.cli.console.NeedsNoFlags;
import io.ringside.cli.counters.CountersCommand;
import io.ringside.cli.doctor.DoctorCommand;
import io.ringside.cli.emit.DemoCommand;
import io.ringside.cli.emit.EmitCommand;
import io.ringside.cli.export.ExportCommand;
import io.ringside.cli.export.SqlCommand;
import io.ringside.cli.latency.LatencyCommand;
import io.ringside.cli.measure.MeasureCommand;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.process.AttachCommand;
import io.ringside.cli.process.DetachCommand;
import io.ringside.cli.process.ProcessesCommand;
import io.ringside.cli.session.CaptureStateCommand;
import io.ringside.cli.session.DisableCommand;
import io.ringside.cli.session.EnableCommand;
import io.ringside.cli.session.FlushCommand;
import io.ringside.cli.session.ProvidersCommand;
import io.ringside.cli.session.QueryCommand;
import io.ringside.cli.session.RecordCommand;
import io.ringside.cli.session.ReplayCommand;
import io.ringside.cli.session.SessionsCommand;
import io.ringside.cli.session.SnapshotCommand;
import io.ringside.cli.session.StartCommand;
import io.ringside.cli.session.StatCommand;
import io.ringside.cli.session.StopCommand;
import io.ringside.cli.session.TailCommand;
import io.ringside.cli.session.TopCommand;
import io.ringside.cli.session.TraceCommand;
import io.ringside.cli.session.UpdateCommand;
import io.ringside.cli.ship.ReceiveCommand;
import io.ringside.cli.ship.RemoteCommand;
import io.ringside.cli.ship.ShipCommand;
import io.ringside.cli.ship.ShipsCommand;
import io.ringside.cli.timeline.TimelineCommand;
import io.ringside.control.Controller;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The tree of all commands, and the execution of a command line. Stateless. */
final class CommandTree {
    private static final int HELP_WIDTH = 110;
    /** The minimum width that picocli accepts. */
    private static final int MIN_HELP_WIDTH = 55;

    private CommandTree() {}

    /**
     * Runs a command line.
     *
     * @param console      for output
     * @param interruption that can end the command early
     * @param typed        the command line
     * @return the exit code
     */
    static int run(final Console console, final Interruption interruption, final String... typed) {
        return run(new CommandContext(console, interruption), typed);
    }

    /**
     * Runs a command line.
     *
     * @param context for the command
     * @param typed   the command line
     * @return the exit code
     */
    static int run(final CommandContext context, final String... typed) {
        final Console console = context.console();
        final Interruption interruption = context.interruption();
        final String[] args = typed.length > 0 && typed[0].equals("help") ? askedForHelp(typed) : typed;
        LibraryLog.silence();
        final CommandLine program = commands(context, needed(groups(context), args), widthFor(console, args));
        final Failures failures = new Failures(console, interruption);
        program.setExecutionStrategy(parsed -> execute(console, parsed));
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
            final String missing = Controller.missingPrerequisite();
            if (missing != null) {
                console.tell(missing);
                return ExitCode.FAILED;
            }
            return failures.report(e);
        }
    }

    /** Runs a command that another host requested. The command has no terminal and ignores this program's signals. */
    private static int runFromAfar(final OutputStream out, final OutputStream err, final String... arguments) {
        return run(new Console(out, err, false, false), new Interruption(), arguments);
    }

    /** Turns {@code help start} into {@code start --help}. */
    private static String[] askedForHelp(final String... typed) {
        final String[] args = Arrays.copyOfRange(typed, 1, typed.length + 1);
        args[typed.length - 1] = "--help";
        return args;
    }

    /** Runs the command, unless it needs something that the JVM lacks; only a few commands need nothing. */
    private static int execute(final Console console, final ParseResult parsed) {
        final String missing = Controller.missingPrerequisite();
        final List<CommandLine> typed = parsed.asCommandLineList();
        requireCommand(typed.get(typed.size() - 1));
        final Object command = typed.get(typed.size() - 1).getCommand();
        if (missing != null && !(command instanceof NeedsNoFlags) && !isHelpAsked(typed)) {
            console.tell(missing);
            return ExitCode.FAILED;
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Rejects an unknown command, because the parser does not report it when help is requested. */
    private static void requireCommand(final CommandLine last) {
        final List<String> unmatched = last.getUnmatchedArguments();
        if (!last.getSubcommands().isEmpty() && !unmatched.isEmpty() && !unmatched.get(0).startsWith("-")) {
            throw new UnmatchedArgumentException(last, unmatched);
        }
    }

    private static boolean isHelpAsked(final List<CommandLine> typed) {
        return typed.stream()
                .anyMatch(command -> command.isUsageHelpRequested() || command.isVersionHelpRequested());
    }

    /** Returns the program with all its commands. */
    static CommandLine commands(final CommandContext context) {
        return commands(context, HELP_WIDTH);
    }

    /** Returns the program with all its commands, with help of the given width. */
    static CommandLine commands(final CommandContext context, final int width) {
        return commands(context, groups(context), width);
    }

    private static boolean isHelp(final String... args) {
        return args.length == 0 || List.of(args).contains("--help") || List.of(args).contains("-h");
    }

    /** Returns the width of the help, in columns. Only help asks the terminal, because that starts a process. */
    private static int widthFor(final Console console, final String... args) {
        return isHelp(args) ? Math.max(MIN_HELP_WIDTH, Math.min(HELP_WIDTH, console.columns())) : HELP_WIDTH;
    }

    /** Returns the footer. Its indented lines, examples and tables, are not wrapped, so that they can be copied. */
    private static String footer(final Help help) {
        final StringBuilder text = new StringBuilder();
        for (final String line : help.commandSpec().usageMessage().footer()) {
            text.append(line.startsWith("  ")
                    ? help.colorScheme().text(String.format(Locale.ROOT, line))
                    : help.createHeading(line)).append(System.lineSeparator());
        }
        return text.toString();
    }

    /** {@return whether all commands have this option} Other options apply to the program without a command. */
    static boolean isInherited(final OptionSpec option) {
        return option.scopeType() == ScopeType.INHERIT;
    }

    /** Returns the named commands only, because creating all takes longer than most commands run. Help lists all. */
    private static List<CommandGroup> needed(final List<CommandGroup> all, final String... args) {
        final List<String> typed = List.of(args);
        final List<CommandGroup> named = isHelp(args)
                ? List.of()
                : all.stream().map(group -> group.named(typed)).filter(group -> !group.commands().isEmpty()).toList();
        return named.isEmpty() ? all : named;
    }

    private static CommandLine commands(
            final CommandContext context, final List<CommandGroup> groups, final int width) {
        final CommandLine program = new CommandLine(new RingsideCommand(context));
        program.getCommandSpec().versionProvider(new ProgramVersion());
        groups.forEach(group -> group.commands().forEach(program::addSubcommand));
        Optional.ofNullable(program.getSubcommands().get(CountersCommand.NAME))
                .ifPresent(counters -> {
                    CountersCommand.actions(context).forEach(counters::addSubcommand);
                    counters.getSubcommands().values().forEach(CommandTree::layOut);
                });
        // The words after the address are another command line, so this parser stops there.
        Optional.ofNullable(program.getSubcommands().get(RemoteCommand.NAME))
                .ifPresent(remote -> remote.setStopAtPositional(true));
        program.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        program.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                help -> groups.stream().map(group -> group.render(help)).collect(Collectors.joining()));
        program.getSubcommands().values().forEach(CommandTree::layOut);
        layOut(program);
        Arguments.register(program);
        program.setExpandAtFiles(false);
        program.setCaseInsensitiveEnumValuesAllowed(true);
        program.setUsageHelpWidth(width);
        program.setOut(context.console().printer());
        program.setColorScheme(Help.defaultColorScheme(context.console().isColoured() ? Help.Ansi.ON : Help.Ansi.OFF));
        return program;
    }

    /** Returns all commands, in the order of the help. */
    private static List<CommandGroup> groups(final CommandContext context) {
        return List.of(
                CommandGroup.of("Try it", new DemoCommand(context), new EmitCommand(context)),
                CommandGroup.of("Control sessions", new StartCommand(context),
                        new EnableCommand(context), new DisableCommand(context), new CaptureStateCommand(context),
                        new UpdateCommand(context), new FlushCommand(context), new StopCommand(context)),
                CommandGroup.of("Read events", new TailCommand(context), new TraceCommand(context),
                        new RecordCommand(context), new SnapshotCommand(context), new ReplayCommand(context),
                        new MeasureCommand(context), new LatencyCommand(context),
                        new TimelineCommand(context), new ExportCommand(context), new SqlCommand(context)),
                CommandGroup.of("Other machines", new ShipCommand(context, CommandTree::runFromAfar),
                        new ReceiveCommand(context), new ShipsCommand(context), new RemoteCommand(context)),
                CommandGroup.of("Inspect", new StatCommand(context), new TopCommand(context),
                        new SessionsCommand(context),
                        new QueryCommand(context), new ProvidersCommand(context), new CountersCommand(context),
                        new ServeCommand(context)),
                CommandGroup.of("Running JVMs", new ProcessesCommand(context), new AttachCommand(context),
                        new DetachCommand(context)),
                CommandGroup.of("This program", new DoctorCommand(context), new CompletionCommand(context),
                        new ManCommand(context)));
    }

    /** Configures help. Options keep the order of declaration: important ones first, those of all commands last. */
    private static void layOut(final CommandLine command) {
        final UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.sortOptions(false).sortSynopsis(false).descriptionHeading("%n").parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n").description(paragraphs(usage.description()));
        if (!usage.exitCodeList().isEmpty()) {
            usage.exitCodeListHeading("%nExit codes:%n");
        }
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, CommandTree::footer);
    }

    /** Returns the texts with an empty line between each two. */
    private static String[] paragraphs(final String... texts) {
        final String[] spaced = new String[2 * texts.length - 1];
        Arrays.fill(spaced, "");
        for (int i = 0; i < texts.length; i++) {
            spaced[2 * i] = texts[i];
        }
        return spaced;
    }
}
