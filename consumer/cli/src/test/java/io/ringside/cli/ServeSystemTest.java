package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.export.ForeignProgram;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A real Prometheus, which scrapes the server. */
@Tag("process")
@Tag("proof")
class ServeSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("address {2}http://127.0.0.1:(\\d+)/\\?token=(\\S+)");

    private static final Pattern QUERY = Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @Test
    void shouldGivePrometheusTheNumbersOfTheLedger() throws IOException, InterruptedException {
        PrometheusServer.require();
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "20000", "--threads", "3");
        final String ledger = ProgramProcess.lookAt(folder, "trading");
        assertThat(number(ledger, "wanted")).isEqualTo(60_000);
        try (ProgramProcess serve = ProgramProcess.start(folder, "serve", "--listen", "0")) {
            final Matcher address = address(serve);
            try (PrometheusServer prometheus = PrometheusServer.start(disk, Integer.parseInt(address.group(1)),
                    address.group(2))) {
                assertValue(prometheus, "ringside_session_events_wanted_total{session='trading'}", 60_000);
                assertValue(prometheus, "ringside_session_events_in_ring{session='trading'}",
                        number(ledger, "inRing"));
                for (final LossCause cause : LossCause.values()) {
                    assertValue(prometheus, "ringside_session_events_lost_total{session='trading',cause='"
                            + cause.jsonName() + "'}", number(ledger, cause.jsonName()));
                }
                assertValue(prometheus, "sum(ringside_process_events_wanted_total)", 60_000);
                assertValue(prometheus, "sum(ringside_session_events_wanted_total) - sum("
                        + "{__name__=~'ringside_session_events_(delivered_total|overwritten_total|in_ring|in_flight)'})"
                        + " - sum(ringside_session_events_lost_total)", 0);
                run("tail", "trading");
                await().atMost(PATIENCE).until(() -> prometheus.query("ringside_session_events_delivered_total")
                        .equals(List.of(Long.toString(number(ledger, "inRing")))));
                assertThat(prometheus.query("ringside_session_events_in_ring")).containsExactly("0");
            }
            serve.signal("INT");
            final ProgramRun ended = serve.await();
            assertThat(ended.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(ended.err()).isEmpty();
        }
        assertThat(number(ProgramProcess.lookAt(folder, "trading"), "wanted")).isEqualTo(60_000);
    }

    @Test
    void shouldAnswerEveryQueryOfTheDashboardAndOfTheAlerts() throws IOException, InterruptedException {
        PrometheusServer.require();
        final Path serveModule = Path.of("..", "serve");
        final Path rules = serveModule.resolve("prometheus/ringside-rules.yml");
        final List<String> queries = QUERY
                .matcher(Files.readString(serveModule.resolve("grafana/ringside-dashboard.json"))).results()
                .map(found -> found.group(1).replace("\\\"", "\"").replace("$session", ".*")
                        .replace("$__rate_interval", "10s"))
                .toList();
        final long alerts = Files.readString(rules).lines().filter(line -> line.strip().startsWith("- alert:")).count();
        assertThat(queries).hasSizeGreaterThan(10);
        run("start", "trading");
        run("enable", "trading", "Orders");
        final TraceDirectory directory = TraceDirectory.open(folder.resolve("trace"));
        try (ProgramProcess record = ProgramProcess.start(folder, "record", "trading", "--to",
                disk.resolve("recording").toString());
                ProgramProcess emit = ProgramProcess.start(folder, "emit", "--provider", "Orders", "--rate", "1000");
                Participant participant = Participant.join(directory);
                ProcessCounters counters = ProcessCounters.in(directory, participant.files());
                ProgramProcess serve = ProgramProcess.start(folder, "serve", "--listen", "0", "--latency",
                        "steps=numbered->numbered by sequence")) {
            counters.open(CounterSetSchema.of("Pool", CounterSetSchema.Kind.MULTIPLE,
                    List.of(CounterSchema.of(1, "free", CounterType.LARGE_RAWCOUNT),
                            CounterSchema.of(2, "taken/sec", CounterType.BULK_COUNT))))
                    .create("small", 1);
            record.awaitDrain(folder, "trading");
            ProgramProcess.awaitProvider(folder, "Orders");
            final Matcher address = address(serve);
            try (PrometheusServer prometheus = PrometheusServer.start(disk, Integer.parseInt(address.group(1)),
                    address.group(2), rules)) {
                queries.forEach(query -> assertThat(prometheus.await(query)).as(query).isNotEmpty());
                await().atMost(PATIENCE)
                        .until(() -> prometheus.get("rules").split("\"health\":\"ok\"", -1).length == alerts + 1);
            }
            assertThat(emit.isRunning()).isTrue();
        }
    }

    @Test
    void shouldGivePrometheusLatenciesAsNativeAndAsClassicHistograms() throws IOException, InterruptedException {
        PrometheusServer.require();
        final StringBuilder flow = new StringBuilder();
        for (int order = 0; order < 10; order++) {
            flow.append(String.format(Locale.ROOT, "%.2f,1,%d,10,1000000,1%n", 34200 + 0.01 * order, order));
        }
        for (int order = 0; order < 10; order++) {
            flow.append(String.format(Locale.ROOT, "%.2f,4,%d,10,1000000,1%n", 34200.3 + 0.01 * order, order));
        }
        final Path file = Files.writeString(disk.resolve("flow.csv"), flow);
        run("start", "trading");
        run("enable", "trading", "Orders");
        try (ProgramProcess serve = ProgramProcess.start(folder, "serve", "--listen", "0", "--latency",
                "fills=submitted->executed by orderId")) {
            final Matcher address = address(serve);
            final int port = Integer.parseInt(address.group(1));
            run("emit", "--provider", "Orders", "--csv", file.toString());
            try (PrometheusServer prometheus = PrometheusServer.startNative(
                    Files.createDirectory(disk.resolve("native")), port, address.group(2))) {
                await().atMost(PATIENCE).until(() -> prometheus
                        .query("histogram_count(ringside_latency_seconds{latency='fills',session='trading'})")
                        .equals(List.of("10")));
                // Buckets are 9 percent wide.
                assertThat(Double.parseDouble(
                        prometheus.query("histogram_quantile(0.5, ringside_latency_seconds)").get(0)))
                        .isBetween(0.25, 0.6);
                assertThat(prometheus.query("ringside_latency_seconds_bucket")).isEmpty();
                assertValue(prometheus, "ringside_session_events_wanted_total{session='trading'}", 20);
            }
            try (PrometheusServer prometheus = PrometheusServer.start(Files.createDirectory(disk.resolve("classic")),
                    port, address.group(2))) {
                assertValue(prometheus, "ringside_latency_seconds_count{latency='fills',session='trading'}", 10);
                assertValue(prometheus, "ringside_latency_seconds_bucket{latency='fills',le='0.25'}", 0);
                assertValue(prometheus, "ringside_latency_seconds_bucket{latency='fills',le='10.0'}", 10);
                assertValue(prometheus, "ringside_latency_open_events{latency='fills'}", 0);
            }
            final String text = HttpClient.newHttpClient().send(HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + port + "/metrics")).build(), BodyHandlers.ofString()).body();
            assertThat(ForeignProgram.run(disk, List.of("sh", "-c", "promtool check metrics < "
                    + Files.writeString(disk.resolve("metrics.txt"), text) + " 2>&1"))).isEmpty();
        }
        assertThat(number(ProgramProcess.lookAt(folder, "trading"), "inRing")).isEqualTo(20);
    }

    private static void assertValue(final PrometheusServer prometheus, final String query, final long value) {
        assertThat(prometheus.await(query)).as(query).containsExactly(Long.toString(value));
    }

    private static Matcher address(final ProgramProcess serve) {
        await().atMost(PATIENCE).until(() -> !serve.out().isEmpty() || !serve.isRunning());
        final Matcher address = ADDRESS.matcher(String.join("\n", serve.out()));
        assertThat(address.find()).as("%s", serve.out()).isTrue();
        return address;
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
