package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.ship.ShipTask;
import io.ringside.internal.ship.kafka.Broker;
import io.ringside.internal.ship.kafka.KafkaCarrier;
import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Sessions that are shipped without a recording, and received into sessions. */
@Tag("process")
@Timeout(180)
@Tag("proof")
class ShipLiveSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int EVENTS = 4_000;

    @TempDir
    private static Path brokerFolder;
    private static Broker broker;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @BeforeAll
    static void start() throws IOException {
        broker = new Broker(brokerFolder);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void shouldShipASessionThatNobodyRecordsOnceHoweverItsShipperEnds() throws IOException {
        final String address = address("killed");
        run("start", "orders", "--lane-size", "1m");
        run("enable", "orders", "Orders");
        for (int round = 0; round < 3; round++) {
            try (ProgramProcess ship = ProgramProcess.start(folder, "ship", "orders", "--live", "--to", address)) {
                ship.awaitDrain(folder, "orders");
                emit(8, EVENTS);
                // SIGKILL, sooner or later after something was taken.
                ship.signal("KILL");
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
            emit(8, EVENTS);
        }
        assertThat(buffers()).hasSize(1);
        try (ProgramProcess ship = ProgramProcess.start(folder, "ship", "orders", "--live", "--to", address)) {
            ship.awaitDrain(folder, "orders");
            assertThat(run("stop", "orders").exitCode()).isEqualTo(ExitCode.DONE);
            final ProgramRun shipped = ship.await();
            assertThat(shipped.exitCode()).as(shipped.toString()).isEqualTo(ExitCode.DONE);
            assertThat(shipped.err()).singleElement().asString().contains("events wait in memory", "buffer=",
                    "lost and counted");
            assertThat(shipped.out()).singleElement().asString().startsWith("shipped up to event 24,000; ");
        }
        assertThat(buffers()).isEmpty();

        assertThat(run("receive", address, "--to", received().toString(), "--once").exitCode())
                .isEqualTo(ExitCode.DONE);
        final List<String> events = run("tail", recordings().get(0).toString(), "--format", "json").out();
        // Each emission numbers its own events.
        assertThat(events.stream().map(line -> number(line, "sequence")).sorted().toList()).isEqualTo(
                LongStream.range(0, EVENTS).boxed().flatMap(each -> Collections.nCopies(6, each).stream()).toList());
        assertThat(recordings()).hasSize(1);
    }

    @Test
    void shouldCountWhatFindsNoRoomInTheBufferWhileTheBrokerIsAway() throws IOException {
        final String address = address("away");
        run("start", "orders", "--lane-size", "8m");
        run("enable", "orders", "Orders");
        final CompletableFuture<ProgramRun> ship = CompletableFuture.supplyAsync(() -> run("ship", "orders", "--live",
                "--max-size", "4m", "--to", address, "--format", "json", "--property", "max.block.ms=1000"));
        emit(8, EVENTS);
        Awaitility.await().atMost(PATIENCE).until(() -> run("ships", address, "--format", "json").out().stream()
                .anyMatch(line -> line.contains("\"shipped\":" + EVENTS)));
        broker.kill();
        final int many = 30_000;
        emit(256, many);
        broker.start();
        run("stop", "orders");

        final ProgramRun shipped = ship.join();
        assertThat(shipped.exitCode()).as(shipped.toString()).isEqualTo(ExitCode.LOST);
        assertThat(shipped.err()).anyMatch(line -> line.contains("events were gone before they were shipped"));
        final String row = shipped.out().get(0);
        assertThat(number(row, "lost")).isPositive();
        assertThat(number(row, "events") + number(row, "lostInSession")).isEqualTo(EVENTS + many);

        final ProgramRun receive = run("receive", address, "--to", received().toString(), "--once", "--format", "json");
        assertThat(receive.exitCode()).isEqualTo(ExitCode.LOST);
        assertThat(number(receive.out().get(0), "lost")).isEqualTo(number(row, "lost"));
        assertThat(number(receive.out().get(0), "received") + number(row, "lost")).isEqualTo(number(row, "events"));
        assertThat(run("ships", address, "--to", received().toString(), "--format", "json").out()).singleElement()
                .asString().contains("\"wanted\":" + (EVENTS + many));
    }

    @Test
    void shouldShipSamplesOfCountersAndShowItsOwn() {
        final String address = address("counters");
        run("start", "watched");
        final Interruption interruption = new Interruption();
        final CompletableFuture<ProgramRun> ship = CompletableFuture.supplyAsync(() -> ProgramRun.of(
                folder.resolve("trace"), interruption, "ship", "watched", "--live", "--counters", "Ringside Ship(*)\\*",
                "--counter-interval", "50ms", "--to", address));
        Awaitility.await().atMost(PATIENCE).until(() -> run("counters", "query", "Ringside Ship(*)\\Events", "--format",
                "json").out().stream().anyMatch(line -> number(line, "value") > 0));
        final List<String> all = run("counters", "query", "Ringside Ship(*)\\*", "--format", "json").out();
        assertThat(all).hasSize(8).allMatch(line -> line.contains("\"instance\":\"counters "));
        assertThat(all).anyMatch(line -> line.contains("\"counter\":\"Failures\"") && line.contains("\"value\":0"));
        assertThat(all).anyMatch(line -> line.contains("\"counter\":\"Lag Milliseconds\""));
        interruption.request();
        final ProgramRun shipped = ship.join();
        assertThat(shipped.exitCode()).as(shipped.toString()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(buffers()).as("all of it was accepted").isEmpty();

        run("receive", address, "--to", received().toString(), "--once");
        final List<String> samples = run("tail", recordings().get(0).toString(), "--where",
                "provider is \"Ringside-Counters\" and path contains \"Records\"", "--format", "json").out();
        assertThat(samples).isNotEmpty().allMatch(line -> line.contains("\"event\":\"sample\"")
                && line.contains("Ringside Ship(counters ") && line.contains("\"value\":"));
    }

    @Test
    void shouldHandWhatIsReceivedOnToASessionAndToWhoeverFollowsTheRecording() {
        final String address = address("remote");
        final Path source = disk.resolve("source");
        run("start", "remote");
        run("start", "orders");
        run("enable", "orders", "Orders");
        final CompletableFuture<ProgramRun> record = CompletableFuture.supplyAsync(
                () -> run("record", "orders", "--to", source.toString()));
        emit(8, 400);
        shipUntil(400, source, address);
        assertThat(run("receive", address, "--to", received().toString(), "--once", "--to-session", "remote").err())
                .singleElement().asString().contains("session remote got 400 events, and lost 0");
        final Path copy = recordings().get(0);
        assertThat(events("remote")).isEqualTo(events(copy.toString())).hasSize(400);

        final CompletableFuture<ProgramRun> follow = CompletableFuture.supplyAsync(
                () -> run("tail", copy.toString(), "--follow", "--limit", "600", "--format", "json"));
        emit(8, 200);
        shipUntil(600, source, address);
        // Of what was there before, nothing comes again.
        assertThat(run("receive", address, "--to", received().toString(), "--once", "--to-session", "remote").err())
                .singleElement().asString().contains("session remote got 200 events, and lost 0");
        assertThat(events("remote")).hasSize(200).isEqualTo(events(copy.toString()).subList(400, 600));
        assertThat(follow.join().out()).hasSize(600);

        assertThat(run("receive", address, "--to", received().toString(), "--once", "--to-session", "nobody").err())
                .singleElement().asString().contains("name=nobody");
        run("stop", "orders");
        assertThat(record.join().exitCode()).isEqualTo(ExitCode.DONE);
    }

    private void shipUntil(final int events, final Path source, final String address) {
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> number(run("ship", source.toString(), "--to",
                address, "--once", "--format", "json").out().get(0), "events") == events);
    }

    @Test
    void shouldWaitForABrokerWhoseDiskIsFull() throws IOException, InterruptedException {
        try (MemoryMount mount = MemoryMount.require(Files.createDirectory(disk.resolve("small")), "96m");
                Broker small = new Broker(mount.path());
                NumberedRecording recording = new NumberedRecording(disk.resolve("source"))) {
            final String address = "kafka://" + small.servers() + "/full";
            recording.open(RecorderContext.Mode.APPEND, 0).write(400);
            try (ShipTask task = new KafkaCarrier().ship(new ShipContext(address).properties(Map.of(
                    "request.timeout.ms", "1500", "default.api.timeout.ms", "2000", "max.block.ms", "2000",
                    "delivery.timeout.ms", "3000")), recording.folder())) {
                ship(task, recording.next());
                final Path filler = mount.fill("log.filler");
                final long beginNs = System.nanoTime();
                while (task.failures() == 0) {
                    recording.write(400);
                    task.doWork();
                    assertThat(System.nanoTime() - beginNs).isLessThan(PATIENCE.toNanos());
                }
                Files.delete(filler);
                small.kill();
                small.start();
                ship(task, recording.next());
            }
            assertThat(run("receive", address, "--to", received().toString(), "--once").exitCode())
                    .isEqualTo(ExitCode.DONE);
            assertThat(NumberedRecording.read(recordings().get(0)).values())
                    .isEqualTo(LongStream.range(0, recording.next()).boxed().toList());
        }
    }

    @Test
    void shouldReceiveEachEventOnceAfterALimitOfFileSizes() throws IOException, InterruptedException {
        try (NumberedRecording recording = new NumberedRecording(disk.resolve("source"))) {
            final String address = shipMany(recording, "limited");
            final List<String> flags = List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+"));
            try (ProgramProcess receive = ProgramProcess.startUnder(List.of("prlimit", "--fsize=400000:unlimited"),
                    folder, flags, "receive", address, "--to", received().toString(), "--once")) {
                Awaitility.await().atMost(PATIENCE).until(() -> !receive.err().isEmpty());
                assertThat(new ProcessBuilder("prlimit", "--pid=" + receive.pid(), "--fsize=unlimited").start()
                        .waitFor()).isZero();
                requireEachOnce(recording, receive, received());
            }
        }
    }

    @Test
    void shouldReceiveEachEventOnceAfterAFullDisk() throws IOException, InterruptedException {
        try (MemoryMount mount = MemoryMount.require(Files.createDirectory(disk.resolve("small")), "128m");
                NumberedRecording recording = new NumberedRecording(disk.resolve("source"))) {
            final String address = shipMany(recording, "full");
            final Path target = mount.path().resolve("received");
            run("receive", address("nothing"), "--to", target.toString(), "--once");
            final Path filler = Files.write(mount.path().resolve("filler"), new byte[72 << 20]);
            try (ProgramProcess receive = ProgramProcess.start(folder, "receive", address, "--to", target.toString(),
                    "--once")) {
                Awaitility.await().atMost(PATIENCE).until(() -> !receive.err().isEmpty());
                Files.delete(filler);
                requireEachOnce(recording, receive, target);
            }
        }
    }

    @Test
    void shouldShipEachEventOnceAfterTheBuffersMemoryWasFull() throws IOException, InterruptedException {
        try (MemoryMount mount = MemoryMount.require(folder, "128m")) {
            final String address = address("full-memory");
            run("start", "orders", "--lane-size", "512k");
            run("enable", "orders", "Orders");
            final CompletableFuture<ProgramRun> ship = CompletableFuture.supplyAsync(() -> run("ship", "orders",
                    "--live", "--to", address, "--format", "json"));
            emit(8, EVENTS);
            Awaitility.await().atMost(PATIENCE).until(() -> run("ships", address, "--format", "json").out().stream()
                    .anyMatch(line -> line.contains("\"shipped\":" + EVENTS)));
            // Lanes still find room, and the buffer does not.
            final Path filler = Files.write(mount.path().resolve("filler"),
                    new byte[(int) (mount.freeBytes() - (6 << 20))]);
            emit(8, EVENTS);
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> ProgramProcess.lookAt(folder, "orders").contains("\"drain\":\"stalled"));
            Files.delete(filler);
            emit(8, EVENTS);
            run("stop", "orders");

            final ProgramRun shipped = ship.join();
            assertThat(shipped.exitCode()).as(shipped.toString()).isEqualTo(ExitCode.DONE);
            assertThat(shipped.err()).anyMatch(line -> line.contains("memory for the buffer is almost full"))
                    .anyMatch(line -> line.contains("memory for the buffer has space again"));
            assertThat(number(shipped.out().get(0), "events")).isEqualTo(3L * EVENTS);
        }
        assertThat(run("receive", address("full-memory"), "--to", received().toString(), "--once").exitCode())
                .isEqualTo(ExitCode.DONE);
        assertThat(events(recordings().get(0).toString())).hasSize(3 * EVENTS);
    }

    private String shipMany(final NumberedRecording recording, final String topic) {
        final String address = address(topic);
        recording.open(RecorderContext.Mode.APPEND, 0);
        for (int i = 0; i < 60; i++) {
            recording.write(500);
        }
        recording.stop();
        assertThat(run("ship", recording.folder().toString(), "--to", address, "--once").exitCode())
                .isEqualTo(ExitCode.DONE);
        return address;
    }

    private static void requireEachOnce(final NumberedRecording recording, final ProgramProcess receive,
            final Path target) {
        final ProgramRun run = receive.await();
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).singleElement().asString().matches(".*(disk|limit of file sizes).*");
        assertThat(NumberedRecording.read(folders(target).get(0)).values())
                .isEqualTo(LongStream.range(0, recording.next()).boxed().toList());
    }

    private static void ship(final ShipTask task, final long events) {
        final long beginNs = System.nanoTime();
        while (task.events() < events) {
            task.doWork();
            assertThat(System.nanoTime() - beginNs).isLessThan(TimeUnit.SECONDS.toNanos(90));
        }
    }

    private void emit(final int payloadBytes, final int events) {
        final ProgramRun run = run("emit", "--provider", "Orders", "--events", Integer.toString(events), "--payload",
                Integer.toString(payloadBytes), "--rate", "40000");
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
    }

    /** As they are printed, without ticks, which each clock has its own, and the host, which a session has not. */
    private List<String> events(final String source) {
        return run("tail", source, "--format", "json").out().stream()
                .map(line -> line.replaceAll("\"ticks\":\\d+,|\"host\":\"[^\"]*\",", "")).toList();
    }

    private static String address(final String topic) {
        return "kafka://" + broker.servers() + "/" + topic;
    }

    private Path received() {
        return disk.resolve("received");
    }

    private List<Path> recordings() {
        return folders(received());
    }

    /** Of live shippers. */
    private List<Path> buffers() {
        return folders(folder.resolve("trace.live"));
    }

    private static List<Path> folders(final Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(parent)) {
            return all.filter(Files::isDirectory).toList();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
