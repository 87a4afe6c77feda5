package io.ringside.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/**
 * A group of related commands under one heading of the help. Immutable.
 *
 * @param heading  of the group
 * @param commands annotated objects
 */
record CommandGroup(String heading, List<Object> commands) {
    private static final int INDENT = 2;
    private static final int NAME_COLUMN = INDENT + 14;

    CommandGroup {
        commands = List.copyOf(commands);
    }

    static CommandGroup of(final String heading, final Object... commands) {
        return new CommandGroup(heading, Arrays.asList(commands));
    }

    /** Returns the group with only those commands that have one of the names. */
    CommandGroup named(final List<String> names) {
        return new CommandGroup(heading, commands.stream()
                .filter(command -> names.contains(command.getClass().getAnnotation(Command.class).name())).toList());
    }

    /** Returns a line for each command: its name, and the first sentence of its help. */
    String render(final Help help) {
        final int width = help.commandSpec().usageMessage().width();
        final TextTable table = TextTable.forColumns(help.colorScheme(),
                new Column(NAME_COLUMN, INDENT, Column.Overflow.SPAN),
                new Column(width - NAME_COLUMN, 0, Column.Overflow.WRAP));
        for (final CommandLine command : help.commandSpec().subcommands().values()) {
            if (commands.contains(command.getCommand())) {
                table.addRowValues(help.colorScheme().commandText(command.getCommandName()),
                        help.colorScheme().text(command.getCommandSpec().usageMessage().description()[0]));
            }
        }
        return String.format(Locale.ROOT, "%n%s:%n", heading) + table;
    }
}
