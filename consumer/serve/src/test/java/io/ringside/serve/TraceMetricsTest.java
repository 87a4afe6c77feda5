package io.ringside.serve;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.export.ForeignProgram;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.RecordingSink;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a scrape has, beside what was written by hand. */
@Timeout(60)
class TraceMetricsTest {
    private static final int LIMIT = 10_000;
    private static final String OMITTED = "ringside_scrape_omitted_series";
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final CounterSetSchema POOLS = CounterSetSchema.of("Pool", CounterSetSchema.Kind.MULTIPLE, List.of(
            CounterSchema.of(1, "free", CounterType.LARGE_RAWCOUNT),
            CounterSchema.of(2, "taken/sec", CounterType.BULK_COUNT),
            CounterSchema.of(3, "wait", CounterType.AVERAGE_TIMER).withBase(4),
            CounterSchema.of(4, "waits", CounterType.AVERAGE_BASE)));

    private final CountDownLatch released = new CountDownLatch(1);
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private HandMadeSession session;
    private DirectoryController controller;
    private ProcessCounters counters;

    @BeforeEach
    void open() {
        session = HandMadeSession.start(folder.resolve("trace"));
        controller = DirectoryController.open(session.directory());
        counters = ProcessCounters.in(session.directory(), session.participant().files());
    }

    @AfterEach
    void close() {
        released.countDown();
        CloseHelper.closeAll(counters, controller, session);
    }

    @Test
    void shouldHaveTheLedgerOfASessionAndItsParts() {
        final HandMadeProvider first = session.provider();
        final int written = first.fill(0, 0);
        first.write(1, 0, 60_000);
        final HandMadeProvider second = session.provider();
        second.writeSequence(0, 0, 3);
        second.page().addNoLane(session.row().slot(), 1);

        final String scrape = scrape(LIMIT);

        final String name = "session=\"" + session.row().name() + "\"";
        final LedgerTotals totals = controller.query(session.row().name()).ledger().totals();
        assertThat(totals.isBalanced()).isTrue();
        assertThat(value(scrape, "ringside_session_events_wanted_total", name)).isEqualTo((double) totals.wanted())
                .isEqualTo(written + 1 + 1 + 3 + 1);
        assertThat(value(scrape, "ringside_session_events_delivered_total", name)).isZero();
        assertThat(value(scrape, "ringside_session_events_in_ring", name)).isEqualTo(written + 3);
        for (final LossCause cause : LossCause.values()) {
            assertThat(value(scrape, "ringside_session_events_lost_total", name, "cause=\"" + cause.jsonName() + "\""))
                    .as(cause.jsonName()).isEqualTo((double) totals.lost().of(cause));
        }
        assertThat(value(scrape, "ringside_session_settled", name)).isEqualTo(1);
        assertThat(value(scrape, "ringside_process_events_wanted_total", process(first))).isEqualTo(written + 2);
        assertThat(value(scrape, "ringside_process_events_wanted_total", process(second))).isEqualTo(3 + 1);
        assertThat(value(scrape, "ringside_process_events_lost_total", process(second), "cause=\"noLane\"")).isOne();
        assertThat(value(scrape, "ringside_process_lane_fill_ratio", process(first))).isBetween(0.9, 1.0);
        assertThat(value(scrape, "ringside_process_lane_fill_max_ratio", process(first))).isEqualTo(1);
        assertThat(value(scrape, "ringside_process_lanes", process(first))).isEqualTo(4);
        assertThat(value(scrape, "ringside_process_alive", process(first))).isOne();
        assertThat(value(scrape, "ringside_scrape_problems")).isZero();
    }

    @Test
    void shouldRememberHowFullALaneWasSeen() {
        final HandMadeProvider provider = session.provider();
        provider.writeSequence(0, 0, 100);
        try (TraceMetrics metrics = new TraceMetrics(controller, LIMIT, PATIENCE_NS)) {
            final double fill = value(text(metrics), "ringside_process_lane_fill_ratio", process(provider));
            assertThat(fill).isPositive();
            drain();
            final String later = text(metrics);
            assertThat(value(later, "ringside_process_lane_fill_ratio", process(provider))).isZero();
            assertThat(value(later, "ringside_process_lane_fill_max_ratio", process(provider))).isEqualTo(fill);
        }
    }

    @Test
    void shouldSayHowOldTheOldestEventIsThatWaits() {
        final HandMadeProvider provider = session.provider();
        assertThat(value(scrape(LIMIT), "ringside_session_oldest_event_age_seconds")).isZero();
        provider.at(System.nanoTime() - TimeUnit.SECONDS.toNanos(100)).write(0, 1);
        provider.at(System.nanoTime()).write(1, 2);
        assertThat(value(scrape(LIMIT), "ringside_session_oldest_event_age_seconds")).isBetween(100.0, 160.0);
        drain();
        assertThat(value(scrape(LIMIT), "ringside_session_oldest_event_age_seconds")).isZero();
    }

