package io.ringside.cli;

import io.ringside.RingsideException;
import io.ringside.cli.console.ExitCode;
import io.ringside.internal.ship.aeron.ArchiveProcess;
import io.ringside.internal.ship.kafka.Broker;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two hosts record and ship, a third receives, each with a network of its own that loses packets and is cut now and
 * then.
 */
@Tag("process")
@Timeout(4 * 3600)
class ShipHostsSystemTest {
    private static final String PLACE = "place";
    private static final List<String> WRITERS = List.of("web1", "web2");
    private static final double LOSS = 0.03;
    private static final int RATE = 4_000;
    private static final int CUTS = Integer.getInteger("ringside.rounds", 4);
    /** Cuts take less time in the middle. */
    private static final int EVENTS = CUTS * 3 * RATE;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private Path root;
    private final List<ProgramProcess> programs = new ArrayList<>();
    private TestHosts hosts;

    @BeforeEach
    void makeHosts() throws IOException {
        hosts = TestHosts.require("web1", "web2", PLACE);
        for (final String writer : WRITERS) {
            final Path folder = Files.createDirectories(root.resolve(writer));
            assertThat(ProgramProcess.look(folder, "start", "orders").exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(ProgramProcess.look(folder, "enable", "orders", "Orders").exitCode()).isEqualTo(ExitCode.DONE);
        }
    }

    @AfterEach
    void removeHosts() {
        programs.forEach(ProgramProcess::close);
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void shouldReceiveEachEventOnceThroughKafkaWhateverTheNetworkDoes() throws IOException, InterruptedException {
        final Path folder = Files.createDirectories(root.resolve("broker"));
        try (Broker broker = new Broker(folder, hosts.address())) {
            requireReceived("kafka://" + broker.servers() + "/orders");
        }
    }

    @Test
    void shouldReceiveEachEventOnceThroughAeronWhateverTheNetworkDoes() throws IOException, InterruptedException {
        final Path folder = Files.createDirectories(root.resolve("archive"));
        try (ArchiveProcess archive = new ArchiveProcess(folder, hosts.address())) {
            requireReceived("aeron://" + archive.server() + "/orders");
        }
    }

    private void requireReceived(final String address) throws IOException, InterruptedException {
        final Path received = root.resolve("received");
        for (final String writer : WRITERS) {
            start(writer, "record", "orders", "--to", recording(writer).toString());
            ProgramProcess.awaitDrained(root.resolve(writer), "orders");
            start(writer, "emit", "--provider", "Orders", "--events", Integer.toString(EVENTS), "--rate",
                    Integer.toString(RATE), "--wait-enabled", "1m");
            start(writer, "ship", recording(writer).toString(), "--to", address, "--host", writer);
        }
        start(PLACE, "receive", address, "--to", received.toString());

        hosts.lose("web1", LOSS);
        hosts.lose(PLACE, LOSS);
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < CUTS; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(1_000)));
            final String host = List.of("web1", "web2", PLACE).get(random.nextInt(3));
            hosts.cut(host);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(2_500)));
            hosts.join(host);
        }

        final Map<String, List<Long>> expected = new HashMap<>();
        WRITERS.forEach(writer -> expected.put(writer, LongStream.range(0, EVENTS).boxed().toList()));
        // A recording may be about to begin.
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1))
                .ignoreExceptionsInstanceOf(RingsideException.class)
                .until(() -> count(received) >= (long) WRITERS.size() * EVENTS);
        assertThat(numbers(received)).as("seed=%d", seed).isEqualTo(expected);
        assertThat(hosts.lost("web1")).as("packets that were lost").isPositive();
        assertThat(hosts.lost(PLACE)).as("packets that were lost").isPositive();
        assertThat(programs).filteredOn(ProgramProcess::isRunning).as("record and ship of two hosts, and receive")
                .hasSize(2 * WRITERS.size() + 1);
    }

    private Path recording(final String writer) {
        return root.resolve(writer).resolve("recording");
    }

    private void start(final String host, final String... args) throws IOException {
        programs.add(ProgramProcess.startUnder(hosts.wrapper(host), Files.createDirectories(root.resolve(host)),
                List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), args));
    }

    private static long count(final Path received) {
        return numbers(received).values().stream().mapToLong(List::size).sum();
    }

    /** The numbers of the events by host, sorted. */
    private static Map<String, List<Long>> numbers(final Path received) {
        final Map<String, List<Long>> numbers = new HashMap<>();
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false))) {
            try (var folders = Files.list(received)) {
                folders.filter(each -> Files.exists(each.resolve("metadata.cq4t")))
                        .forEach(each -> reader.add(Source.recording(each)));
            } catch (final IOException e) {
                return numbers;
            }
            do {
                reader.poll(event -> numbers.computeIfAbsent(event.host(), host -> new ArrayList<>())
                        .add(event.buffer().getLong(event.payloadOffset())));
            } while (!reader.hasCaughtUp());
        }
        numbers.values().forEach(each -> each.sort(null));
        return numbers;
    }
}
