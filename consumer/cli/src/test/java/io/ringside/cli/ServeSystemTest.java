package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetKind;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
                ProgramProcess serve = ProgramProcess.start(folder, "serve", "--listen", "0")) {
            counters.open(CounterSetSchema.of("Pool", CounterSetKind.MULTIPLE,
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
