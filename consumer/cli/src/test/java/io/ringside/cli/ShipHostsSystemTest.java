package io.ringside.cli;

import io.ringside.RingsideException;
import io.ringside.cli.console.ExitCode;
import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.aeron.ArchiveProcess;
import io.ringside.internal.ship.kafka.Broker;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.ship.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
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
@Tag("proof")
class ShipHostsSystemTest {
    private static final String PLACE = "place";
    private static final List<String> WRITERS = List.of("web1", "web2");
    private static final List<String> ALL = List.of("web1", "web2", PLACE);
    private static final double LOSS = 0.03;
    private static final int RATE = Integer.getInteger("ringside.rate", 1_000);
    /** Each host is cut at least once. */
    private static final int CUTS = Math.max(ALL.size(), Integer.getInteger("ringside.rounds", 4));
    /** They are written for as long as hosts begin, and are cut. */
    private static final int EVENTS = (16 + CUTS * 8) * RATE;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    /** One machine has one clock: what two of its hosts differ by is what reading two clocks takes. */
    private static final long CLOCK_ERROR_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BOUND_MAX_NS = TimeUnit.SECONDS.toNanos(1);

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
            requireClocks();
            requireBalance();
        }
    }

    @Test
    void shouldReceiveEachEventOnceThroughAeronWhateverTheNetworkDoes() throws IOException, InterruptedException {
        final Path folder = Files.createDirectories(root.resolve("archive"));
        try (ArchiveProcess archive = new ArchiveProcess(folder, hosts.address())) {
            requireReceived("aeron://" + archive.server() + "/orders");
            requireClocks();
            requireBalance();
        }
    }

    private void requireReceived(final String address) throws IOException, InterruptedException {
        for (final String writer : WRITERS) {
            start(writer, "record", "orders", "--to", recording(writer).toString());
            ProgramProcess.awaitDrained(root.resolve(writer), "orders");
            start(writer, "emit", "--provider", "Orders", "--events", Integer.toString(EVENTS), "--rate",
                    Integer.toString(RATE), "--wait-enabled", "1m");
            start(writer, "ship", recording(writer).toString(), "--to", address, "--host", writer);
        }
        start(PLACE, "receive", address, "--to", received().toString());
        Awaitility.await().atMost(PATIENCE).ignoreExceptionsInstanceOf(RingsideException.class)
                .until(() -> numbers(recordings()).keySet().containsAll(WRITERS));

        hosts.lose("web1", LOSS);
        hosts.lose(PLACE, LOSS);
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        final List<String> cut = new ArrayList<>(ALL);
        Collections.shuffle(cut, random);
        for (int i = 0; i < CUTS; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(1_000)));
            final String host = cut.get(i < ALL.size() ? i : random.nextInt(ALL.size()));
            hosts.cut(host);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(2_500)));
            Awaitility.await(host + " is cut, and what it should ship or receive waits, seed=" + seed).atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(RingsideException.class).until(() -> hasOutstanding(host));
            hosts.join(host);
        }

        final Map<String, List<Long>> expected = new HashMap<>();
        WRITERS.forEach(writer -> expected.put(writer, LongStream.range(0, EVENTS).boxed().toList()));
        // A recording may be about to begin.
        Awaitility.await("seed=" + seed).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1))
                .ignoreExceptionsInstanceOf(RingsideException.class)
                .untilAsserted(() -> assertThat(received(recordings())).isEqualTo(
                        WRITERS.stream().collect(Collectors.toMap(writer -> writer, writer -> EVENTS))));
        assertThat(numbers(recordings())).as("seed=%d", seed).isEqualTo(expected);
        assertThat(hosts.lost("web1")).as("packets that were lost").isPositive();
        assertThat(hosts.lost(PLACE)).as("packets that were lost").isPositive();
        assertThat(programs).filteredOn(ProgramProcess::isRunning).as("record and ship of two hosts, and receive")
                .hasSize(2 * WRITERS.size() + 1);
    }

    /** Whether events are recorded at a writer, or any of them for the receiver, that were not received. */
    private boolean hasOutstanding(final String host) {
        final Map<String, Long> recorded = new HashMap<>();
        WRITERS.stream().filter(writer -> host.equals(PLACE) || writer.equals(host))
                .forEach(writer -> recorded.put(writer, count(List.of(recording(writer)))));
        final Map<String, List<Long>> numbers = numbers(recordings());
        return recorded.entrySet().stream()
                .anyMatch(each -> each.getValue() > numbers.getOrDefault(each.getKey(), List.of()).size());
    }

    /** What was wanted of each session was delivered or lost, and what was delivered is accounted for here. */
    private void requireBalance() {
        for (final String writer : WRITERS) {
            final ProgramRun stopped = ProgramProcess.look(root.resolve(writer), "stop", "orders", "--format", "json");
            assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(ExitCode.DONE);
            final String session = stopped.out().get(0);
            assertThat(JsonNumbers.number(session, "wanted")).as(session).isEqualTo(EVENTS)
                    .isEqualTo(JsonNumbers.number(session, "delivered") + JsonNumbers.number(session, "lost"));
            final Receiver.Received ledger = ReceivedRecording.ledger(received(), id(writer));
            assertThat(ledger).isNotNull();
            assertThat(ledger.events()).as("%s", ledger).isEqualTo(ledger.before() + ledger.received() + ledger.lost())
                    .isEqualTo(JsonNumbers.number(session, "delivered"));
            assertThat(ledger.received()).as("%s", ledger).isEqualTo(EVENTS);
        }
    }

    /** All hosts have the clock of this machine, so their true offset is what the receiver adds to its own clock. */
    private void requireClocks() throws IOException {
        final long trueNs = Long.parseLong(Files.readAllLines(received().resolve("receive.clock")).get(2));
        for (final String writer : WRITERS) {
            final HostClock clock = ReceivedRecording.clock(received(), id(writer));
            assertThat(clock).as(writer).isNotNull();
            assertThat(clock.jumps()).as(writer).isZero();
            assertThat(clock.points()).as(writer).isNotEmpty().allSatisfy(point -> {
                assertThat(point.boundNs()).isPositive();
                assertThat(Math.abs(point.offsetNs() - trueNs)).isLessThanOrEqualTo(point.boundNs() + CLOCK_ERROR_NS);
            });
            assertThat(clock.last().boundNs()).as(writer).isLessThan(BOUND_MAX_NS);
        }
    }

    private UUID id(final String writer) {
        return RecordingExcerpts.idOf(recording(writer));
    }

    private Path received() {
        return root.resolve("received");
    }

    /** Those that were received until now. */
    private List<Path> recordings() {
        try (var folders = Files.list(received())) {
            return folders.filter(each -> Files.exists(each.resolve("metadata.cq4t"))).toList();
        } catch (final IOException e) {
            return List.of();
        }
    }

    private Path recording(final String writer) {
        return root.resolve(writer).resolve("recording");
    }

    private void start(final String host, final String... args) throws IOException {
        programs.add(ProgramProcess.startUnder(hosts.wrapper(host), Files.createDirectories(root.resolve(host)),
                List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), args));
    }

    private static Map<String, Integer> received(final List<Path> recordings) {
        return numbers(recordings).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().size()));
    }

    private static long count(final List<Path> recordings) {
        return numbers(recordings).values().stream().mapToLong(List::size).sum();
    }

    /** The numbers of the events by host, sorted. */
    private static Map<String, List<Long>> numbers(final List<Path> recordings) {
        final Map<String, List<Long>> numbers = new HashMap<>();
        if (recordings.isEmpty()) {
            return numbers;
        }
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false))) {
            recordings.forEach(each -> reader.add(Source.recording(each)));
            do {
                reader.poll(event -> numbers.computeIfAbsent(String.valueOf(event.host()), host -> new ArrayList<>())
                        .add(event.buffer().getLong(event.payloadOffset())));
            } while (!reader.hasCaughtUp());
        }
        numbers.values().forEach(each -> each.sort(null));
        return numbers;
    }
}
