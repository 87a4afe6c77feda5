package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The pages of the command line: what the program knows of a command, around the text that a person has written.
 * <p>
 * A page begins with the command's name and its first sentence. Below the {@link #MARK} is its reference. Everything
 * between is left as it is. Stateless.
 */
final class CommandPages {
    static final Path INDEX = Path.of("docs", "command-line.md");
    private static final Path FOLDER = Path.of("docs", "commands");
    /** Commands whose pages describe options of others. */
    private static final List<String> DESCRIBING = List.of("tail", "enable", "start", "ship");
    private static final String MARK = "<!-- Generated from the program, see CONTRIBUTING.md. Do not edit below. -->\n";

    private CommandPages() {}

    /** Names of all commands, in the order of help. */
    static Stream<String> names() {
        return program().getSubcommands().keySet().stream();
    }

    static Path of(final String command) {
        return FOLDER.resolve(command + ".md");
    }

    /** The page of a command as it has to be, with the text that it has. */
    static String page(final String command) throws IOException {
        final CommandLine found = program().getSubcommands().get(command);
        final StringBuilder page = new StringBuilder();
        page.append("# ringside ").append(command).append("\n\n").append(summary(found)).append('\n');
        page.append(written(of(command), page.length()));
        page.append(MARK);
        reference(page, found);
        found.getSubcommands().values().forEach(action -> reference(page, action));
        return page.toString();
    }

    /** The index as it has to be, with the text that it has. */
    static String index() throws IOException {
        final CommandLine program = program();
        final StringBuilder page = new StringBuilder("# The command line\n\n");
        page.append(summary(program)).append('\n').append(written(INDEX, page.length())).append(MARK);
        page.append("\n## Commands\n\n| command | purpose |\n|---|---|\n");
        program.getSubcommands().forEach((name, command) -> page.append("| [").append(name)
                .append("](commands/").append(name).append(".md) | ").append(summary(command)).append(" |\n"));
        final List<OptionSpec> options = program.getCommandSpec().options();
        page.append("\n## Options of all commands\n\n| option | meaning |\n|---|---|\n");
        options.stream().filter(CommandTree::isInherited).forEach(option -> row(page, name(option), text(option)));
        page.append("\n## Options without a command\n\n| option | meaning |\n|---|---|\n");
        options.stream().filter(option -> !CommandTree.isInherited(option))
                .forEach(option -> row(page, name(option), text(option)));
        exitCodes(page, program.getCommandSpec());
        return page.toString();
    }

    private static void reference(final StringBuilder page, final CommandLine command) {
        final CommandSpec spec = command.getCommandSpec();
        page.append("\n## ").append(spec.parent().parent() == null ? "Reference" : spec.name()).append("\n\n    ")
                .append(spec.qualifiedName());
        if (!command.getSubcommands().isEmpty()) {
            page.append(' ').append(String.join("|", command.getSubcommands().keySet())).append(" …\n");
            return;
        }
        spec.options().stream().filter(OptionSpec::required).forEach(option -> page.append(' ').append(plain(option)));
        page.append(" [OPTION…]");
        spec.positionalParameters().forEach(argument -> page.append(' ').append(plain(argument)));
        page.append('\n');
        if (spec.parent().parent() != null) {
            page.append('\n').append(summary(command)).append('\n');
        }
        final List<OptionSpec> own = spec.options().stream()
                .filter(option -> !CommandTree.isInherited(option)).toList();
        if (!own.isEmpty() || !spec.positionalParameters().isEmpty()) {
            page.append("\n| argument or option | meaning |\n|---|---|\n");
            spec.positionalParameters().forEach(argument -> row(page, plain(argument),
                    isOfTail(spec, argument) ? "as for [tail](tail.md#reference)" : text(argument)));
            options(page, spec, own);
        }
        exitCodes(page, spec);
        examples(page, spec);
    }

    private static boolean isOfTail(final CommandSpec spec, final ArgSpec argument) {
        return !spec.name().equals("tail") && spec.root().subcommands().get("tail").getCommandSpec()
                .positionalParameters().stream().anyMatch(same -> text(same).equals(text(argument)));
    }