    @Test
    void shouldSayWhoDrainsAndThatItIsStalled() {
        session.provider();
        assertThat(value(scrape(LIMIT), "ringside_session_drains")).isZero();
        try (SessionDrain drain = SessionDrain.open(new DrainContext(session.participant()), session.row().id())) {
            String scrape = scrape(LIMIT);
            assertThat(value(scrape, "ringside_session_drains")).isOne();
            assertThat(value(scrape, "ringside_session_drain_stalled")).isZero();
            assertThat(value(scrape, "ringside_session_recorders")).isZero();
            assertThat(scrape).doesNotContain("ringside_recording_disk");
            drain.sink(folder.toString());
            drain.state("stalled");
            scrape = scrape(LIMIT);
            assertThat(value(scrape, "ringside_session_drain_stalled")).isOne();
            assertThat(value(scrape, "ringside_session_recorders")).isOne();
            assertThat(value(scrape, "ringside_recording_disk_size_bytes"))
                    .isGreaterThanOrEqualTo(value(scrape, "ringside_recording_disk_free_bytes")).isPositive();
        }
    }

    @Test
    void shouldHaveRawValuesAndBasesOfCounters() {
        final var instance = counters.open(POOLS).create("small", 7);
        instance.counter("free").set(42);
        instance.counter("taken/sec").set(1L << 40);
        instance.counter("wait").set(3_000);
        instance.counter("waits").set(3);

        final String scrape = scrape(LIMIT);

        final String[] labels = {"set=\"Pool\"", "item=\"small\"", "item_id=\"7\""};
        assertThat(value(scrape, "ringside_set_raw", with(labels, "counter=\"free\""))).isEqualTo(42);
        assertThat(value(scrape, "ringside_set_accumulated_total", with(labels, "counter=\"taken/sec\"")))
                .isEqualTo(0x1p40);
        assertThat(value(scrape, "ringside_set_accumulated_total", with(labels, "counter=\"wait\""))).isEqualTo(3_000);
        assertThat(value(scrape, "ringside_set_accumulated_base_total", with(labels, "counter=\"wait\"")))
                .isEqualTo(3);
        assertThat(value(scrape, "ringside_set_frequency_hertz", with(labels, "counter=\"wait\""))).isPositive();
        assertThat(scrape).doesNotContain("counter=\"waits\"");
    }

    @Test
    void shouldTellProcessesApartThatHaveTheSamePid() {
        // As in two containers.
        try (Participant other = Participant.join(session.directory());
                ProcessCounters others = ProcessCounters.in(session.directory(), other.files())) {
            counters.open(POOLS).create("small", 7).counter("taken/sec").set(5);
            others.open(POOLS).create("small", 7).counter("taken/sec").set(6);

            final String scrape = scrape(LIMIT);

            final String[] labels = {"set=\"Pool\"", "item=\"small\"", "counter=\"taken/sec\""};
            assertThat(value(scrape, "ringside_set_accumulated_total", with(labels, "process=\""
                    + session.participant().incarnation() + "\""))).isEqualTo(5);
            assertThat(value(scrape, "ringside_set_accumulated_total", with(labels, "process=\""
                    + other.incarnation() + "\""))).isEqualTo(6);
            assertThat(value(scrape, OMITTED, "part=\"counter sets\"", "reason=\"duplicate\"")).isZero();
        }
    }

    @Test
    void shouldSayThatACounterIsNegative() {
        counters.open(POOLS).create("small", 7).counter("taken/sec").set(-1);
        final String scrape = scrape(LIMIT);
        assertThat(scrape).doesNotContain("counter=\"taken/sec\"");
        assertThat(value(scrape, OMITTED, "part=\"counter sets\"", "reason=\"negative\"")).isOne();
        assertThat(value(scrape, OMITTED, "part=\"counter sets\"", "reason=\"limit\"")).isZero();
    }

