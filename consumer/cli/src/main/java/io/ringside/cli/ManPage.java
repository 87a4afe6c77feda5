package io.ringside.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The manual page of the program and its commands, in roff, from the same texts as their help. Stateless. */
final class ManPage {
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "JAVA_HOME", "The Java to use, 17 or newer; without it, the java on the PATH.",
            "NO_COLOR", "If set, output has no colors.",
            "RINGSIDE_CDS", "'off': use no class data archive. See FILES.",
            "RINGSIDE_DIR", "Trace directory, if --dir does not name one.",
            "RINGSIDE_JAVA_OPTS", "Options for the JVM.");
    private static final Map<String, String> FILES = Map.of(
            "/dev/shm/ringside-USER", "Default trace directory.",
            "~/.cache/ringside", "Class data archives, which shorten the start of the program. They can be deleted.");

    private ManPage() {}

    static String of(final CommandLine program, final String version) {
        final CommandSpec spec = program.getCommandSpec();
        final StringBuilder page = new StringBuilder();
        page.append(".TH RINGSIDE 1 \"\" \"ringside ").append(text(version)).append("\" \"User Commands\"\n");
        page.append(".SH NAME\nringside \\- ").append(text(paragraphs(program).get(0))).append('\n');
        page.append(".SH SYNOPSIS\n").append(synopsis(program)).append('\n');
        page.append(".SH DESCRIPTION\n");
        appendParagraphs(page, paragraphs(program));
        page.append(".SH OPTIONS OF ALL COMMANDS\n");
        spec.options().stream().filter(CommandTree::isInherited).forEach(option -> append(page, option));
        page.append(".SH OPTIONS WITHOUT A COMMAND\n");
        spec.options().stream().filter(option -> !CommandTree.isInherited(option))
                .forEach(option -> append(page, option));
        page.append(".SH COMMANDS\n");
        commands(program).forEach(command -> append(page, command));
        page.append(".SH EXIT STATUS\n");
        append(page, spec.usageMessage().exitCodeList());
        page.append(".SH ENVIRONMENT\n");
        append(page, ENVIRONMENT);
        page.append(".SH FILES\n");
        append(page, FILES);
        page.append(".SH FIRST STEPS\n");
        appendExamples(page, spec);
        return page.toString();
    }

    /** Returns all commands that can be run: a command with subcommands is replaced by them. */
    private static Stream<CommandLine> commands(final CommandLine parent) {
        return parent.getSubcommands().values().stream()
                .flatMap(command -> command.getSubcommands().isEmpty() ? Stream.of(command) : commands(command));
    }

    private static void append(final StringBuilder page, final CommandLine command) {
        final CommandSpec spec = command.getCommandSpec();
        page.append(".SS ").append(text(spec.qualifiedName())).append('\n').append(synopsis(command)).append("\n.PP\n");
        appendParagraphs(page, paragraphs(command));
        spec.positionalParameters().forEach(argument -> append(page, argument));
        spec.options().stream().filter(option -> !CommandTree.isInherited(option))
                .forEach(option -> append(page, option));
        append(page, spec.usageMessage().exitCodeList().entrySet().stream()
                .collect(Collectors.toMap(code -> "exit status " + code.getKey(), Map.Entry::getValue)));
        appendExamples(page, spec);
    }

    private static String synopsis(final CommandLine command) {
        final CommandSpec spec = command.getCommandSpec();
        final StringBuilder line = new StringBuilder(".B ").append(text(spec.qualifiedName())).append('\n');
        spec.options().stream().filter(OptionSpec::required).forEach(option -> line.append(typed(option)).append(' '));
        line.append("[\\fIOPTION\\fR]...");
        if (!command.getSubcommands().isEmpty()) {
            return line.append(" \\fICOMMAND\\fR").toString();
        }
        spec.positionalParameters().forEach(argument -> {
            final String label = typed(argument)
                    + (argument.arity().max() > 1 && !argument.hideParamSyntax() ? "..." : "");
            line.append(' ').append(argument.arity().min() == 0 ? "[" + label + "]" : label);
        });
        return line.toString();
    }

    private static void append(final StringBuilder page, final ArgSpec argument) {
        page.append(".TP\n").append(typed(argument)).append('\n')
                .append(text(String.join(" ", argument.description()))).append('\n');
    }

    private static void append(final StringBuilder page, final Map<String, String> meanings) {
        meanings.entrySet().stream().sorted(Map.Entry.comparingByKey(ManPage::byNumberThenName))
                .forEach(meaning -> page.append(".TP\n\\fB").append(text(meaning.getKey())).append("\\fR\n")
                        .append(text(meaning.getValue())).append('\n'));
    }

    private static int byNumberThenName(final String left, final String right) {
        return left.length() != right.length() && Character.isDigit(left.charAt(left.length() - 1))
                ? Integer.compare(left.length(), right.length())
                : left.compareTo(right);
    }

    private static void appendParagraphs(final StringBuilder page, final List<String> paragraphs) {
        page.append(paragraphs.stream().map(ManPage::text).collect(Collectors.joining("\n.PP\n"))).append('\n');
    }

    private static void appendExamples(final StringBuilder page, final CommandSpec spec) {
        page.append(".PP\n.nf\n");
        Stream.of(spec.usageMessage().footer()).filter(line -> line.startsWith("  "))
                .forEach(line -> page.append(text(String.format(Locale.ROOT, line))).append('\n'));
        page.append(".fi\n");
    }

    /** Returns an argument as a user types it: names in bold, placeholders in italics. */
    private static String typed(final ArgSpec argument) {
        final String label = "\\fI" + text(argument.paramLabel()) + "\\fR";
        if (argument instanceof final OptionSpec option) {
            final String names = Stream.of(option.names()).map(name -> "\\fB" + text(name) + "\\fR")
                    .collect(Collectors.joining(", "));
            return option.typeInfo().isBoolean() ? names : names + " " + label;
        }
        return label;
    }

    private static List<String> paragraphs(final CommandLine command) {
        return Stream.of(command.getCommandSpec().usageMessage().description()).filter(text -> !text.isEmpty())
                .toList();
    }

    private static String text(final String plain) {
        final String escaped = plain.replace("\\", "\\e").replace("-", "\\-").replace("…", "...");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
