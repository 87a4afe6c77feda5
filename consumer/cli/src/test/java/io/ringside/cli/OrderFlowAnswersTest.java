package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.export.ForeignProgram;
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
import io.ringside.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** What is measured of an order flow that was recorded is what a plain script finds in the flow's file. */
@Timeout(120)
@Tag("proof")
class OrderFlowAnswersTest {
    private static final String PYTHON = "/usr/bin/python3";
    private static final String SCRIPT = Path.of("src", "test", "python", "order_flow.py").toString();
    private static final long MIDNIGHT_NS = TimeUnit.SECONDS
            .toNanos(Instant.parse("2012-06-21T04:00:00Z").getEpochSecond());
    private static final List<String> EVENTS = List.of("submitted", "canceled", "deleted", "executed",
            "executedHidden");
    private static final String KEY = "submitted.orderId = canceled.orderId = deleted.orderId = executed.orderId = "
            + "executedHidden.orderId";
    private static final List<String> PAIRS = List.of("submitted,executed", "submitted,deleted", "executed,executed");
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p999", "p9999");
    private static final Pattern TIMELINE = Pattern
            .compile("\\{\"key\":\"?(\\d+)\"?,\"durationNs\":(\\d+),\"hasBegin\":(true|false),\"maybeLost\":false,"
                    + "\"leftOut\":0,\"stages\":\\[(.*)]}");
    private static final Pattern STAGE = Pattern.compile("\"event\":\"(\\w+)\",\"time\":(\\d+),\"offsetNs\":(\\d+),");
    private static final Pattern GROUP = Pattern
            .compile("\\{(?:\"window\":(\\d+),)?\"group\":\\{([^}]*)},.*");
    private static final int MESSAGES = 1_000;
    private static final int ORDER_IDS = 60;
    private static final int PAYLOAD_BYTES = 64;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @BeforeEach
    void requireScript() {
        ForeignProgram.require("python3", PYTHON, "--version");
    }

    @Test
    void shouldGiveTheAnswersOfAScriptOnRealOrderFlow() throws IOException {
        assertAnswers(RealOrderFlow.find());
    }

    /** Ties, orders that are submitted again, and ends without a begin. */
    @Test
    void shouldGiveTheAnswersOfAScriptOnAMadeUpFlow() throws IOException {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("OrderFlowAnswersTest: repeat with -Dringside.seed=" + seed);
        final Random random = new Random(seed);
        final StringBuilder lines = new StringBuilder();
        long timeNs = TimeUnit.SECONDS.toNanos(34_200);
        for (int i = 0; i < MESSAGES; i++) {
            timeNs += (long) Math.exp(random.nextDouble() * 18) - 1;
            lines.append(String.format(Locale.ROOT, "%s,%d,%d,%d,%d,%d%n", BigDecimal.valueOf(timeNs, 9),
                    1 + random.nextInt(EVENTS.size()), random.nextInt(ORDER_IDS), 1 + random.nextInt(5_000),
                    5_850_000 + random.nextInt(2_000), random.nextBoolean() ? 1 : -1));
        }
        assertAnswers(Files.writeString(disk.resolve("flow.csv"), lines));
    }

    private void assertAnswers(final Path file) throws IOException {
        final String recording = record(Files.readAllLines(file));
        final Map<String, List<List<String>>> expected = ForeignProgram
                .run(disk, List.of(PYTHON, SCRIPT, file.toString(), Long.toString(MIDNIGHT_NS))).lines()
                .map(line -> List.of(line.split("\t", -1))).collect(Collectors.groupingBy(row -> row.get(0)));

        assertMeasured(expected.get("size"), recording, "--of", "size");
        assertMeasured(expected.get("price by event"), recording, "--of", "price", "--by", "event");
        assertMeasured(expected.get("value by direction"), recording, "--of", "price * size", "--by", "direction");
        assertMeasured(expected.get("size by event and second"), recording, "--of", "size", "--by", "event",
                "--window", "1s");
        assertTimelines(expected, recording);
        for (final List<String> pair : expected.get("between")) {
            final String[] events = pair.get(1).split(",", -1);
            assertBetween(pair, run("latency", recording, "--from", "Flow/" + events[0], "--to", "Flow/" + events[1],
                    "--by", "orderId").get(0));
        }
    }

    private void assertMeasured(final List<List<String>> expected, final String... question) {
        final Map<String, String> rows = new HashMap<>();
        for (final String row : run(Stream.concat(Stream.of("measure"), Arrays.stream(question))
                .toArray(String[]::new))) {
            final Matcher group = GROUP.matcher(row);
            assertThat(group.matches()).as(row).isTrue();
            rows.put(group.group(1) == null ? group.group(2) : group.group(1) + " " + group.group(2), row);
        }
        assertThat(rows.keySet()).isEqualTo(expected.stream().map(row -> row.get(1)).collect(Collectors.toSet()));
        for (final List<String> answer : expected) {
            final String row = rows.get(answer.get(1));
            assertThat(number(row, "lost")).as(row).isZero();
            assertExact(answer, row, 2, List.of("sum", "min", "count", "max"));
            assertNear(answer, row, 6);
        }
    }

