package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of the command line tells what the options of commands do that have many. */
class CommandPageTest {
    private static final Path PAGE = Path.of("..", "docs", "command-line.md");

    /** Of every command: its --help tells them. */
    private static final List<String> OF_ALL = List.of("--dir", "--format");

    @ParameterizedTest
    @ValueSource(strings = {"start", "enable", "capture-state", "update", "flush", "stat", "tail", "record", "snapshot",
        "latency"})
    void shouldKnowEveryOption(final String command) throws IOException {
        final List<OptionSpec> options = CommandTree.commands(new CommandContext(
                new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, false),
                new Interruption())).getSubcommands().get(command).getCommandSpec().options();
        // Whose events are measured is said as for a tail.
        final String section = section(command) + ("latency".equals(command) ? section("tail") : "");

        assertThat(options.stream().filter(option -> !option.usageHelp()).map(OptionSpec::longestName)
                .filter(name -> !OF_ALL.contains(name))
                .filter(name -> !Pattern.compile(Pattern.quote(name) + "(?![a-z-])").matcher(section).find()))
                .as("options of %s that %s does not tell", command, PAGE).isEmpty();
    }

    private static String section(final String command) throws IOException {
        final Matcher section = Pattern.compile("(?ms)^## " + command + "$(.*?)(?=^## |\\z)")
                .matcher(Files.readString(PAGE));
        assertThat(section.find()).as("section of %s", command).isTrue();
        return section.group(1);
    }
}
