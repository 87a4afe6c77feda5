package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.WriteOptions;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Timelines of two orders for people, programs and the eye; and the examples of all that asks a recording. */
@Timeout(120)
class TimelineCommandTest {
    private static final FieldSchema ORDER = FieldSchema.of("orderId", FieldType.INT64);
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Acme.Orders")
            .event("accepted", EventDescriptor.of(1, Level.INFORMATION, 0x1), ORDER,
                    FieldSchema.of("symbol", FieldType.STRING))
            .event("routed", EventDescriptor.of(2, Level.INFORMATION, 0x1), ORDER)
            .event("filled", EventDescriptor.of(3, Level.INFORMATION, 0x1), ORDER)
            .event("trade", EventDescriptor.of(4, Level.INFORMATION, 0x1),
                    FieldSchema.of("takerOrderId", FieldType.INT64), FieldSchema.of("makerOrderId", FieldType.INT64))
            .event("executed", EventDescriptor.of(5, Level.INFORMATION, 0x1), FieldSchema.of("price", FieldType.INT64),
                    FieldSchema.of("size", FieldType.INT32), FieldSchema.of("direction", FieldType.INT8))
            .event("rejected", EventDescriptor.of(6, Level.WARNING, 0x1),
                    FieldSchema.of("orderId", FieldType.STRING))
            .build();
    private static final String KEY = "accepted.orderId = routed.orderId = filled.orderId = trade.takerOrderId = "
            + "trade.makerOrderId";
    private static final long BEGIN_NS = TimeUnit.SECONDS.toNanos(1_700_000_000);
    private static final long FIRST = 4_711;
    private static final long SECOND = 4_712;
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^    ringside ((?:.*\\\\\\n)*.*)$");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
    private final WriteOptions options = new WriteOptions();
    private Ringside ringside;
    private ProviderRegistration orders;
    private String recording = "";