    /** Options that an earlier command has too, with the same meaning, are described once, on its page. */
    private static void options(final StringBuilder page, final CommandSpec spec, final List<OptionSpec> own) {
        final Map<String, List<String>> elsewhere = new LinkedHashMap<>();
        for (final OptionSpec option : own) {
            final Optional<String> described = describedBy(spec, option);
            if (described.isPresent()) {
                elsewhere.computeIfAbsent(described.get(), command -> new ArrayList<>()).add('`' + name(option) + '`');
            } else {
                row(page, name(option), text(option));
            }
        }
        elsewhere.forEach((command, names) -> page.append("| ").append(String.join(" ", names)).append(" | as for [")
                .append(command).append("](").append(command).append(".md#reference) |\n"));
    }

    private static Optional<String> describedBy(final CommandSpec spec, final OptionSpec option) {
        return DESCRIBING.stream().takeWhile(command -> !command.equals(spec.name()))
                .filter(command -> Optional.ofNullable(spec.root().subcommands().get(command).getCommandSpec()
                        .optionsMap().get(option.longestName()))
                        .filter(same -> text(same).equals(text(option))).isPresent())
                .findFirst();
    }

    private static void exitCodes(final StringBuilder page, final CommandSpec spec) {
        final Map<String, String> codes = spec.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            page.append(spec.parent() == null ? "\n## Exit codes\n" : "")
                    .append("\n| exit code | meaning |\n|---|---|\n");
            codes.forEach((code, meaning) -> page.append("| ").append(code).append(" | ").append(marked(meaning))
                    .append(" |\n"));
        }
    }

    private static void examples(final StringBuilder page, final CommandSpec spec) {
        final List<String> lines = Stream.of(spec.usageMessage().footer()).filter(line -> line.startsWith("  "))
                .toList();
        page.append(lines.size() > 1 ? "\nExamples:\n\n" : "\nExample:\n\n");
        lines.forEach(line -> page.append("  ").append(String.format(Locale.ROOT, line)).append('\n'));
    }

    private static void row(final StringBuilder page, final String name, final String meaning) {
        page.append("| `").append(name.replace("|", "\\|")).append("` | ").append(meaning).append(" |\n");
    }

    /** As it is typed. */
    private static String name(final OptionSpec option) {
        return option.typeInfo().isBoolean() ? option.longestName() : option.longestName() + " " + option.paramLabel();
    }

    private static String plain(final ArgSpec argument) {
        if (argument instanceof final OptionSpec option) {
            return name(option);
        }
        final boolean isOptional = ((PositionalParamSpec) argument).arity().min() == 0;
        final String label = argument.paramLabel()
                + (argument.arity().max() > 1 && !argument.hideParamSyntax() ? "…" : "");
        return isOptional ? "[" + label + "]" : label;
    }

    private static String summary(final CommandLine command) {
        return command.getCommandSpec().usageMessage().description()[0];
    }

    private static String text(final ArgSpec argument) {
        return marked(String.join(" ", argument.description()));
    }

    /** With options and quoted text as code. */
    private static String marked(final String text) {
        return text.replace("|", "\\|").replace("*", "\\*").replaceAll("(?<=[ (])'([^']+)'(?=[ .,;:)])", "`$1`")
                .replaceAll("(?<![\\w`-])(--[a-z][a-z0-9-]*)", "`$1`");
    }

    /** What a person has written, which ends with an empty line. */
    private static String written(final Path page, final int begin) throws IOException {
        if (Files.notExists(page)) {
            return "\n";
        }
        final String text = Files.readString(page);
        final int first = text.indexOf("\n\n", text.indexOf("\n\n") + 2) + 1;
        final int mark = text.indexOf(MARK);
        return mark < first || begin == 0 ? "\n" : text.substring(first, mark);
    }

    private static CommandLine program() {
        return CommandTree.commands(new CommandContext(
                new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, false),
                new Interruption()));
    }
}