    private void assertTimelines(final Map<String, List<List<String>>> expected, final String recording) {
        final List<String> rows = run("timeline", recording, "--key", KEY, "--slowest", "1000", "--between",
                PAIRS.get(0), "--between", PAIRS.get(1), "--between", PAIRS.get(2));
        final int last = rows.size() - 1 - PAIRS.size();

        assertThat(rows.subList(0, last).stream().map(OrderFlowAnswersTest::timeline)).containsExactlyInAnyOrder(
                expected.get("timeline").stream().map(row -> String.join("\t", row.subList(1, 5)))
                        .toArray(String[]::new));
        final List<String> counts = expected.get("timelines").get(0);
        assertExact(counts, rows.get(last), 1, List.of("timelines", "withoutBegin", "begunAgain"));
        assertThat(rows.get(last)).contains("\"maybeLost\":0,\"withoutKey\":0,\"evicted\":0");
        for (int i = 0; i < PAIRS.size(); i++) {
            assertBetween(expected.get("between").get(i), rows.get(last + 1 + i));
        }
    }

    private static void assertBetween(final List<String> expected, final String row) {
        final String[] events = expected.get(1).split(",", -1);
        assertThat(row).contains(events[0] + "\",\"to\":", events[1] + "\",\"count\":").contains("\"maybeLost\":0");
        assertExact(expected, row, 2, List.of("withoutEnd", "begunAgain", "withoutBegin", "count", "max"));
        assertNear(expected, row, 7);
    }

    private static void assertExact(final List<String> expected, final String row, final int first,
            final List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            assertThat(decimal(row, names.get(i))).as("%s of %s in %s", names.get(i), expected, row)
                    .isEqualByComparingTo(expected.get(first + i));
        }
    }

    /** At most a thousandth above the exact percentiles. */
    private static void assertNear(final List<String> expected, final String row, final int first) {
        for (int i = 0; i < PERCENTILES.size(); i++) {
            final BigDecimal exact = new BigDecimal(expected.get(first + i));
            assertThat(decimal(row, PERCENTILES.get(i))).as("%s of %s in %s", PERCENTILES.get(i), expected, row)
                    .isBetween(exact, exact.multiply(new BigDecimal("1.001")).add(BigDecimal.ONE.movePointLeft(4)));
        }
    }

    private static BigDecimal decimal(final String row, final String name) {
        final Matcher value = Pattern.compile('"' + name + "\":(-?[0-9.Ee+-]+)[,}]").matcher(row);
        assertThat(value.find()).as("%s in %s", name, row).isTrue();
        return new BigDecimal(value.group(1));
    }

    /** Key, duration, whether it has a begin, and stages. */
    private static String timeline(final String row) {
        final Matcher timeline = TIMELINE.matcher(row);
        assertThat(timeline.matches()).as(row).isTrue();
        final StringBuilder stages = new StringBuilder();
        long beganNs = -1;
        final Matcher stage = STAGE.matcher(timeline.group(4));
        while (stage.find()) {
            final long timeNs = Long.parseLong(stage.group(2));
            beganNs = beganNs < 0 ? timeNs : beganNs;
            assertThat(Long.parseLong(stage.group(3))).as(row).isEqualTo(timeNs - beganNs);
            stages.append(stages.isEmpty() ? "" : " ").append(stage.group(1)).append('@').append(timeNs);
        }
        return String.join("\t", timeline.group(1), timeline.group(2), timeline.group(3), stages);
    }

    /** Writes the messages with their own times. */
    private String record(final List<String> messages) {
        run("start", "trading", "--lane-size", "1m");
        run("enable", "trading", "Flow");
        final ProviderSchema.Builder schema = ProviderSchema.builder("Flow");
        for (int i = 0; i < EVENTS.size(); i++) {
            schema.event(EVENTS.get(i), EventDescriptor.of(i + 1, Level.INFORMATION, 0x1),
                    FieldSchema.of("orderId", FieldType.INT64), FieldSchema.of("size", FieldType.INT32),
                    FieldSchema.of("price", FieldType.INT64).withScale(4), FieldSchema.of("direction", FieldType.INT8));
        }
        final Path recording = disk.resolve("recording");
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)))) {
            final ProviderRegistration flow = ringside.register(schema.build());
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
            final WriteOptions options = new WriteOptions();
            int written = 0;
            for (final String message : messages) {
                final String[] values = message.split(",", -1);
                final int type = Integer.parseInt(values[1]);
                if (type <= EVENTS.size()) {
                    final PayloadWriter fields = new PayloadWriter().wrap(payload, 0, PAYLOAD_BYTES)
                            .putLong(Long.parseLong(values[2])).putInt(Integer.parseInt(values[3]))
                            .putLong(Long.parseLong(values[4])).putByte(Byte.parseByte(values[5]));
                    options.timeNs(MIDNIGHT_NS + new BigDecimal(values[0]).movePointRight(9).longValueExact());
                    flow.event(EVENTS.get(type - 1)).write(options, payload, 0, fields.length());
                    written++;
                }
            }
            try (Recorder recorder = Recorder.open(
                    new RecorderContext("trading", recording).directory(folder.resolve("trace")))) {
                while (recorder.events() < written) {
                    recorder.doWork();
                }
            }
        }
        return recording.toString();
    }

    private List<String> run(final String... args) {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"),
                Stream.concat(Stream.of(args), Stream.of("--format", "json")).toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).as("%s", run).isEmpty();
        return run.out();
    }
}
