package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Real order flow, live and recorded at once. */
@Tag("jdk25")
@Tag("process")
@Tag("proof")
class OrderFlowSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SPEED = "20";
    private static final List<String> EVENTS = List.of("submitted", "canceled", "deleted", "executed",
            "executedHidden");
    private static final Pattern SHOWN = Pattern
            .compile("\\{\"time\":\\d+,\"ticks\":\\d+,\"provider\":\"Orders\","
                    + "(\"event\":\"\\w+\",\"id\":\\d).*(\"fields\":\\{.*})}");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;
    private Path file = Path.of("");
    private List<String> messages = List.of();

    @BeforeEach
    void prepare() throws IOException {
        file = RealOrderFlow.find();
        messages = Files.readAllLines(file).stream().map(OrderFlowSystemTest::shown).toList();
        assertThat(messages).hasSizeGreaterThan(900);
        run("start", "trading");
        run("enable", "trading", "Orders");
    }

    @Test
    void shouldShowEveryMessageInOrderToATailThatDrains() throws IOException {
        try (ProgramProcess tail = start("tail", "trading", "--follow", "--format", "json")) {
            tail.awaitDrain(folder, "trading");
            emit();
            assertThat(stop()).contains("\"lost\":0,");
            assertThat(shown(tail.await())).isEqualTo(messages);
        }
    }

    @Test
    void shouldShowEveryMessageInOrderToATailBesideTheRecorderAndInTheRecording() throws IOException {
        final Path recording = disk.resolve("trading");
        try (ProgramProcess record = start("record", "trading", "--to", recording.toString())) {
            record.awaitDrain(folder, "trading");
            try (ProgramProcess tail = start("tail", "trading", "--follow", "--format", "json")) {
                await().atMost(PATIENCE).ignoreExceptions()
                        .until(() -> tail.hasMapped(recording.resolve("metadata.cq4t")));
                emit();
                assertThat(stop()).contains("\"lost\":0,");
                assertThat(record.await().exitCode()).isEqualTo(ExitCode.DONE);
                assertThat(shown(tail.await())).isEqualTo(messages);
            }
        }
        assertThat(shown(run("tail", recording.toString(), "--format", "json"))).isEqualTo(messages);
    }

    /** What is shown of a line of the file, but for where and when it was written. */
    private static String shown(final String line) {
        final String[] values = line.split(",", -1);
        final int type = Integer.parseInt(values[1]);
        return "\"event\":\"" + EVENTS.get(type - 1) + "\",\"id\":" + type + " \"fields\":{\"time\":"
                + new BigDecimal(values[0]).movePointRight(9).longValueExact() + ",\"type\":" + type + ",\"orderId\":"
                + values[2] + ",\"size\":" + values[3] + ",\"price\":" + values[4] + ",\"direction\":" + values[5]
                + "}";
    }

    private static List<String> shown(final ProgramRun tail) {
        assertThat(tail.exitCode()).as("%s", tail.err()).isEqualTo(ExitCode.DONE);
        assertThat(tail.err()).isEmpty();
        return tail.out().stream().map(line -> {
            final Matcher shown = SHOWN.matcher(line);
            return shown.matches() ? shown.group(1) + " " + shown.group(2) : line;
        }).toList();
    }

    private void emit() throws IOException {
        final ProgramRun emit = run("emit", "--provider", "Orders", "--csv", file.toString(), "--speed", SPEED,
                "--format", "json");
        assertThat(emit.exitCode()).as("%s", emit.err()).isEqualTo(ExitCode.DONE);
        assertThat(number(emit.out().get(0), "written")).isEqualTo(messages.size());
    }

    private String stop() throws IOException {
        return run("stop", "trading", "--format", "json").out().get(0);
    }

    private ProgramProcess start(final String... args) throws IOException {
        return ProgramProcess.start(folder, args);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