    @Test
    void shouldNotLetACounterGoDownWhenAFileCannotBeRead() throws IOException {
        final HandMadeProvider first = session.provider();
        first.writeSequence(0, 0, 3);
        final HandMadeProvider second = session.provider();
        second.writeSequence(0, 0, 4);
        try (TraceMetrics metrics = new TraceMetrics(controller, LIMIT, PATIENCE_NS)) {
            assertThat(value(text(metrics), "ringside_session_events_wanted_total")).isEqualTo(7);
            final Path ledger = session.directory().ledger(session.row().id(), second.incarnation());
            final byte[] header = new byte[64];
            try (FileChannel file = FileChannel.open(ledger, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                file.read(ByteBuffer.wrap(header), 0);
                file.write(ByteBuffer.allocate(header.length), 0);

                final String broken = text(metrics);
                assertThat(broken).doesNotContain("ringside_session_events_wanted_total{");
                assertThat(value(broken, "ringside_process_events_wanted_total", process(first))).isEqualTo(3);
                assertThat(broken.lines()).noneMatch(line -> line.startsWith("ringside_process_events_wanted_total{")
                        && line.contains(process(second)));
                assertThat(value(broken, OMITTED, "part=\"sessions\"", "reason=\"unread\"")).isPositive();
                assertThat(value(broken, "ringside_scrape_problems")).isPositive();
                assertThat(value(broken, "ringside_session_settled")).isZero();

                file.write(ByteBuffer.wrap(header), 0);
                first.writeSequence(0, 3, 1);
                assertThat(value(text(metrics), "ringside_session_events_wanted_total")).isEqualTo(8);
            }
        }
    }

    @Test
    void shouldLoseOnlyTheRowsOfAProviderThatHangs() {
        counters.open(POOLS, request -> {
            if (request.type() == CounterRequest.Type.COLLECT_DATA) {
                try {
                    released.await();
                } catch (final InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            request.buffer().add("pulled", 8, 1, 2, 3, 4);
            return CounterCallback.SUCCESS;
        }, null, (name, problem) -> {});
        counters.open(POOLS).create("pushed", 9).counter("free").set(5);
        session.provider().write(0, 1);

        try (TraceMetrics metrics = new TraceMetrics(controller, LIMIT, TimeUnit.SECONDS.toNanos(2))) {
            final String scrape = text(metrics);
            assertThat(value(scrape, "ringside_set_raw", "item=\"pushed\"", "counter=\"free\"")).isEqualTo(5);
            assertThat(scrape).doesNotContain("item=\"pulled\"");
            assertThat(value(scrape, "ringside_set_unavailable_values", "set=\"Pool\"", "status=\"no_answer\""))
                    .isEqualTo(3);
            assertThat(value(scrape, "ringside_session_events_wanted_total")).isOne();
            assertThat(value(scrape, "ringside_scrape_problems")).isPositive();
        }
    }

    @Test
    void shouldCountWhatIsBeyondItsLimitAndKeepTheSessions() {
        counters.open(POOLS).create("small", 7);
        session.provider().write(0, 1);

        final String all = scrape(LIMIT);
        final String few = scrape(20);

        assertThat(value(all, OMITTED, "part=\"counter sets\"", "reason=\"limit\"")).isZero();
        assertThat(value(few, "ringside_session_events_wanted_total")).isOne();
        assertThat(value(few, OMITTED, "part=\"counter sets\"", "reason=\"limit\"")).isPositive();
        final double omitted = few.lines().filter(line -> line.startsWith(OMITTED + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ')))).sum();
        assertThat(series(few) + omitted).isEqualTo((double) series(all));
    }

    @Tag("proof")
    @Test
    void shouldServeBothFormatsSoThatPrometheusFindsNothingWrongWithThem() throws IOException, InterruptedException {
        ForeignProgram.require("prometheus (Debian package prometheus)", "promtool", "--version");
        final HandMadeProvider provider = session.provider();
        provider.fill(0, 0);
        final var instance = counters.open(POOLS).create("quoted \" and \u20ac", 7);
        instance.counter("free").set(1);
        try (MetricsPage page = new MetricsPage(controller, LIMIT, PATIENCE_NS, null);
                TraceServer server = TraceServer.bind(new ServeContext("0", null))) {
            server.route("/metrics", true, page);
            server.start();
            final HttpResponse<String> text = get(server, "text/plain");
            assertThat(text.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain; version=0.0.4");
            final Path file = Files.writeString(folder.resolve("metrics.txt"), text.body());
            assertThat(ForeignProgram.run(folder, List.of("sh", "-c", "promtool check metrics < " + file + " 2>&1")))
                    .isEmpty();
            final HttpResponse<String> open = get(server,
                    "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5");
            assertThat(open.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/openmetrics-text; version=1.0.0");
            assertThat(open.body()).endsWith("# EOF\n").contains("# TYPE ringside_session_events_wanted counter\n");
            assertThat(series(open.body())).isEqualTo(series(text.body()));
        }
    }

    private static HttpResponse<String> get(final TraceServer server, final String accept)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(server.address() + "metrics"))
                .header("Accept", accept).build(), BodyHandlers.ofString());
    }

    private String scrape(final int limit) {
        try (TraceMetrics metrics = new TraceMetrics(controller, limit, PATIENCE_NS)) {
            return text(metrics);
        }
    }

    private static String text(final TraceMetrics metrics) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(bytes, metrics.read());
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void drain() {
        try (SessionDrain drain = SessionDrain.open(new DrainContext(session.participant()), session.row().id())) {
            int taken = 1;
            while (taken > 0) {
                taken = drain.poll(new RecordingSink(), Integer.MAX_VALUE);
            }
        }
    }

    private static String process(final HandMadeProvider provider) {
        return "process=\"" + provider.incarnation() + "\"";
    }

    private static String[] with(final String[] labels, final String label) {
        final String[] all = Arrays.copyOf(labels, labels.length + 1);
        all[labels.length] = label;
        return all;
    }

    private static long series(final String scrape) {
        return scrape.lines().filter(line -> !line.startsWith("#")).count();
    }

    /** The one value of a series that has these labels. */
    private static double value(final String scrape, final String name, final String... labels) {
        final List<String> lines = scrape.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> List.of(labels).stream().allMatch(line::contains)).toList();
        assertThat(lines).as("%s %s in %s", name, List.of(labels), scrape).hasSize(1);
        return Double.parseDouble(lines.get(0).substring(lines.get(0).lastIndexOf(' ')));
    }
}
