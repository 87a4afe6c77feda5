package io.ringside.serve;

import io.ringside.cli.ProgramRun;
import io.ringside.control.Controller;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Histograms of what goes on in sessions, beside them. */
@Timeout(60)
class LatencyMetricsTest {
    /** Two orders are executed, one is canceled, one waits, and one was there before. */
    private static final String FLOW = """
            34200.00,1,1,10,5853300,1
            34200.00,1,2,10,5853300,1
            34200.05,1,3,10,5853300,1
            34200.10,1,4,10,5853300,1
            34200.10,4,1,10,5853300,1
            34200.15,4,2,10,5853300,1
            34200.20,3,3,10,5853300,1
            34200.20,4,9,10,5853300,1
            """;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private Path trace;
    private Controller controller;
    private LatencyMetrics watch;
    private MetricsPage page;
    private TraceServer server;

    @BeforeEach
    void open() throws IOException {
        trace = folder.resolve("trace");
        run("start", "trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--csv", Files.writeString(folder.resolve("flow.csv"), FLOW).toString());
        controller = Controller.open(trace);
        watch = new LatencyMetrics(controller, Stream.of("fills=submitted->executed by orderId",
                "deletes=Orders/submitted->Orders/deleted by submitted.orderId = deleted.orderId",
                "none=submitted->executed").map(ServeContext.Latency::parse).toList());
        page = new MetricsPage((DirectoryController) controller, 10_000, 1, watch);
        server = TraceServer.bind(new ServeContext("0", null));
        server.route("/metrics", true, page);
        server.start();
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(server, page, watch, controller);
    }

    @Test
    void shouldMeasureWhatASessionHoldsAndWhatComesAndTakeNothing() {
        final String before = ledger();
        watch.start();
        await().until(() -> count("fills") == 2);
        assertThat(value("ringside_latency_seconds_sum", "latency=\"fills\"")).isBetween(0.2, 2.0);
        assertThat(value("ringside_latency_seconds_bucket", "latency=\"fills\"", "le=\"1.0E-6\"")).isZero();
        assertThat(value("ringside_latency_seconds_bucket", "latency=\"fills\"", "le=\"10.0\"")).isEqualTo(2);
        await().until(() -> count("deletes") == 1);
        assertThat(value("ringside_latency_open_events", "latency=\"fills\"")).isEqualTo(2);
        assertThat(unpaired("fills", "no begin")).isOne();
        assertThat(unpaired("fills", "no end")).isZero();
        assertThat(unpaired("none", "no key")).isEqualTo(7);
        assertThat(value("ringside_latency_unseen_events_total", "session=\"trading\"")).isZero();
        assertThat(value("ringside_latency_unread_sessions")).isZero();
        assertThat(ledger()).isEqualTo(before);

        run("emit", "--provider", "Orders", "--csv", folder.resolve("flow.csv").toString(), "--speed", "1000");
        // One of those that waited has begun again, and counts from its beginning.
        await().until(() -> count("fills") == 4);
    }

    @Test
    void shouldShowASessionOfTheSameNameByItself() {
        watch.start();
        await().until(() -> count("fills") == 2);
        run("tail", "trading");
        run("stop", "trading");
        run("start", "trading");
        run("enable", "trading", "Orders");
        await().until(() -> count("fills") <= 0);
        run("emit", "--provider", "Orders", "--csv", folder.resolve("flow.csv").toString(), "--speed", "1000");
        await().until(() -> count("fills") == 2);
    }

    @Test
    void shouldSayThatSomethingOfASessionCannotBeReadAndMeasureTheRest() throws IOException {
        try (Stream<Path> files = Files.walk(trace)) {
            final Path ledger = files.filter(file -> file.toString().endsWith(".ledger")).findFirst().orElseThrow();
            try (FileChannel file = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(64), 0);
            }
        }
        watch.start();
        await().until(() -> value("ringside_latency_unread_sessions") == 1);
        assertThat(count("fills")).isZero();
        run("emit", "--provider", "Orders", "--csv", folder.resolve("flow.csv").toString(), "--speed", "1000");
        await().until(() -> count("fills") == 2);
        assertThat(value("ringside_latency_unread_sessions")).isOne();
    }

    @Test
    void shouldMeasureNothingBeforeItIsStartedAndNothingAfterItIsClosed() {
        assertThat(count("fills")).isEqualTo(-1);
        watch.close();
        watch.close();
        assertThat(count("fills")).isEqualTo(-1);
    }

    /** How many were measured; -1 if nothing is shown. */
    private double count(final String latency) {
        return scrape().anyMatch(line -> line.startsWith("ringside_latency_seconds_count{"))
                ? value("ringside_latency_seconds_count", "latency=\"" + latency + "\"")
                : -1;
    }

    private double unpaired(final String latency, final String reason) {
        return value("ringside_latency_unpaired_events_total", "latency=\"" + latency + "\"",
                "reason=\"" + reason + "\"");
    }

    private double value(final String name, final String... labels) {
        final List<String> lines = scrape().filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> Stream.of(labels).allMatch(line::contains)).toList();
        assertThat(lines).as(name).hasSize(1);
        return Double.parseDouble(lines.get(0).substring(lines.get(0).lastIndexOf(' ')));
    }

    private Stream<String> scrape() {
        try {
            return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(server.address() + "metrics"))
                    .build(), BodyHandlers.ofString()).body().lines();
        } catch (final IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String ledger() {
        final String ledger = run("query", "trading", "--format", "json").out().get(0);
        assertThat(number(ledger, "wanted")).isEqualTo(8);
        return ledger;
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(trace, args);
    }
}
