package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Times between several pairs of events, by the value of a field. */
@Timeout(120)
class GroupedLatencyTest {
    private static final FieldSchema ORDER = FieldSchema.of("orderId", FieldType.INT64);
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders")
            .event("accepted", EventDescriptor.of(1, Level.INFORMATION, 0x1), ORDER,
                    FieldSchema.of("side", FieldType.INT32)
                            .withValues(ValueMap.of("Side", Map.of(0L, "BUY", 1L, "SELL"))))
            .event("routed", EventDescriptor.of(2, Level.INFORMATION, 0x1), ORDER)
            .event("filled", EventDescriptor.of(3, Level.INFORMATION, 0x1), ORDER)
            .build();
    private static final int EVENTS = 600;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;
    private final long seed = new Random().nextLong();

    @BeforeEach
    void record() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        final Random random = new Random(seed);
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)))) {
            final ProviderRegistration orders = ringside.register(SCHEMA);
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
            final List<Long> open = new ArrayList<>();
            for (int i = 0; i < EVENTS; i++) {
                final PayloadWriter fields = new PayloadWriter().wrap(payload, 0, 64);
                final int kind = open.isEmpty() ? 0 : random.nextInt(3);
                if (kind == 0) {
                    open.add((long) i);
                    fields.putLong(i).putInt(random.nextInt(2));
                } else {
                    fields.putLong(open.remove(random.nextInt(open.size())));
                }
                orders.event(List.of("accepted", "routed", "filled").get(kind)).write(payload, 0,
                        fields.length());
            }
            try (Recorder recorder = Recorder.open(
                    new RecorderContext("trading", disk.resolve("trading")).directory(folder.resolve("trace")))) {
                while (recorder.events() < EVENTS) {
                    recorder.doWork();
                }
            }
        }
    }

    @Test
    void shouldMeasureSeveralPairsByTheNamesOfAField() {
        final List<String> lines = run("--format", "json", "latency", recording(), "--between", "accepted,filled",
                "--between", "Orders/accepted,Orders/routed", "--by", "orderId", "--group-by", "side").out();

        assertThat(figures(lines.stream().filter(line -> line.contains("\"to\":\"filled\"")))).as("seed=%d", seed)
                .isEqualTo(expected("filled"));
        assertThat(figures(lines.stream().filter(line -> line.contains("\"to\":\"Orders/routed\""))))
                .as("seed=%d", seed).isEqualTo(expected("routed"));
    }

    @Test
    void shouldMeasureByGroupBetweenStagesOfTimelines() {
        final List<String> lines = run("--format", "json", "timeline", recording(), "--key",
                "accepted.orderId = filled.orderId = routed.orderId", "--between", "accepted,filled", "--between",
                "accepted,routed", "--by", "side", "--slowest", "0").out();

        assertThat(figures(lines.stream().filter(line -> line.contains("\"to\":\"filled\"")))).as("seed=%d", seed)
                .isEqualTo(expected("filled"));
        assertThat(figures(lines.stream().filter(line -> line.contains("\"to\":\"routed\"")))).as("seed=%d", seed)
                .isEqualTo(expected("routed"));
    }

    @Test
    void shouldShowATableOfGroups() {
        final ProgramRun run = run("latency", recording(), "--from", "accepted", "--to", "Orders/filled", "--by",
                "orderId", "--group-by", "side");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).anyMatch(line -> line.matches("side +PAIRS +P50 +P90 +P99 +P99\\.9 +MAX"))
                .anyMatch(line -> line.matches("BUY +\\d+ .*")).anyMatch(line -> line.matches("SELL +\\d+ .*"));
    }

    @Test
    void shouldNameTheFieldsThatThereAreWhenNoEventHasTheGroup() {
        assertThat(Stream.of(
                run("latency", recording(), "--between", "accepted,filled", "--by", "orderId", "--group-by", "sides"),
                run("timeline", recording(), "--key", "accepted.orderId = filled.orderId", "--between",
                        "accepted,filled", "--by", "sides")))
                .allSatisfy(run -> {
                    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
                    assertThat(run.err()).singleElement().asString()
                            .contains("no event has such a field: field=sides, fields=[orderId side]");
                });
    }

    @Test
    void shouldAskForAPairWhenThereIsNone() {
        assertThat(Stream.of(run("latency", recording()), run("latency", recording(), "--from", "Orders/accepted"),
                run("timeline", recording(), "--by", "side"),
                run("latency", recording(), "--between", "accepted,filled", "--between", "accepted,routed", "--plot",
                        disk.resolve("x.svg").toString())))
                .allSatisfy(run -> {
                    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
                    assertThat(run.err()).hasSize(1);
                });
        assertThat(disk.resolve("x.svg")).doesNotExist();
    }

    /** Number and greatest of all pairs and of each group, from the lines of a command. */
    private static Map<String, List<Long>> figures(final Stream<String> lines) {
        final Map<String, List<Long>> figures = new HashMap<>();
        lines.forEach(line -> figures.put(
                line.contains("\"group\":") ? line.replaceAll(".*\"group\":\\{\"side\":\"(\\w+)\"}.*", "$1") : "",
                List.of(number(line, "count"), number(line, "max"))));
        return figures;
    }

    /** The same by a plain list of all events. */
    private Map<String, List<Long>> expected(final String end) {
        final List<String> events = run("--format", "json", "tail", recording()).out();
        final Map<String, List<Long>> expected = new HashMap<>();
        for (final String last : events) {
            if (last.contains("\"event\":\"" + end + "\"")) {
                final String first = events.stream().filter(line -> line.contains("\"event\":\"accepted\"")
                        && number(line, "orderId") == number(last, "orderId")).findFirst().orElseThrow();
                final long latencyNs = number(last, "time") - number(first, "time");
                for (final String group : List.of("", first.contains("BUY") ? "BUY" : "SELL")) {
                    expected.merge(group, List.of(1L, latencyNs),
                            (one, other) -> List.of(one.get(0) + 1, Math.max(one.get(1), other.get(1))));
                }
            }
        }
        return expected;
    }

    private String recording() {
        return disk.resolve("trading").toString();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
