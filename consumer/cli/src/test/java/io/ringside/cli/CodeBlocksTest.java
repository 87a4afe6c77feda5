package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** Code that pages show: Java compiles against the exported API, and commands of the program have the options shown. */
class CodeBlocksTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    /** Pages with Java, and the tests that compile it: those of this class, or of a module that has the libraries. */
    private static final Map<String, String> COMPILED = Map.of(
            "README.md", "consumer/src/test/java/io/ringside/reader/PageApplicationsTest.java",
            "transport/docs/getting-started.md", "consumer/src/test/java/io/ringside/reader/PageApplicationsTest.java",
            "core/docs/typed-events.md", "consumer/sbe/src/test/java/io/ringside/reader/TypedPageTest.java",
            "consumer/etw/docs/reading.md", "consumer/etw/src/test/java/io/ringside/reader/ReadingPageTest.java",
            "consumer/micrometer/docs/micrometer.md",
            "consumer/micrometer/src/test/java/io/ringside/micrometer/MicrometerPageTest.java",
            "transport/docs/frameworks.md",
            "transport/bridges/netty/src/test/java/io/ringside/bridge/netty/NettyPageTest.java",
            "core/docs/counters.md", "consumer/cli/src/test/resources/io/ringside/cli/blocks/counters.txt",
            "transport/docs/settings.md", "consumer/cli/src/test/resources/io/ringside/cli/blocks/settings.txt",
            "transport/docs/side-by-side.md",
            "consumer/cli/src/test/resources/io/ringside/cli/blocks/side-by-side.txt",
            "consumer/docs/shipping-kafka.md",
            "consumer/cli/src/test/resources/io/ringside/cli/blocks/shipping-kafka.txt");
    private static final Pattern JAVA = Pattern.compile("(?ms)^```java\n(.*?)^```");
    private static final Pattern INDENTED_JAVA = Pattern.compile("(?m)^ {4,}(import [\\w.]+|[^`\n]*[\\w)}]);$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```(?!java|mermaid).*?^ *```");
    private static final Pattern FILE = Pattern.compile("(?ms)^// file (\\S+)\n(.*?)(?=^// file |\\z)");
    private static final Pattern BLOCK = Pattern.compile("(?m)^// block (\\d+)$");
    private static final Pattern CODE = Pattern.compile("(?m)^ {4}.*$|`[^`\n]+`");
    /** A command of the program, up to the end of the code, of the line or of the command. */
    private static final Pattern COMMAND = Pattern.compile("(?<![\\w./-])ringside ([a-z][a-z-]*)([^`\n|;&#)]*)");
    private static final Pattern OPTION = Pattern.compile("(?<=\\s)--[a-z][a-z0-9-]*");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"core/docs/counters.md", "transport/docs/settings.md", "transport/docs/side-by-side.md",
        "consumer/docs/shipping-kafka.md"})
    void shouldCompileTheJavaOfAPage(final String page) throws IOException {
        final List<String> blocks = JAVA.matcher(Files.readString(ROOT.resolve(page))).results()
                .map(block -> block.group(1)).toList();
        final String frame = Files.readString(ROOT.resolve(COMPILED.get(page)));
        assertThat(BLOCK.matcher(frame).results().map(block -> Integer.valueOf(block.group(1))))
                .as("blocks of %s", page).hasSize(blocks.size()).doesNotHaveDuplicates();

        final List<String> arguments = new ArrayList<>(List.of("-Xlint:all,-path,-processing,-try", "-Werror", "-d",
                folder.toString(), "-cp", System.getProperty("java.class.path")));
        for (final MatchResult file : FILE.matcher(frame).results().toList()) {
            final String text = BLOCK.matcher(file.group(2))
                    .replaceAll(block -> Matcher.quoteReplacement(
                            blocks.get(Integer.parseInt(block.group(1)) - 1)));
            assertThat(text).doesNotContain("io.ringside.internal");
            arguments.add(Files.writeString(folder.resolve(file.group(1)), text).toString());
        }
        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        assertThat(ToolProvider.getSystemJavaCompiler().run(InputStream.nullInputStream(), errors, errors,
                arguments.toArray(String[]::new))).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    @Test
    void shouldHaveATestThatCompilesTheJavaOfEachPage() throws IOException {
        final Map<String, String> tests = new TreeMap<>();
        for (final Path page : PagesTest.pages()) {
            final String text = Files.readString(page);
            if (JAVA.matcher(text).find()) {
                final String name = ROOT.relativize(page).toString();
                tests.put(name, COMPILED.getOrDefault(name, "none"));
            }
            assertThat(INDENTED_JAVA.matcher(FENCED.matcher(JAVA.matcher(text).replaceAll("")).replaceAll("")).results()
                    .map(MatchResult::group)).as("Java of %s without a fence", page).isEmpty();
        }
        assertThat(tests).isEqualTo(COMPILED);
        assertThat(tests.values()).allSatisfy(test -> assertThat(ROOT.resolve(test)).exists());
    }

    @Test
    void shouldShowCommandsAndOptionsThatExist() throws IOException {
        final CommandLine program = CommandTree.commands(new CommandContext(
                new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, false),
                new Interruption()));
        final List<String> unknown = new ArrayList<>();
        int shown = 0;
        for (final Path page : PagesTest.pages()) {
            final String text = Files.readString(page).replace("\\\n", " ");
            for (final MatchResult code : Stream.concat(CODE.matcher(text).results(), FENCED.matcher(text).results())
                    .toList()) {
                for (final MatchResult command : COMMAND.matcher(code.group()).results().toList()) {
                    shown++;
                    if (!isKnown(program, command.group(1), command.group(2))) {
                        unknown.add(ROOT.relativize(page) + ": " + command.group());
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(shown).isGreaterThan(100);
    }

    private static boolean isKnown(final CommandLine program, final String name, final String arguments) {
        final CommandLine command = program.getSubcommands().get(name);
        if (command == null) {
            return name.equals("help");
        }
        // The arguments of remote contain another command.
        final CommandLine names = name.equals("remote") ? program : command;
        final CommandLine action = Stream.of(arguments.strip().split("\\s+")).map(names.getSubcommands()::get)
                .filter(Objects::nonNull).findFirst().orElse(command);
        return OPTION.matcher(arguments).results().allMatch(option -> Stream.of(action, command, program)
                .anyMatch(place -> place.getCommandSpec().findOption(option.group()) != null));
    }
}
