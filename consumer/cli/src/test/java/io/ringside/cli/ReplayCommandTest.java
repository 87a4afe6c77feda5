package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.cli.console.TypedLines;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.DataFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** What {@code replay} does with recordings that flight recorders have left. */
class ReplayCommandTest {
    private static final Path PAGE = Path.of("docs", "commands", "replay.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^    \\$ ringside (.*)\\n    (.*)$");
    private static final int EVENTS = 200;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private Path recording;

    @BeforeEach
    void record() {
        recording = record("flight", EVENTS);
    }

    @Test
    void shouldShowReplayedEventsAsTheyWereRecorded() {
        run("start", "test");
        final String row = one(run("replay", recording.toString(), "--to", "test", "--speed", "max", "--format",
                "json"));

        assertThat(number(row, "replayed")).isEqualTo(EVENTS);
        assertThat(number(row, "lost")).isZero();
        assertThat(row).contains("\"complete\":true");
        assertThat(events("test")).isEqualTo(events(recording.toString())).hasSize(EVENTS);
    }

    @Test
    void shouldPauseBeforeEachEventOfANameUntilEnterIsPressed() {
        run("start", "test");
        final Interruption interruption = new Interruption();
        // Somebody who presses Enter whenever the replay has paused.
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        @SuppressWarnings("InputStreamSlowMultibyteRead") // One key at a time.
        final InputStream keys = new InputStream() {
            private int pressed;

            @Override
            public int available() {
                return err.toString(UTF_8).lines().filter(line -> line.contains("paused: ")).count() > pressed ? 1 : 0;
            }

            @Override
            public int read() {
                pressed++;
                return '\n';
            }
        };
        final int exitCode = CommandTree.run(
                new CommandContext(new Console(out, err, false, false), interruption,
                        new TypedLines(keys, true, () -> true)),
                "--dir", folder.resolve("trace").toString(), "replay", recording.toString(), "--to", "test", "--speed",
                "max",
                "--pause-at", "numbered", "--until",
                Long.toString(number(events(recording.toString()).get(2), "time")));

        assertThat(exitCode).as(err.toString(UTF_8)).isEqualTo(ExitCode.DONE);
        assertThat(err.toString(UTF_8).lines()).hasSizeGreaterThanOrEqualTo(3).allMatch(
                line -> line.matches("ringside: paused: replayed \\d+ events, 0 lost.*: press Enter to continue"));
        assertThat(err.toString(UTF_8).lines().findFirst()).contains(
                "ringside: paused: replayed 0 events, 0 lost: press Enter to continue");
        assertThat(events("test")).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void shouldRequireATerminalToPauseAndUnderstandWhereTo() {
        run("start", "test");
        assertThat(run("replay", recording.toString(), "--to", "test", "--pause-at", "numbered").err())
                .singleElement().asString().contains("--pause-at requires a terminal", "pauseAt=numbered");
        assertThat(run("replay", recording.toString(), "--to", "test", "--pause-at", "26:00").exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("replay", recording.toString(), "--to", "test", "--pause-at", "Orders/").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldMarkTheSession() {
        run("start", "test");
        assertThat(one(run("query", "test", "--format", "json"))).contains("\"replay\":null");
        run("replay", recording.toString(), "--to", "test", "--speed", "max");

        assertThat(one(run("query", "test", "--format", "json"))).contains("\"replay\":\"" + recording + '"');
        assertThat(run("query", "test").out()).anyMatch(line -> line.matches("replay +" + recording));
        assertThat(run("sessions").out()).anyMatch(line -> line.contains("running, replay"));
    }

    @Test
    void shouldDoAsItsPageSays() throws IOException {
        final Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
        int examples = 0;
        while (example.find()) {
            final ProgramRun run = run(example.group(1).replace("/var/tmp/trading", recording.toString()).split(" "));
            assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
            assertThat(shape(run.out().get(0))).isEqualTo(shape(example.group(2)));
            examples++;
        }
        assertThat(examples).isEqualTo(3);
    }

    @Test
    void shouldWriteAnEventForWhatAFlightRecorderHasOverwritten() {
        final Path overwritten = record("busy", 5_000);
        final List<String> original = events(overwritten.toString());
        run("start", "test", "--lane-size", "1m");
        final String row = one(run("replay", overwritten.toString(), "--to", "test", "--speed", "max", "--format",
                "json"));

        final List<String> lines = events("test");
        final List<String> marks = lines.stream().filter(line -> line.contains("Ringside-Replay")).toList();
        assertThat(marks).hasSize((int) number(row, "markedGaps")).isNotEmpty();
        assertThat(marks.get(0)).contains("\"cause\":\"overwritten\"");
        final long count = number(marks.get(0), "count");
        assertThat(count + number(row, "replayed")).isEqualTo(5_000);
        assertThat(lines.stream().filter(line -> !line.contains("Ringside-Replay")).toList())
                .isEqualTo(original.stream().filter(line -> !line.startsWith("{\"lost\"")).toList());
    }

    @Test
    void shouldReplayWhatCanBeReadOfADamagedRecordingAndSaySo() throws IOException {
        final Path file = DataFiles.of(recording).get(0);
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 40_000));
        run("start", "test");
        final ProgramRun run = run("replay", recording.toString(), "--to", "test", "--speed", "max");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).last().asString().contains("damaged");
        assertThat(run.out()).singleElement().asString().startsWith("replayed ");
    }

    @Test
    void shouldRefuseWhatCannotBeReplayed() {
        assertThat(run("replay", recording.toString(), "--to", "absent").err()).singleElement().asString()
                .contains("no such session: name=absent");
        run("start", "test");
        final ProgramRun noRecording = run("replay", "test", "--to", "test");
        assertThat(noRecording.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(noRecording.err()).singleElement().asString().contains("folder holds no recording: path=test");
        for (final String speed : List.of("0", "-1", "fast", "1e9", "x")) {
            final ProgramRun refused = run("replay", recording.toString(), "--to", "test", "--speed=" + speed);
            assertThat(refused.exitCode()).as(speed).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err().get(0)).contains("expected 1x, 10x, 0.5x or max");
        }
        final ProgramRun unknown = run("replay", recording.toString(), "--to", "test", "--speed", "max", "--where",
                "nothing > 1");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).singleElement().asString().contains("no event has such a field: field=nothing");
        assertThat(number(one(run("query", "test", "--format", "json")), "wanted")).isZero();
    }

    private Path record(final String session, final int events) {
        run("start", session, "--overflow", "drop-oldest", "--lanes", "4", "--lane-size", "64k");
        run("enable", session, "Orders");
        run("emit", "--provider", "Orders", "--events", String.valueOf(events), "--payload", "8");
        final Path to = folder.resolve(session + "-recording");
        assertThat(run("snapshot", session, "--to", to.toString()).exitCode()).isEqualTo(ExitCode.DONE);
        run("stop", session);
        return to;
    }

    /** As they are printed, without ticks, which each session's clock has its own. */
    private List<String> events(final String source) {
        return run("tail", source, "--format", "json").out().stream()
                .map(line -> line.replaceAll("\"ticks\":\\d+,", ""))
                .toList();
    }

    private static String shape(final String line) {
        return line.replaceAll("[0-9][0-9,.]*", "#");
    }

    private static String one(final ProgramRun run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).hasSize(1);
        return run.out().get(0);
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
