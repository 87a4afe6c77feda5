package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.DataFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** What {@code record} makes of folders of recordings. */
class RewriteCommandTest {
    private static final int EVENTS = 3_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private Path source;
    private Path output;

    @BeforeEach
    void record() {
        source = folder.resolve("source");
        output = folder.resolve("output");
        run("start", "flight", "--overflow", "drop-oldest", "--lanes", "4", "--lane-size", "64k");
        run("enable", "flight", "Orders");
        run("emit", "--provider", "Orders", "--events", String.valueOf(EVENTS));
        assertThat(run("snapshot", "flight", "--to", source.toString()).exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    @DisplayName("R6.26 a recording is written anew with what meets a condition, as it was")
    void shouldWriteWhatMeetsACondition() {
        final String row = one(run("record", source.toString(), "--to", output.toString(), "--where",
                "sequence % 2", "--format", "json"));
        final List<String> wanted = run("tail", source.toString(), "--where", "sequence % 2", "--format", "json")
                .out();
        final List<String> all = events(run("tail", source.toString(), "--format", "json").out());

        assertThat(run("tail", output.toString(), "--format", "json").out()).isEqualTo(wanted);
        assertThat(number(row, "recorded")).isEqualTo(events(wanted).size()).isPositive();
        assertThat(number(row, "filtered")).isEqualTo(all.size() - number(row, "recorded")).isPositive();
        assertThat(number(row, "lost")).isZero();
        assertThat(number(row, "recorded") + number(row, "filtered") + number(row, "overwritten"))
                .as("every event that was written").isEqualTo(EVENTS);
        assertThat(number(row, "bytes")).isPositive();
    }

    @Test
    void shouldSayAtOnceThatTheMetadataOfASourceIsDamagedAndLeaveNothing() throws IOException {
        final Path metadata = source.resolve("metadata.cq4t");
        final byte[] whole = Files.readAllBytes(metadata);
        final byte[] scribbled = whole.clone();
        scribbled[6] ^= 1;
        for (final byte[] damaged : List.of(new byte[whole.length], new byte[0], scribbled)) {
            Files.write(metadata, damaged);
            for (final ProgramRun run : List.of(run("tail", source.toString()),
                    run("record", source.toString(), "--to", output.toString()))) {
                assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
                assertThat(run.out()).isEmpty();
                assertThat(run.err()).singleElement().asString().contains("metadata of a recording is damaged: path="
                        + metadata);
            }
            assertThat(output).doesNotExist();
        }
    }

    @Test
    void shouldKeepWhatCanBeReadOfADamagedSourceAndSaySo() throws IOException {
        final Path file = DataFiles.of(source).get(0);
        final byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, 70_000));

        final ProgramRun run = run("record", source.toString(), "--to", output.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).anyMatch(
                line -> line.contains("new recording contains everything that could be read: path=" + output));
        assertThat(run("tail", output.toString()).exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    @DisplayName("R6.27 what was left out is told by the result")
    void shouldTellWhatWasLeftOut() {
        final List<String> all = events(run("tail", source.toString(), "--format", "json").out());
        final long middle = number(all.get(all.size() / 2), "time");
        one(run("record", source.toString(), "--to", output.toString(), "--since", String.valueOf(middle)));

        final List<String> summary = run("tail", output.toString(), "--summary", "--format", "json").out();
        final long kept = number(summary.get(0), "events");
        assertThat(number(summary.get(summary.size() - 1), "filtered")).isEqualTo(all.size() - kept).isPositive();
        assertThat(run("tail", output.toString(), "--summary").out()).last().asString()
                .startsWith("filtered: ");
        assertThat(events(run("tail", output.toString(), "--format", "json").out()))
                .isEqualTo(all.subList(all.size() - (int) kept, all.size()));

        final Path again = folder.resolve("again");
        assertThat(one(run("record", output.toString(), "--to", again.toString(), "--until", String.valueOf(middle))))
                .contains("filtered");
        assertThat(number(run("tail", again.toString(), "--summary", "--format", "json").out().get(2), "filtered"))
                .isEqualTo(all.size() - 1);
    }

    @Test
    void shouldRefuseAConditionOnASessionAndNameTheFilterOfTheProvider() {
        run("start", "trading");
        final ProgramRun refused = run("record", "trading", "--to", output.toString(), "--where", "size > 5");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).singleElement().asString().contains("enable trading PROVIDER --payload");
        assertThat(output).doesNotExist();
    }

    @Test
    void shouldRefuseWhatDoesNotGoWithRecordings() {
        for (final String[] options : List.of(new String[]{"--roll", "daily"}, new String[]{"--mode", "append"},
                new String[]{"--mode", "circular", "--max-size", "4m"}, new String[]{"--delay-open"},
                new String[]{"--trigger", "id = 1", "--then", "stop:flight"})) {
            final String[] args = Stream.concat(Stream.of("record", source.toString(), "--to", output.toString()),
                    Stream.of(options)).toArray(String[]::new);
            final ProgramRun refused = run(args);
            assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err()).singleElement().asString().contains("--mode sequential or newfile");
        }
        assertThat(run("record", source.toString(), "flight", "--to", output.toString()).exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("record", source.toString(), "--to", source.toString()).err()).singleElement().asString()
                .contains("holds a recording already");
        assertThat(output).doesNotExist();
    }

    @Test
    void shouldLeaveNothingOfWhatWasInterrupted() {
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.plain(interruption, "--dir", folder.resolve("trace").toString(), "record",
                source.toString(), "--to", output.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.err()).singleElement().asString().contains("was removed");
        assertThat(output).doesNotExist();
    }

    @Test
    void shouldLeaveNothingOfARecordingThatIsRefused() throws IOException {
        final ProgramRun snapshot = run("record", "flight", "--to", output.toString());
        assertThat(snapshot.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(output).doesNotExist();
        Files.createDirectories(output);
        assertThat(run("record", "flight", "--to", output.toString()).exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(output).isEmptyDirectory();
    }

    private static String one(final ProgramRun run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(1);
        return run.out().get(0);
    }

    private static List<String> events(final List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("{\"time\":")).toList();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
