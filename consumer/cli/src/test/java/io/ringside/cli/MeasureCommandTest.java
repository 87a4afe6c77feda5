package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** What the command measures of an order flow is what its file says. */
class MeasureCommandTest {
    private static final int ORDERS = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Order> orders = new ArrayList<>();
    private String recording = "";

    /** A line of the file. */
    private record Order(long size, long price, long direction) {}

    @BeforeEach
    void recordOrders() throws IOException {
        System.out.println("MeasureCommandTest: repeat with -Dringside.seed=" + seed);
        final StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ORDERS; i++) {
            final Order order = new Order(random.nextInt(500) + 1, 5_850_000 + random.nextInt(100) * 100,
                    random.nextBoolean() ? 1 : -1);
            orders.add(order);
            lines.append("34200.").append(String.format(Locale.ROOT, "%03d", i)).append(",1,").append(i)
                    .append(',').append(order.size).append(',').append(order.price).append(',')
                    .append(order.direction).append('\n');
        }
        final Path file = Files.writeString(folder.resolve("flow.csv"), lines);
        run("start", "flight", "--overflow", "drop-oldest", "--lanes", "4");
        run("start", "live", "--lanes", "4");
        run("enable", "flight", "Orders");
        run("enable", "live", "Orders");
        assertThat(run("emit", "--provider", "Orders", "--csv", file.toString(), "--speed", "100").exitCode())
                .isEqualTo(ExitCode.DONE);
        recording = folder.resolve("recording").toString();
        assertThat(run("snapshot", "flight", "--to", recording).exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldMeasureOfARecordingAndASessionWhatTheFileSays() {
        for (final String source : List.of(recording, "live")) {
            final List<String> rows = json("measure", source, "--of", "price * size", "--by", "direction");

            assertThat(rows).hasSize(2);
            for (final String row : rows) {
                final long direction = number(row, "direction");
                assertFigures(row, order -> order.price * order.size,
                        orders.stream().filter(order -> order.direction == direction).toList());
            }
        }
    }

    @Test
    void shouldMeasureWhatAConditionLeaves() {
        final List<String> rows = json("measure", recording, "--of", "size", "--where",
                "size between 100 and 300 and event in (submitted, deleted) and event like 'sub%' and size % 2 == 0");

        assertThat(rows).hasSize(1);
        assertFigures(rows.get(0), Order::size, orders.stream()
                .filter(order -> order.size >= 100 && order.size <= 300 && order.size % 2 == 0).toList());
    }

    @Test
    void shouldMeasureByWindow() {
        final List<String> rows = json("measure", recording, "--window", "1ms");

        assertThat(rows.stream().mapToLong(row -> number(row, "count")).sum()).isEqualTo(ORDERS);
        assertThat(rows).allMatch(row -> number(row, "window") % 1_000_000 == 0);
        assertThat(rows.stream().map(row -> number(row, "window"))).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldShowEachWindowOfASessionOnceAndAllEventsUntilItsEnd() throws Exception {
        final CompletableFuture<List<String>> rows = CompletableFuture
                .supplyAsync(() -> json("measure", "live", "--follow", "--of", "size", "--window", "1ms"));
        Awaitility.await().atMost(PATIENCE)
                .until(() -> run("query", "live", "--format", "json").out().get(0).contains("\"drain\":\"pid="));
        assertThat(run("emit", "--provider", "Orders", "--csv", folder.resolve("flow.csv").toString(), "--speed",
                "100").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run("stop", "live").exitCode()).isEqualTo(ExitCode.DONE);

        final List<String> windows = rows.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        assertThat(windows.stream().map(row -> number(row, "window"))).isSorted().doesNotHaveDuplicates();
        assertThat(windows.stream().mapToLong(row -> number(row, "count")).sum()).isEqualTo(2 * ORDERS);
        assertThat(windows.stream().mapToLong(row -> number(row, "sum")).sum())
                .isEqualTo(2 * orders.stream().mapToLong(Order::size).sum());
    }

    @Test
    void shouldShowATableWithTheGreatestGroupsAndTheRest() {
        final List<String> lines = run("measure", recording, "--of", "bytes", "--by", "size", "--top", "3").out();

        assertThat(lines.get(0)).startsWith("SIZE").contains("COUNT", "PER SECOND", "P99.99").endsWith("LOST");
        assertThat(lines).hasSize(6);
        assertThat(lines.get(4)).startsWith("(").contains(" others)");
        assertThat(lines.get(5)).isEqualTo("percentiles are at most 0.098 % above the number");
    }

    @Test
    void shouldPrintCsv() {
        final List<String> lines = run("measure", recording, "--of", "count", "--by", "provider,event", "--csv").out();

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("\"provider\",\"event\",\"rest\",\"count\",");
        assertThat(lines.get(1)).startsWith("\"Orders\",\"submitted\",\"false\",\"" + ORDERS + "\",");
    }

    @Test
    void shouldDrawThePictureItIsAskedFor() throws IOException {
        final Path plot = folder.resolve("plot.svg");

        assertThat(run("measure", recording, "--of", "size", "--by", "direction", "--window", "1ms", "--plot",
                plot.toString()).exitCode()).isEqualTo(ExitCode.DONE);

        assertThat(Files.readString(plot)).startsWith("<svg").contains("size by direction", "<rect x=", "<polyline")
                .endsWith("</svg>\n");
    }

    @Test
    void shouldSayThatGroupsWereSummed() {
        final ProgramRun run = run("measure", recording, "--by", "orderId", "--groups", "10", "--format", "json");

        assertThat(run.out()).hasSize(11);
        assertThat(run.out().get(10)).startsWith("{\"group\":null,\"rest\":true,");
        assertThat(number(run.out().get(10), "count")).isEqualTo(ORDERS - 10);
        assertThat(run.err()).singleElement().asString().contains("groups=10", "events=" + (ORDERS - 10));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "prise      |         | such a field: field=prise, fields=[direction orderId price size time type]",
        "size       | nothing | no event has such a field: field=nothing, fields=[direction",
        "price *    |         | expected=a field or a number",
        "event      |         | field is no amount to compute with: field=event, type=STRING"})
    void shouldRejectWhatCannotBeMeasured(final String of, final String by, final String reason) {
        final ProgramRun run = by == null
                ? run("measure", recording, "--of", of)
                : run("measure", recording, "--of", of, "--by", by);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(String.join("\n", run.err())).contains(reason, "check --of and --by");
    }

    /** Exactly, but for the mean and the percentiles, which may be a thousandth above. */
    private static void assertFigures(final String row, final ToLongFunction<Order> number,
            final List<Order> expected) {
        final List<Long> numbers = expected.stream().map(number::applyAsLong).sorted(Comparator.naturalOrder())
                .toList();
        assertThat(number(row, "count")).isEqualTo(numbers.size());
        assertThat(number(row, "sum")).isEqualTo(numbers.stream().mapToLong(Long::longValue).sum());
        assertThat(number(row, "min")).isEqualTo(numbers.get(0));
        assertThat(number(row, "max")).isEqualTo(numbers.get(numbers.size() - 1));
        assertThat(number(row, "lost")).isZero();
        final String[] names = {"p50", "p90", "p99", "p999", "p9999"};
        final double[] percents = {50, 90, 99, 99.9, 99.99};
        for (int i = 0; i < names.length; i++) {
            final long exact = numbers.get(
                    (int) Math.max(1, Math.ceil(Math.round(percents[i] * 100) * numbers.size() / 10_000.0)) - 1);
            assertThat(number(row, names[i])).as(names[i]).isBetween(exact, exact + exact / 1_000 + 1);
        }
    }

    private List<String> json(final String... args) {
        final ProgramRun run = run(Stream.concat(Stream.of(args), Stream.of("--format", "json"))
                .toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        return run.out();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
