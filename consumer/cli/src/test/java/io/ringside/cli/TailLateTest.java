package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.merge.Watermark;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** What tail prints of a thread that is stopped within a write until a younger event of another one was printed. */
class TailLateTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Orders")
            .event("submitted", EventDescriptor.of(7, 1, 0, Level.WARNING, 0, 0, 0),
                    FieldSchema.of("orderId", FieldType.INT64))
            .build();
    private static final String LATE_KEY = "\"late\"";
    private static final int STOPPED = 0;
    private static final int RUNNING = 1;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private HandMadeSession session;
    private HandMadeProvider provider;
    private int schema;
    private long stoppedNs;
    private long firstLineNs;

    @BeforeEach
    void stopAThreadWithinAWrite() {
        session = HandMadeSession.start(folder.resolve("trace"));
        provider = session.provider();
        schema = provider.register(SCHEMA);
        provider.attempt(STOPPED);
        stoppedNs = System.nanoTime();
        provider.attempt(RUNNING);
        finish(RUNNING, stoppedNs + 1, 2);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void shouldMarkTheEventInJsonWhenItComesAfterTheWindow() {
        final List<String> lines = tail("--format", "json");
        assertThat(lines).extracting(line -> number(line, "orderId")).containsExactly(2L, 1L, 3L);
        assertThat(lines.get(1)).endsWith(",\"activityId\":null,\"late\":true,\"fields\":{\"orderId\":1}}");
        assertThat(lines.get(0)).doesNotContain(LATE_KEY);
        assertThat(lines.get(2)).doesNotContain(LATE_KEY);
        assertThat(number(lines.get(0), "time") - number(lines.get(1), "time")).isOne();
        assertThat(firstLineNs - stoppedNs).isGreaterThanOrEqualTo(Watermark.DEFAULT_REORDER_WINDOW_NS);
    }

    @Test
    void shouldMarkTheEventInTextWhenItComesAfterTheWindow() {
        final String time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}(?:Z|[-+]\\d\\d:\\d\\d)";
        final String origin = "  " + ProcessHandle.current().pid()
                + "/\\d+  Test\\.Orders submitted  WARNING  orderId=";
        assertThat(tail()).satisfiesExactly(
                younger -> assertThat(younger).matches(time + origin + 2),
                late -> assertThat(late).matches(time + " late" + origin + 1),
                after -> assertThat(after).matches(time + origin + 3));
    }

    @Test
    void shouldMarkTheEventInCsvWhenItComesAfterTheWindow() {
        assertThat(tail("--csv")).satisfiesExactly(heading -> assertThat(heading).startsWith("\"time\","),
                younger -> assertThat(younger).contains(",\"orderId=2\",\"\",\"\","),
                late -> assertThat(late).contains(",\"orderId=1\",\"true\",\"\","),
                after -> assertThat(after).contains(",\"orderId=3\",\"\",\"\","));
    }

    @Test
    void shouldMarkNothingWhenEventsAreUnmerged() {
        final List<String> lines = tail("--unmerged", "--format", "json");
        assertThat(lines).extracting(line -> number(line, "orderId")).containsExactlyInAnyOrder(1L, 2L, 3L)
                .startsWith(2L);
        assertThat(lines).noneMatch(line -> line.contains(LATE_KEY));
    }

    /** The stopped thread goes on as soon as a line was printed, and the other one writes again. */
    private List<String> tail(final String... options) {
        final LinesOut out = new LinesOut();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final String[] args = Stream.concat(
                Stream.of("--dir", folder.resolve("trace").toString(), "tail", session.row().name()),
                Stream.of(options)).toArray(String[]::new);
        final int exitCode = CommandTree.run(new Console(out, err, false, false), new Interruption(), args);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(exitCode).isEqualTo(ExitCode.DONE);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private void onFirstLine() {
        firstLineNs = System.nanoTime();
        finish(STOPPED, stoppedNs, 1);
        provider.attempt(RUNNING);
        finish(RUNNING, firstLineNs, 3);
    }

    private void finish(final int lane, final long timeNs, final long orderId) {
        final LaneWriter writer = provider.lane(lane);
        final int index = writer.reserve(Long.BYTES);
        writer.ring().putLong(index + FrameDescriptor.RECORD_HEADER_LENGTH, orderId);
        writer.publish(index, FrameDescriptor.reference(schema, 0), Long.BYTES, timeNs, 0, 0);
    }

    /** Is flushed behind every line. */
    private final class LinesOut extends ByteArrayOutputStream {
        private boolean lineSeen;

        @Override
        public void flush() {
            if (!lineSeen) {
                lineSeen = true;
                onFirstLine();
            }
        }
    }
}
