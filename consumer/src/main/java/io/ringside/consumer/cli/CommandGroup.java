package io.ringside.consumer.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;

/**
 * Commands that belong together in help. Immutable.
 *
 * @param heading  above them
 * @param commands annotated objects
 */
record CommandGroup(String heading, List<Object> commands) {
    private static final int NAME_WIDTH = 13;

    CommandGroup {
        commands = List.copyOf(commands);
    }

    static CommandGroup of(final String heading, final Object... commands) {
        return new CommandGroup(heading, Arrays.asList(commands));
    }

    /** The same with those commands only that have one of the names. */
    CommandGroup named(final List<String> names) {
        return new CommandGroup(heading, commands.stream()
                .filter(command -> names.contains(command.getClass().getAnnotation(Command.class).name())).toList());
    }

    /** A line for each command: its name, and the first sentence of its own help. */
    String render(final Help help) {
        final StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%n%s:%n", heading));
        for (final CommandLine command : help.commandSpec().subcommands().values()) {
            if (commands.contains(command.getCommand())) {
                final Text name = help.colorScheme().commandText(command.getCommandName());
                text.append(String.format(Locale.ROOT, "  %s%s%s%n", name,
                        " ".repeat(Math.max(1, NAME_WIDTH - name.getCJKAdjustedLength())),
                        command.getCommandSpec().usageMessage().description()[0]));
            }
        }
        return text.toString();
    }
}
