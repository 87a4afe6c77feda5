package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Every command shows decimals as decimals and computes with them exactly, also where their scale has changed. */
class DecimalCommandsTest {
    private static final int TRADES = 300;
    private static final int CAPACITY = 64;
    private static final String PROVIDER = "Test.Trades";
    /** Between two decimals of either scale. */
    private static final String LIMIT = "585.33001";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<BigDecimal> prices = new ArrayList<>();
    private String recording = "";

    @BeforeEach
    void recordTrades() {
        System.out.println("DecimalCommandsTest: repeat with -Dringside.seed=" + seed);
        run("start", "all", "--overflow", "drop-oldest", "--lanes", "4");
        run("enable", "all", PROVIDER);
        run("start", "some", "--overflow", "drop-oldest", "--lanes", "4");
        assertThat(run("enable", "some", PROVIDER, "--payload", "traded: price > " + LIMIT).exitCode())
                .isEqualTo(ExitCode.DONE);
        try (Ringside ringside = connect()) {
            write(ringside, 4);
            write(ringside, 2);
        }
        recording = snapshot("all");
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)));
    }

    private String snapshot(final String session) {
        final String to = folder.resolve("recording-" + session).toString();
        assertThat(run("snapshot", session, "--to", to).exitCode()).isEqualTo(ExitCode.DONE);
        return to;
    }

    private void write(final Ringside ringside, final int scale) {
        final List<BigDecimal> written = new ArrayList<>();
        for (int i = 0; i < TRADES; i++) {
            written.add(new BigDecimal("585.33").setScale(scale)
                    .add(BigDecimal.valueOf(random.nextInt(9) - 4, scale)));
        }
        write(ringside, PROVIDER, written);
        prices.addAll(written);
    }

    private static void write(final Ringside ringside, final String provider, final List<BigDecimal> prices) {
        final var traded = ringside.register(ProviderSchema.builder(provider)
                .event("traded", EventDescriptor.of(1, Level.INFORMATION, 0x1),
                        FieldSchema.of("price", FieldType.INT64).withScale(prices.get(0).scale()).withUnit("USD"),
                        FieldSchema.of("size", FieldType.INT32),
                        FieldSchema.of("levels", FieldType.UINT64).withScale(18).prefixed())
                .build()).event("traded");
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[CAPACITY]);
        for (int i = 0; i < prices.size(); i++) {
            final BigDecimal price = prices.get(i);
            final PayloadWriter fields = new PayloadWriter().wrap(payload, 0, CAPACITY)
                    .putLong(price.unscaledValue().longValueExact()).putInt(1 + i % 3).putShort(2).putLong(-1)
                    .putLong(1);
            traded.write(payload, 0, fields.length());
        }
    }

    @Test
    void shouldShowAndCompareDecimals() {
        final List<String> json = out("tail", recording, "--format", "json");
        final List<String> text = out("tail", recording);

        assertThat(json).hasSameSizeAs(prices);
        for (int i = 0; i < prices.size(); i++) {
            final String levels = "18.446744073709551615,0.000000000000000001]";
            assertThat(json.get(i)).endsWith("\"fields\":{\"price\":" + prices.get(i).toPlainString() + ",\"size\":"
                    + (1 + i % 3) + ",\"levels\":[" + levels + "}}");
            assertThat(text.get(i)).contains("  price=" + prices.get(i).toPlainString() + " USD size=")
                    .endsWith(" levels=[" + levels.replace(",", ", "));
        }
        final BigDecimal limit = new BigDecimal(LIMIT);
        assertThat(out("tail", recording, "--where", "price > " + LIMIT))
                .hasSize((int) prices.stream().filter(price -> price.compareTo(limit) > 0).count());
        assertThat(out("tail", recording, "--where", "(price - " + LIMIT + ") * 2 > 0.0001 and levels[0] > 18.4"))
                .hasSize((int) prices.stream().filter(price -> price.subtract(limit).multiply(BigDecimal.valueOf(2))
                        .compareTo(new BigDecimal("0.0001")) > 0).count());
        assertThat(run("tail", recording, "--where", "price == soon").err()).singleElement().asString()
                .contains("value=soon, expected=a number such as 585.33");
    }

    @Test
    void shouldFilterByDecimalsWhereEventsAreWritten() {
        final BigDecimal limit = new BigDecimal(LIMIT);

        assertThat(out("tail", snapshot("some"), "--format", "json")).extracting(row -> number(row, "price"))
                .containsExactlyElementsOf(prices.stream().filter(price -> price.compareTo(limit) > 0).toList());
    }

    @Test
    void shouldMeasureDecimalsExactly() {
        final List<BigDecimal> amounts = new ArrayList<>();
        for (int i = 0; i < prices.size(); i++) {
            amounts.add(prices.get(i).multiply(BigDecimal.valueOf(1 + i % 3)));
        }
        final List<BigDecimal> sorted = amounts.stream().sorted().toList();

        final String row = out("measure", recording, "--of", "price * size", "--format", "json").get(0);
        final String shown = String.join("\n", out("measure", recording, "--of", "price"));

        assertThat(number(row, "sum"))
                .isEqualByComparingTo(amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add));
        assertThat(number(row, "min")).isEqualByComparingTo(sorted.get(0));
        assertThat(number(row, "max")).isEqualByComparingTo(sorted.get(sorted.size() - 1));
        final BigDecimal median = sorted.get(sorted.size() / 2 - 1);
        assertThat(number(row, "p50")).isBetween(median, median.multiply(new BigDecimal("1.001")));
        assertThat(shown).contains(String.format("%,.4f", prices.stream().reduce(BigDecimal.ZERO, BigDecimal::add)));
        assertThat(shown).endsWith("\nunit of the numbers: USD");
        assertThat(out("measure", recording, "--by", "price", "--format", "json")).hasSize((int) prices.stream()
                .map(BigDecimal::stripTrailingZeros).distinct().count());
        assertThat(out("measure", recording, "--of", "price", "--csv").get(1)).contains("\""
                + prices.stream().reduce(BigDecimal.ZERO, BigDecimal::add).toPlainString() + "\"");
    }

    @Test
    void shouldMeasureAsThePageShows() throws IOException {
        final List<String> page = Files.readAllLines(Path.of("docs/commands/measure.md"));
        final String command = "    $ ringside measure /var/tmp/trading --of price --where 'price > 585.33'";
        run("start", "page", "--overflow", "drop-oldest", "--lanes", "4");
        run("enable", "page", "Acme.Trades");
        try (Ringside ringside = connect()) {
            write(ringside, "Acme.Trades", Stream.of("585.3300", "585.3301", "585.3450", "1612.0000")
                    .map(BigDecimal::new).toList());
        }

        final List<String> shown = out("measure", snapshot("page"), "--of", "price", "--where", "price > 585.33");

        final int begin = page.indexOf(command) + 1;
        assertThat(withoutRate(page.subList(begin, begin + shown.size()))).isEqualTo(withoutRate(shown));
    }

    /** The words of the lines, but for the figure that depends on time. */
    private static List<List<String>> withoutRate(final List<String> lines) {
        final List<List<String>> words = new ArrayList<>();
        lines.forEach(line -> words.add(new ArrayList<>(List.of(line.strip().split(" +")))));
        words.get(1).remove(1);
        return words;
    }

    @Test
    void shouldExportDecimalsInTheWayOfEachFormat() throws IOException {
        final String price = prices.get(0).toPlainString();

        assertThat(exported("jsonl")).contains("\"price\":" + price + ',');
        assertThat(exported("chrome")).contains("\"price\":\"" + price + "\",");
        assertThat(exported("perfetto")).contains(price);
        assertThat(exported("jfr")).contains(price);
        assertThat(exported("csv")).contains("," + price + ",1,\"[18.446744073709551615,0.000000000000000001]\",");
        assertThat(exported("ctf")).contains(" string _price;").contains(price + '\0');
    }

    @Test
    void shouldAnswerQueriesWithDecimals() {
        final BigDecimal sum = prices.stream().limit(TRADES).reduce(BigDecimal.ZERO, BigDecimal::add);

        final ProgramRun run = ProgramRun.plain(new Interruption(), "sql", recording, "--csv",
                "select min(typeof(price)) pt, min(typeof(levels)) lt, sum(price) s, max(levels[1]) l from \""
                        + PROVIDER
                        + "\".traded where price::text like '%.____'");
        assertThat(run.out()).as(run.toString()).containsExactly("pt,lt,s,l", "\"DECIMAL(19,4)\",\"DECIMAL(20,18)[]\","
                + sum.toPlainString() + ",18.446744073709551615");
    }

    @Test
    void shouldExportAndQueryDecimalsWhoseScaleIsInTheEvent() throws IOException {
        run("start", "quotes", "--overflow", "drop-oldest", "--lanes", "4");
        run("enable", "quotes", "Test.Quotes");
        try (Ringside ringside = connect()) {
            final var quoted = ringside.register(ProviderSchema.builder("Test.Quotes")
                    .event("quoted", EventDescriptor.of(1, Level.INFORMATION, 0x1),
                            FieldSchema.of("digits", FieldType.INT8),
                            FieldSchema.of("price", FieldType.INT64).withScaleFrom("digits"),
                            FieldSchema.of("levels", FieldType.UINT64).withScaleFrom("digits").prefixed())
                    .build()).event("quoted");
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[CAPACITY]);
            for (final int digits : new int[]{18, 2, 0, 19}) {
                final PayloadWriter fields = new PayloadWriter().wrap(payload, 0, CAPACITY).putByte(digits)
                        .putLong(-58_533).putShort(1).putLong(-1);
                quoted.write(payload, 0, fields.length());
            }
        }
        recording = snapshot("quotes");

        assertThat(exported("jsonl")).contains("\"price\":-0.000000000000058533,\"levels\":[18.446744073709551615]")
                .contains("\"price\":-585.33,\"levels\":[184467440737095516.15]")
                .contains("\"price\":-58533,\"levels\":[18446744073709551615]")
                .contains("\"price\":\"-58533 (no scale)\",\"levels\":[\"18446744073709551615 (no scale)\"]");
        for (final String format : List.of("chrome", "perfetto", "jfr", "csv", "ctf")) {
            assertThat(exported(format)).as(format).contains("-585.33", "-58533 (no scale)");
        }
        final ProgramRun run = ProgramRun.plain(new Interruption(), "sql", recording, "--csv",
                "select typeof(price) pt, typeof(levels) lt, price p, levels[1] l from \"Test.Quotes\".quoted "
                        + "order by time");
        final String types = "\"DECIMAL(38,18)\",\"DECIMAL(38,18)[]\",";
        assertThat(run.out()).as(run.toString()).containsExactly("pt,lt,p,l",
                types + "-5.8533E-14,18.446744073709551615",
                types + "-585.330000000000000000,184467440737095516.150000000000000000",
                types + "-58533.000000000000000000,18446744073709551615.000000000000000000", types + ",");
        assertThat(out("measure", recording, "--of", "price", "--format", "json").get(0))
                .contains("\"count\":3", "\"sum\":-59118.330000000000058533");
        assertThat(out("tail", recording, "--where", "price < -585")).hasSize(2);
    }

    /** All files of an export, one character for each byte. */
    private String exported(final String format) throws IOException {
        final Path to = folder.resolve("exported-" + format);
        assertThat(run("export", recording, "--as", format, "--to", to.toString()).exitCode())
                .isEqualTo(ExitCode.DONE);
        final StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(to)) {
            for (final Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    private static BigDecimal number(final String row, final String key) {
        final Matcher value = Pattern.compile('"' + key + "\":(-?[0-9.]+)").matcher(row);
        assertThat(value.find()).as("%s in %s", key, row).isTrue();
        return new BigDecimal(value.group(1));
    }

    private List<String> out(final String... args) {
        final ProgramRun run = run(args);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
        return run.out();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
