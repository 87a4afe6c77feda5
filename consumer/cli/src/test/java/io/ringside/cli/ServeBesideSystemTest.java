package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A page in a real browser and a scrape each second, beside a session that is recorded. Seconds by default; an hour of
 * it, and less than a minute of each that it is compared with, takes {@code -Dringside.minutes=60
 * -Djunit.jupiter.execution.timeout.mode=disabled -Dfailsafe.timeout=14400}. {@code -Dringside.rate=N} sets the events
 * in a second: at a rate that the recorder keeps up with none is lost, and 0 is as fast as one thread can write, where
 * the ledger must balance. Prints what the server costs while nobody looks and while somebody does; and the times of
 * writes, losses, and how far the recorder is behind, with the server and without it, before and after.
 */
@Tag("process")
@Tag("proof")
class ServeBesideSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long SHORT_NS = TimeUnit.SECONDS.toNanos(3);
    private static final int MINUTES = Integer.getInteger("ringside.minutes", 0);
    /** With a page; a line is printed for each of its parts. */
    private static final long WATCHED_NS = Math.max(SHORT_NS, TimeUnit.MINUTES.toNanos(MINUTES));
    private static final int PARTS = Math.max(1, MINUTES / 10);
    /** What it is compared with. */
    private static final long COMPARED_NS = Math.min(WATCHED_NS, TimeUnit.SECONDS.toNanos(45));
    private static final int CONNECTIONS = 1_000;
    private static final int STREAMS = 8;
    /** Events in a second; 0 for as many as possible. */
    private static final int RATE = Integer.getInteger("ringside.rate", 50_000);
    private static final int BATCHES_PER_SECOND = 1_000;
    private static final Pattern ADDRESS = Pattern.compile("address {2}(http://[^/]+/)(\\S+)");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
    private static final String NEWEST = "document.querySelector('#events tr').cells[3].textContent";
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Beside")
            .event("written", EventDescriptor.of(1, 4, 1), FieldSchema.of("n", FieldType.INT64)).build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void shouldChangeNeitherTheLedgerNorTheDrainOfASession() throws IOException, InterruptedException {
        Browser.require();
        // Room for what a recorder may be late on a busy machine.
        run("start", "trading", "--lane-size", "64m", "--lanes", "2");
        run("enable", "trading", "Beside");
        final Path recording = disk.resolve("recording");
        try (ProgramProcess record = start("record", "trading", "--to", recording.toString(), "--mode", "circular",
                "--max-size", "1g", "--format", "json")) {
            record.awaitDrain(folder, "trading");
            final Writer writer = new Writer(folder.resolve("trace"));
            final Thread thread = new Thread(writer, "writer");
            writer.threadId = thread.getId();
            thread.start();
            // The first round warms up.
            phase("warm-up", writer, null, record, SHORT_NS, null);
            phase("without", writer, null, record, COMPARED_NS, null);
            try (ProgramProcess serve = start("serve", "--listen", "0")) {
                final Matcher address = address(serve);
                final URI metrics = URI.create(address.group(1) + "metrics");
                phase("idle", writer, serve, record, COMPARED_NS, null);
                phase("scraped", writer, serve, record, COMPARED_NS, metrics);
                final List<Socket> siege = besiege(metrics.getPort(), address.group(2).replace("?token=", ""));
                phase("besieged", writer, serve, record, COMPARED_NS, null);
                CloseHelper.closeAll(siege);
                await().atMost(PATIENCE).ignoreExceptions().until(() -> scrape(metrics) == 200);
                try (Browser browser = new Browser(disk, address.group(1) + address.group(2), 1000)) {
                    browser.await("document.getElementById('session').value === 'trading'");
                    browser.await("document.querySelectorAll('#events tr').length > 5");
                    for (int part = 1; part <= PARTS; part++) {
                        phase("looked at " + part + "/" + PARTS, writer, serve, record, WATCHED_NS / PARTS, metrics);
                        requireLivePage(browser);
                    }
                }
            }
            phase("without", writer, null, record, COMPARED_NS, null);
            try (ProgramProcess serve = start("serve", "--listen", "0", "--latency", "steps=written->written by n")) {
                address(serve);
                phase("latencies", writer, serve, record, COMPARED_NS, null);
            }
            writer.stop = true;
            thread.join();
            final ProgramRun stopped = run("stop", "trading", "--timeout", "60s", "--format", "json");
            assertThat(stopped.exitCode()).isIn(ExitCode.DONE, ExitCode.LOST);
            final String ledger = stopped.out().get(0);
            final ProgramRun recorded = record.await();
            System.out.println("ledger     " + ledger);
            assertThat(number(ledger, "wanted")).isEqualTo(writer.wanted);
            assertThat(number(ledger, "delivered") + number(ledger, "lost")).isEqualTo(number(ledger, "wanted"));
            assertThat(number(recorded.out().get(recorded.out().size() - 1), "recorded"))
                    .isEqualTo(number(ledger, "delivered"));
            if (RATE > 0) {
                assertThat(number(ledger, "lost")).isZero();
            }
        }
    }

    private static void requireLivePage(final Browser browser) {
        final String newest = browser.evaluate(NEWEST);
        browser.await(NEWEST + " !== '" + newest + "'");
        assertThat(browser.evaluate("(rows => rows.length - new Set(rows).size)([...document.querySelectorAll('#events "
                + "tr')].map(row => row.cells[3].textContent).filter(text => text.startsWith('n=')))")).isEqualTo("0");
        assertThat(browser.evaluate("document.getElementById('problem').textContent")).isEmpty();
        assertThat(browser.evaluate("document.getElementById('fault').textContent")).isEmpty();
    }

    private static Matcher address(final ProgramProcess serve) {
        await().atMost(PATIENCE).until(() -> !serve.out().isEmpty());
        final Matcher address = ADDRESS.matcher(serve.out().get(0));
        assertThat(address.find()).isTrue();
        return address;
    }

    private void phase(final String name, final Writer writer, final ProgramProcess serve, final ProgramProcess record,
            final long durationNs, final URI metrics) throws IOException, InterruptedException {
        final Histogram scrapes = new Histogram(2);
        final long lost = number(ledger(), "lost");
        writer.begin();
        final long startNs = System.nanoTime();
        final long writerNs = writer.cpuNs();
        final long serveNs = cpuNs(serve);
        final long recordNs = cpuNs(record);
        long unread = 0;
        for (long nowNs = startNs; nowNs - startNs < durationNs; nowNs = System.nanoTime()) {
            unread = Math.max(unread, number(ledger(), "inRing"));
            if (metrics != null) {
                final long beginNs = System.nanoTime();
                assertThat(scrape(metrics)).isEqualTo(200);
                scrapes.recordValue(System.nanoTime() - beginNs);
            }
            TimeUnit.SECONDS.sleep(1);
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        final Histogram times = writer.end();
        final double writerCpu = (writer.cpuNs() - writerNs) / 1e9 / seconds;
        final double serveCpu = (cpuNs(serve) - serveNs) / 1e9 / seconds;
        System.out.printf(Locale.ROOT, "%-13s %4.0f s, %,9.0f events/s, %,d lost, unread at most %,d; write p50 %,d "
                + "p99 %,d p99.9 %,d max %,d ns; CPU s/s: writer %.3f, recorder %.3f, server %.4f; server %d MB; "
                + "%d scrapes, p50 %.1f max %.1f ms%n", name, seconds, times.getTotalCount() / seconds,
                number(ledger(), "lost") - lost, unread, times.getValueAtPercentile(50),
                times.getValueAtPercentile(99), times.getValueAtPercentile(99.9), times.getMaxValue(), writerCpu,
                (cpuNs(record) - recordNs) / 1e9 / seconds, serveCpu, resident(serve), scrapes.getTotalCount(),
                scrapes.getValueAtPercentile(50) / 1e6, scrapes.getMaxValue() / 1e6);
        assertThat(times.getTotalCount()).isPositive();
    }

    private int scrape(final URI metrics) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString()).statusCode();
    }

    /** More connections than the server has room for: some want all events and read none, the others never ask. */
    private static List<Socket> besiege(final int port, final String token) {
        final List<Socket> sockets = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < CONNECTIONS; i++) {
            final Socket socket = new Socket();
            sockets.add(socket);
            try {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                socket.getOutputStream().write((i < STREAMS
                        ? "GET /api/tail?source=trading HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                                + "\r\n\r\n"
                        : "GET /metr").getBytes(StandardCharsets.US_ASCII));
            } catch (final IOException e) {
                // As it should be from some number on.
                refused++;
            }
        }
        System.out.println("besieged by " + CONNECTIONS + " connections, " + refused + " refused at once");
        return sockets;
    }

    private String ledger() {
        return ProgramProcess.lookAt(folder, "trading");
    }

    private static long cpuNs(final ProgramProcess program) {
        return program == null
                ? 0
                : ProcessHandle.of(program.pid()).flatMap(process -> process.info().totalCpuDuration())
                        .map(Duration::toNanos).orElse(0L);
    }

    /** Megabytes of a process. */
    private static long resident(final ProgramProcess program) throws IOException {
        if (program == null) {
            return 0;
        }
        final Matcher resident = RESIDENT.matcher(
                Files.readString(Path.of("/proc", Long.toString(program.pid()), "status")));
        assertThat(resident.find()).isTrue();
        return Long.parseLong(resident.group(1)) >> 10;
    }

    /** As the start script does it for commands that run for long. */
    private ProgramProcess start(final String... args) throws IOException {
        return ProgramProcess.start(folder, Stream.concat(Stream.of("-XX:TieredStopAtLevel=4"),
                Stream.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+"))).toList(), args);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }

    /** Writes events at a rate, and how long each took. */
    private static final class Writer implements Runnable {
        private final Path directory;
        private Histogram times = new Histogram(3);
        private volatile boolean stop;
        private volatile long threadId;
        private long wanted;

        private Writer(final Path directory) {
            this.directory = directory;
        }

        @Override
        public void run() {
            try (Ringside ringside = Ringside.connect(new RingsideContext().directory(directory));
                    ProviderRegistration registration = ringside.register(SCHEMA)) {
                final ProviderEvent event = registration.event("written");
                final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
                final int batch = Math.max(1, RATE / BATCHES_PER_SECOND);
                long nextNs = System.nanoTime();
                while (!stop) {
                    write(event, payload, batch);
                    nextNs += TimeUnit.SECONDS.toNanos(1) / BATCHES_PER_SECOND;
                    while (RATE > 0 && !stop && nextNs - System.nanoTime() > 0) {
                        LockSupport.parkNanos(nextNs - System.nanoTime());
                    }
                }
            }
        }

        private synchronized void write(final ProviderEvent event, final UnsafeBuffer payload, final int batch) {
            for (int i = 0; i < batch; i++) {
                payload.putLong(0, wanted, ByteOrder.LITTLE_ENDIAN);
                final long beginNs = System.nanoTime();
                final long result = event.write(payload, 0, Long.BYTES);
                times.recordValue(System.nanoTime() - beginNs);
                wanted += WriteResult.wanted(result);
            }
        }

        private synchronized void begin() {
            times = new Histogram(3);
        }

        private synchronized Histogram end() {
            return times;
        }

        private long cpuNs() {
            return ManagementFactory.getThreadMXBean().getThreadCpuTime(threadId);
        }
    }
}