    @BeforeEach
    void record() {
        run("start", "flight", "--overflow", "drop-oldest");
        run("start", "trading");
        run("enable", "flight", "Acme.Orders");
        run("enable", "trading", "Acme.Orders");
        ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)));
        orders = ringside.register(SCHEMA);
        writeEvents();
        recording = disk.resolve("trading").toString();
        run("snapshot", "flight", "--to", recording);
    }

    @AfterEach
    void close() {
        ringside.close();
    }

    @Test
    void shouldShowTheSlowestTimelinesForPeople() {
        final List<String> lines = run("timeline", recording, "--key", KEY, "--between", "accepted,trade").out();

        assertThat(lines.get(0)).isEqualTo("timelines: 2 (0 without begin, 0 may have lost events in a gap)");
        assertThat(lines.get(2)).isEqualTo("4711: 4 events in 4 ms, from 2023-11-14T22:13:20Z");
        assertThat(lines.get(3)).matches("OFFSET +EVENT +PID +THREAD");
        assertThat(lines.subList(4, 8)).map(line -> line.replaceAll(" +\\d+ +\\S+$", ""))
                .containsExactly("0 ns    Acme.Orders/accepted", "1 ms    Acme.Orders/routed",
                        "3 ms    Acme.Orders/trade", "4 ms    Acme.Orders/filled");
        assertThat(lines.get(9)).startsWith("4712: 2 events in 1 ms, from 2023-11-14T22:13:20.002Z");
        assertThat(lines).contains("accepted to trade: 2 pairs");
    }

    @Test
    void shouldPrintStagesAndPairsAsCsv() {
        final List<String> stages = run("timeline", recording, "--key", KEY, "--show", "4712", "--csv").out();
        assertThat(stages).hasSize(3);
        assertThat(stages.get(0)).isEqualTo("\"timeline\",\"key\",\"provider\",\"event\",\"time\",\"offsetNs\","
                + "\"pid\",\"tid\",\"thread\",\"weight\",\"host\"");
        assertThat(stages.get(2)).startsWith("\"1\",\"4712\",\"Acme.Orders\",\"trade\",\"" + (BEGIN_NS + 3_000_000)
                + "\",\"1000000\",\"").endsWith("\",\"1\",\"\"");

        final List<String> pairs = run("timeline", recording, "--key", KEY, "--between", "accepted,trade", "--by",
                "symbol", "--csv").out();
        assertThat(pairs).hasSize(4);
        assertThat(pairs.get(0)).startsWith("\"from\",\"to\",\"group\",\"rest\",\"count\",\"standFor\",\"p50\",");
        assertThat(pairs.get(1)).startsWith("\"accepted\",\"trade\",\"\",\"false\",\"2\",\"2\",")
                .endsWith(",\"3000000\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\"");
        assertThat(pairs.get(2)).startsWith("\"accepted\",\"trade\",\"ACME\",\"false\",\"1\",\"1\",")
                .endsWith(",\"3000000\",\"\",\"\",\"\",\"\",\"\",\"\"");
        assertThat(run("latency", recording, "--between", "accepted,filled", "--by", "orderId", "--csv").out().get(1))
                .startsWith("\"accepted\",\"filled\",\"\",\"false\",\"1\",\"1\",");
        assertThat(program("latency", recording, "--between", "accepted,filled", "--csv", "--format", "json")
                .exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(program("timeline", recording, "--csv", "--format", "json").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldDrawTimelines() throws Exception {
        final Path file = disk.resolve("timelines.svg");
        run("timeline", recording, "--key", KEY, "--plot", file.toString());

        final var document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(file))));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(document.getElementsByTagName("circle").getLength()).as("events").isEqualTo(6);
        assertThat(Files.readString(file)).contains(">4711</text>", "<title>trade, 3 ms</title>");
    }

    @Test
    void shouldRejectAKeyOfTwoTypesWithBoth() {
        final ProgramRun run = program("timeline", recording, "--key", "accepted.orderId = rejected.orderId");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().contains(
                "keys of events have two types: key=accepted.orderId = rejected.orderId, "
                        + "types=whole number in Acme.Orders/accepted and text in Acme.Orders/rejected");
    }

    @Test
    void shouldSayThatThePairHasKeysOfTwoTypes() {
        final ProgramRun run = program("latency", recording, "--between", "accepted,rejected", "--by", "orderId");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains("types=whole number in Acme.Orders/accepted and "
                + "text in Acme.Orders/rejected");
    }

    @Test
    void shouldSayWhyThereIsNoTimeline() {
        assertThat(program("timeline", recording, "--key", "acepted.orderId").err()).singleElement().asString()
                .contains("no event that the key names was read: key=acepted.orderId");
        assertThat(program("timeline", recording, "--key", "accepted.order").err()).singleElement().asString()
                .contains("no event has a key: key=accepted.order, events=2, fields=[orderId, symbol]");
        assertThat(program("latency", recording, "--between", "accepted,filled", "--by", "order").err())
                .singleElement().asString().contains("by=order, events=3, fields=[orderId, symbol]");
        assertThat(program("timeline", recording, "--key", KEY, "--show", "1").err()).singleElement().asString()
                .contains("no timeline has the key: show=1, timelines=2");
        assertThat(program("timeline", recording, "--key", "accepted").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    /** As they stand on the pages, which have them from the help, with other places. */
    @ParameterizedTest
    @ValueSource(strings = {"measure", "timeline", "latency"})
    void shouldRunTheExamplesOfTheHelp(final String command) throws IOException {
        final String page = Files.readString(Path.of("docs", "commands", command + ".md"));
        final Matcher example = EXAMPLE.matcher(page.substring(page.lastIndexOf("Examples:")));
        int examples = 0;
        while (example.find()) {
            final List<String> words = new ArrayList<>();
            final Matcher word = WORD.matcher(example.group(1).replace("\\\n", " "));
            while (word.find()) {
                words.add(word.group(1) != null
                        ? word.group(1)
                        : word.group(2).replace("/var/tmp/trading", recording)
                                .replaceFirst("^(\\w+\\.svg)$", disk.resolve("$1").toString()));
            }
            // Nobody is there to end it.
            words.remove("--follow");
            if (words.contains("trading")) {
                writeEvents();
            }
            assertThat(run(words.toArray(String[]::new)).out()).as("%s", words).isNotEmpty();
            examples++;
        }
        assertThat(examples).isEqualTo(3);
    }

    private void writeEvents() {
        write("accepted", 0, fields().putLong(FIRST).putString("ACME"));
        write("routed", 1, fields().putLong(FIRST));
        write("accepted", 2, fields().putLong(SECOND).putString("XY"));
        write("trade", 3, fields().putLong(SECOND).putLong(FIRST));
        write("filled", 4, fields().putLong(FIRST));
        write("executed", 5, fields().putLong(5_853_300).putInt(100).putByte((byte) -1));
        write("rejected", 6, fields().putString("4713"));
    }

    private PayloadWriter fields() {
        return new PayloadWriter().wrap(payload, 0, payload.capacity());
    }

    private void write(final String event, final long offsetMs, final PayloadWriter fields) {
        options.timeNs(BEGIN_NS + TimeUnit.MILLISECONDS.toNanos(offsetMs)).activity(new UUID(0, 1));
        orders.event(event).write(options, payload, 0, fields.length());
    }

    private ProgramRun run(final String... args) {
        final ProgramRun run = program(args);
        assertThat(run.exitCode()).as("%s: %s", List.of(args), run).isEqualTo(ExitCode.DONE);
        return run;
    }

    private ProgramRun program(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
