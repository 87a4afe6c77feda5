package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.cli.option.Arguments;
import io.ringside.internal.recording.RecorderSettings;
import io.ringside.session.SessionSettings;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What is asked for wrongly never reaches a trace directory. */
class UsageTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rewind trading", "nonsense", "nonsense --help"})
    void shouldSayThatThereIsNoSuchCommandWhenItIsNotBuilt(final String line) {
        final ProgramRun run = run(line);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).containsExactly(
                "ringside: no such command: command=" + line.split(" ", -1)[0] + ": see ringside --help");
    }

    @ParameterizedTest
    @CsvSource({"enabel a,did you mean enable?", "tail a --folow,did you mean --follow?",
        "counters qery,did you mean query?"})
    void shouldNameWhatWasProbablyMeantWhenANameIsMistyped(final String line, final String hint) {
        final ProgramRun run = run(line);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains(hint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "start a b", "start a --lanes 0", "start a --lanes many",
        "start a --lane-size 65k",
        "start a --lane-size 32k", "start a --max-bytes 1k", "start a --overflow drop",
        "start a --overflow block:5", "start a --overflow block:1h", "start a --overflow block:", "snapshot",
        "snapshot a", "snapshot --to b",
        "start a --clock quartz", "start a --sequence both", "start a --group", "enable", "enable a",
        "enable a P --level 256",
        "enable a P --any 0xZ", "enable a P --source-id 1", "enable a P --timeout 5",
        "enable a P --event-id 65536", "enable a P --event-id x", "enable a P --event-id 1 --not-event-id 2",
        "enable a P --pid 0", "enable a P --pid-now 4294967296", "enable a P --filter-data 0f0",
        "enable a P --not-event-id 1,,2", "enable a P --event-id ", "enable a P --pid ",
        "enable a P --event ", "enable a P --exe ", "enable a P --event a,,b", "start a --group ",
        "capture-state a P --every 1s --level 3", "capture-state a P --every 1s --any 1", "update", "update a",
        "update a --lanes 3", "update a --max-bytes x",
        "flush", "flush a b", "flush a --timeout x", "disable a", "capture-state a", "capture-state a P --every 5",
        "stop", "stop a --timeout x", "stat a b", "stat --interval 9ms",
        "query", "query a b", "sessions a",
        "counters", "counters query", "counters watch", "counters nothing", "counters query a",
        "counters query a\\b --samples 0", "counters query a\\b --csv --tsv",
        "--format json counters query a\\b --csv", "--format json counters query a\\b --tsv",
        "tail a --csv --summary", "--format json tail a --csv",
        "counters query a\\b --interval 1", "counters watch a\\b --interval 1ms",
        "providers --why e", "providers a b", "tail", "tail a --limit -1", "tail a --limit x",
        "tail a --idle nap", "replay", "replay a", "replay --to s", "replay a --to s --speed 0",
        "ship a --to aeron://b:1/c --allow-control --once", "ship a --to kafka://b:1/c --allow-control --once",
        "record",
        "record a",
        "record a --to x --roll never",
        "record a --to x --min-free x", "record a --to x --mode circular", "tail a --since x", "tail a --until -x",
        "timeline a --key x", "timeline a --between x", "timeline a --between x,", "timeline a --slowest x",
        "measure", "measure a --window 0s", "measure a --top -1", "measure a --groups 0", "measure a --window x",
        "--format json measure a --csv",
        "latency a", "latency a --from P/e", "latency a --from P/e --to P/f --slowest x",
        "emit", "emit --provider", "emit --provider P x",
        "emit --provider P --payload 7", "emit --provider P --threads 0", "emit --provider P --csv",
        "demo --seconds 0", "demo --seconds x", "demo now", "doctor now", "processes now", "attach", "attach x",
        "attach 0", "attach 1 2", "attach 1 --timeout x", "attach 1 --agent ", "detach", "detach x", "completion x",
        "--format xml sessions",
        "--unknown", "-x",
        "record a --to ", "snapshot a --to ", "update a --to ", "counters query a\\b --to ",
        "emit --provider P --csv ", "tail ", "start -- -a b"})
    void shouldSaySoInOneLineWhenArgumentsAreWrong(final String line) {
        final ProgramRun run = run(line);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().startsWith("ringside: ").contains("--help");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldRefuseAnEmptyDirectoryInPlaceOfTheCurrentOne() {
        final ProgramRun run = ProgramRun.plain(new Interruption(), "--dir", "", "sessions");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains("--dir", "not empty");
    }

    @Test
    @DisplayName("R4.44 a condition that is not understood is shown with a caret under its fault")
    void shouldPointAtTheFaultOfACondition() {
        final ProgramRun run = ProgramRun.plain(new Interruption(), "--dir", folder.resolve("trace").toString(),
                "enable", "a", "P", "--payload", "price > and size = 1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasSize(3);
        assertThat(run.err().get(0)).startsWith("ringside: invalid value for option '--payload'")
                .endsWith(": see ringside enable --help");
        assertThat(run.err().get(1)).isEqualTo("price > and size = 1");
        assertThat(run.err().get(2)).isEqualTo("        ^");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldPointAtTheFaultOfAConditionOnWhatIsRead() {
        final ProgramRun run = ProgramRun.plain(new Interruption(), "--dir", folder.resolve("trace").toString(),
                "tail", "a", "--where", "level <= and size = 1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasSize(3);
        assertThat(run.err().get(1)).isEqualTo("level <= and size = 1");
        assertThat(run.err().get(2)).isEqualTo("         ^");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"record a --to x --mode both|[sequential, circular, newfile, append]",
        "record a --to x --mode circular|no limit is set", "start a --max-bytes 100k|--lane-size",
        "record a --to x --max-age 5s|--max-age=5000000000ns"})
    void shouldNameChoicesAndOptionsAsTheyAreTyped(final String line, final String words) {
        final ProgramRun run = run(line);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains(words)
                .doesNotContain("maxAgeNs", "maxBytes", "laneBytes");
    }

    @Test
    void shouldShowHelpOfACommandWhenHelpIsTypedInFrontOfIt() {
        assertThat(ProgramRun.plain(new Interruption(), "help", "start").out())
                .isEqualTo(run("start --help").out());
        assertThat(ProgramRun.plain(new Interruption(), "help").out()).isEqualTo(run("--help").out());
    }

    @Test
    void shouldRefuseToRecordSeveralSessionsAtOnce() {
        final ProgramRun run = run("record a b --to " + folder.resolve("recording"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains("sources=[a, b]", "record each session");
    }

    @Test
    @DisplayName("R6.4 a window that ends before it begins is refused")
    void shouldRefuseWindowThatEndsBeforeItBegins() {
        final ProgramRun run = run("tail a --since 2 --until 1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains("window", "--since");
    }

    @Test
    void shouldShowTheFirstStepsWhenNothingIsTyped() {
        final ProgramRun run = ProgramRun.plain(new Interruption());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).anyMatch(text -> text.contains("First steps"));
    }

    @Test
    void shouldSayThatThereIsNoSuchActionWhenHelpIsAskedForIt() {
        final ProgramRun run = run("counters nonsense --help");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).containsExactly(
                "ringside: no such argument: argument=nonsense: see ringside counters --help");
    }

    @Test
    void shouldNameWhatIsBuiltAndNothingElseWhenHelpIsAskedFor() {
        final ProgramRun run = run("--help");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        assertThat(commands().getSubcommands().keySet())
                .containsExactlyInAnyOrder("demo", "start", "enable", "disable", "capture-state", "update", "flush",
                        "stop", "sessions",
                        "query", "providers", "stat", "top", "counters", "serve",
                        "tail", "trace", "record", "snapshot", "replay", "measure", "latency", "timeline", "export",
                        "sql",
                        "ship", "receive", "ships", "remote",
                        "emit", "processes", "attach", "detach",
                        "doctor",
                        "completion",
                        "man")
                .allSatisfy(command -> assertThat(run.out()).anyMatch(text -> text.startsWith("  " + command + " ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "start", "enable", "disable", "capture-state", "update", "flush", "stop",
        "sessions", "query",
        "providers", "stat", "top", "counters", "counters list", "counters query", "counters watch",
        "tail", "measure", "latency", "timeline",
        "record", "snapshot", "ship", "receive", "ships", "emit", "processes", "attach", "detach", "serve", "doctor",
        "completion"})
    void shouldShowAnExampleWhenHelpOfACommandIsAskedFor(final String command) {
        final ProgramRun run = run(command + " --help");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).anyMatch(text -> text.startsWith("  ringside " + command));
    }

    @Test
    void shouldTellExitCodesAndWhereHelpIsWhenHelpIsAskedFor() {
        assertThat(run("--help").out()).contains("Exit codes:", "  0     done", "  3     done, but events were lost",
                "  130   interrupted",
                "Run 'ringside COMMAND --help' for help on a command, and 'ringside doctor' if something "
                        + "does not work.");
    }

    @Test
    void shouldShowCommandsInGroupsAndNoLineThatIsTooLong() {
        final ProgramRun run = run("--help");
        assertThat(run.out()).containsSubsequence("Try it:", "Control sessions:", "Read events:",
                "Inspect:", "This program:").allMatch(line -> line.length() <= 110);
    }

    @ParameterizedTest
    @ValueSource(strings = {"40", "60", "80", "200"})
    void shouldFitHelpToTheTerminalAndKeepExamplesWhole(final int columns) {
        final int width = Math.max(55, Math.min(110, columns));
        final CommandLine program = CommandTree.commands(new CommandContext(
                new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, false),
                new Interruption()), width);
        assertThat(program.getUsageMessage().lines()).contains("  ringside demo                        watch it work "
                + "for ten seconds").anyMatch(line -> line.startsWith("  demo         "))
                .filteredOn(line -> !line.startsWith("  ringside") && !line.startsWith("    "))
                .allMatch(line -> line.length() <= width);
        assertThat(program.getSubcommands().get("record").getUsageMessage().lines())
                .contains("  ringside record alarms --to /var/tmp/alarms --trigger 'level <= ERROR' \\");
    }

    @Test
    void shouldBeginWithOneSentenceAndTellEveryDefault() {
        final CommandLine program = commands();
        assertThat(Stream.concat(program.getSubcommands().values().stream(),
                program.getSubcommands().get("counters").getSubcommands().values().stream())).allSatisfy(command -> {
                    final CommandSpec spec = command.getCommandSpec();
                    assertThat(spec.usageMessage().description()[0]).matches("[A-Z][^.]*\\.");
                    assertThat(spec.options()).filteredOn(option -> !option.required() && !option.usageHelp()
                            && !option.typeInfo().isBoolean()).allSatisfy(
                                    option -> assertThat(String.join(" ", option.description()))
                                            .as("%s %s", spec.name(), option.longestName()).contains("(default"));
                });
    }

    @ParameterizedTest
    @MethodSource
    void shouldTellTheDefaultOfTheSetting(final String command, final String option, final Object value) {
        final String description = String.join(" ",
                commands().getSubcommands().get(command).getCommandSpec().findOption(option).description());
        final String text = description.replaceFirst(".*\\(default: ([^)]*)\\)\\.", "$1");
        assertThat(value instanceof Long ? new Arguments.Size().convert(text) : text).isEqualTo(value);
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> shouldTellTheDefaultOfTheSetting() {
        return Stream.of(
                arguments("start", "--lanes", size(SessionSettings.Key.LANES)),
                arguments("start", "--lane-size", size(SessionSettings.Key.LANE_BYTES)),
                arguments("start", "--max-bytes", size(SessionSettings.Key.MAX_BYTES)),
                arguments("start", "--overflow", SessionSettings.Key.OVERFLOW.defaultText()),
                arguments("start", "--clock", SessionSettings.Key.CLOCK.defaultText()),
                arguments("start", "--sequence", SessionSettings.Key.SEQUENCE.defaultText()),
                arguments("record", "--mode", RecorderSettings.MODE.defaultText()),
                arguments("record", "--roll", RecorderSettings.ROLL.defaultText()),
                arguments("record", "--min-free", 2 * RecorderSettings.BLOCK_BYTES.defaultNumber()));
    }

    private static Long size(final SessionSettings.Key setting) {
        return Long.valueOf(setting.defaultText());
    }

    private static CommandLine commands() {
        return CommandTree.commands(new CommandContext(
                new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, false),
                new Interruption()));
    }

    private ProgramRun run(final String line) {
        final String[] words = line.split(" ", -1);
        final String directory = folder.resolve("trace").toString();
        final String[] args = Arrays.copyOf(new String[]{"--dir", directory}, words.length + 2);
        System.arraycopy(words, 0, args, 2, words.length);
        return ProgramRun.plain(new Interruption(), args);
    }
}
