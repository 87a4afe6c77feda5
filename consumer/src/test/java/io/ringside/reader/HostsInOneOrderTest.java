package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.ship.HostClocks;
import io.ringside.internal.ship.HostLink;
import io.ringside.internal.ship.MemoryMessages;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.ReceiverFolder;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShippedRecording;
import io.ringside.recording.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Recordings of two hosts whose clocks differ, and drift; the time of the test is that of the receiver. */
class HostsInOneOrderTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long EVENT_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long THERE_NS = 300_000;
    private static final long BACK_NS = 100_000;
    private static final int EVENTS = 400;
    private static final UUID BOOT = ProcessIdentity.ofThisProcess(Incarnation.random()).host().bootId();

    @TempDir
    private Path root;
    private final MemoryMessages bus = new MemoryMessages();
    private final List<String> problems = new ArrayList<>();
    private final List<Host> hosts = new ArrayList<>();
    private long nowNs = 1_700_000_000L * SECOND_NS;
    private final long beginNs = nowNs;
    private HostClocks clocks;

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectory(root.resolve("received"));
        hosts.add(new Host("web1", 5 * SECOND_NS, 1_000 * SECOND_NS, 10e-6));
        hosts.add(new Host("web2", -3 * SECOND_NS, 2_000 * SECOND_NS, -6e-6));
        nowNs += 5 * SECOND_NS;
    }

    @AfterEach
    void end() {
        hosts.forEach(Host::close);
    }

    @Test
    void shouldOrderTheirEventsByOneClock() throws IOException {
        measureAndWrite(() -> {});
        receive();

        final Read read = read();
        assertThat(read.values).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
        assertThat(read.hosts).startsWith("web1", "web2", "web1").containsOnly("web1", "web2");
        assertThat(read.boundNs).as("from the first events to the first measurement it grows")
                .isBetween(THERE_NS / 2, 5 * EVENT_NS);
        assertThat(read.late).isZero();
        for (int i = 0; i < EVENTS; i++) {
            assertThat(read.timesNs.get(i)).as("event %d", i)
                    .isBetween(timeNs(i) - THERE_NS, timeNs(i) + THERE_NS);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldSayThatTheOrderIsUnknownWhereNoClockWasMeasured() throws IOException {
        measureAndWrite(() -> {});
        receive();
        for (final Host host : hosts) {
            Files.delete(clockOf(host.name));
        }
        final Read read = read();
        assertThat(read.values).as("as their own clocks have it")
                .isEqualTo(Stream.of(apart(0, 2), apart(2, EVENTS / 2), apart(EVENTS / 2, EVENTS))
                        .flatMap(LongStream::boxed).toList());
        assertThat(read.boundNs).isEqualTo(Long.MAX_VALUE);
        assertThat(read.hosts).containsOnly("web1", "web2");
    }

    @Test
    void shouldLeaveOutAClockThatIsDamagedAndSaySo() throws IOException {
        measureAndWrite(() -> {});
        receive();
        Files.writeString(clockOf("web1"),
                "ringside-clock 1\nboot=x\n");
        final Read read = read();
        assertThat(read.values).hasSize(EVENTS);
        assertThat(read.boundNs).isEqualTo(Long.MAX_VALUE);
        assertThat(problems).singleElement().asString().contains("clock of a received recording is damaged");
    }

    @Test
    void shouldMeasureTheClockOfAHostOnceForAllThatItShips() throws IOException {
        final Host second = new Host("web1", 5 * SECOND_NS, 1_000 * SECOND_NS, 10e-6, root.resolve("second"));
        second.link.onClose();
        measureAndWrite(() -> {});
        receive();
        second.write(EVENTS);
        second.record();
        try (ReceiverFolder folder = ReceiverFolder.open(received(), 1, () -> 1_700_000_000_000L)) {
            second.ship(folder);
        }
        assertThat(received().toFile().list((folder, name) -> name.endsWith(".clock"))).containsExactlyInAnyOrder(
                "receive.clock", clockOf("web1").getFileName().toString(), clockOf("web2").getFileName().toString());
        final Read read = new Read();
        readInto(read, 3);
        assertThat(read.boundNs).as("nothing of the second recording was measured by itself")
                .isLessThan(Long.MAX_VALUE);
        assertThat(read.values).endsWith((long) EVENTS).hasSize(EVENTS + 1);
        assertThat(ReceivedRecording.clock(received(), second.id())).isNotNull();
        assertThat(ReceivedRecording.clock(received(), hosts.get(1).id())).isNotNull()
                .satisfies(clock -> assertThat(clock.text()).isEqualTo(Files.readString(clockOf("web2"))));
        second.close();
    }

    @Test
    void shouldUseAClockThatWasMeasuredAfterAReaderWasOpened() {
        final Host web1 = hosts.get(0);
        clocks = new HostClocks(bus::open, received(), new UUID(8, 9), () -> new ClockPair(nowNs, nowNs - beginNs),
                failure -> problems.add(failure.getMessage()));
        write(0, 2);
        receive();
        final Read read = new Read();
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false).clock(() -> nowNs)
                .errorHandler(failure -> problems.add(failure.getMessage())),
                Source.recording(ReceivedRecording.folderOf(received(), web1.id())))) {
            drain(reader, read);
            assertThat(read.timesNs).singleElement().satisfies(timeNs -> assertThat(timeNs)
                    .as("by its own clock").isGreaterThan(timeNs(0) + 4 * SECOND_NS));

            probe(20);
            write(2, 4);
            receive();
            drain(reader, read);
            assertThat(read.timesNs).hasSize(2);
            assertThat(read.timesNs.get(1)).isBetween(timeNs(2) - THERE_NS, timeNs(2) + THERE_NS);
        }
        assertThat(problems).isEmpty();
    }

    private static void drain(final EventReader reader, final EventHandler handler) {
        do {
            reader.poll(handler);
        } while (!reader.hasCaughtUp());
    }

    private Path clockOf(final String host) {
        return received().resolve(RecordingOrigin.clockName(host, BOOT));
    }

    @Test
    void shouldTellAJumpAndKeepTheOrderOnBothSidesOfIt() throws IOException {
        measureAndWrite(() -> hosts.get(1).suspend(40 * SECOND_NS));
        receive();
        assertThat(problems).singleElement().asString().contains("has jumped", "host=web2");
        final Read read = read();
        assertThat(read.values).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
        assertThat(read.boundNs).as("nothing was written while nobody knows").isLessThan(5 * EVENT_NS);
    }

    @Test
    void shouldSelectEventsByTheirHost() throws IOException {
        measureAndWrite(() -> {});
        receive();
        final EventFilter filter = EventFilter.parse("host == 'web2'");
        final int[] accepted = new int[1];
        readInto(event -> {
            if (filter.accepts(event)) {
                assertThat(event.host()).isEqualTo("web2");
                accepted[0]++;
            }
        });
        assertThat(accepted[0]).isEqualTo(EVENTS / 2);
        assertThat(filter.misfits()).isEmpty();
    }

    /** Events alternate between the hosts; in the middle something happens while nothing is written. */
    private void measureAndWrite(final Runnable middle) {
        clocks = new HostClocks(bus::open, received(), new UUID(8, 9), () -> new ClockPair(nowNs, nowNs - beginNs),
                failure -> problems.add(failure.getMessage()));
        // Their first excerpts, so that there is something to be measured.
        write(0, 2);
        receive();
        probe(20);
        write(2, EVENTS / 2);
        probe(40);
        middle.run();
        probe(20);
        write(EVENTS / 2, EVENTS);
        probe(20);
    }

    private void write(final int from, final int to) {
        for (int i = from; i < to; i++) {
            times.add(nowNs);
            hosts.get(i % 2).write(i);
            nowNs += EVENT_NS;
        }
        hosts.forEach(Host::record);
    }

    private final List<Long> times = new ArrayList<>();

    private long timeNs(final int event) {
        return times.get(event);
    }

    private void probe(final int count) {
        for (int i = 0; i < count; i++) {
            nowNs += SECOND_NS;
            clocks.doWork();
            nowNs += THERE_NS;
            hosts.forEach(host -> host.link.doWork());
            nowNs += BACK_NS;
            clocks.doWork();
        }
    }

    /** Those of the host whose clock is behind come first. */
    private static LongStream apart(final int from, final int to) {
        return LongStream.concat(LongStream.range(from, to).filter(value -> value % 2 == 1),
                LongStream.range(from, to).filter(value -> value % 2 == 0));
    }

    private Path received() {
        return root.resolve("received");
    }

    private void receive() {
        try (ReceiverFolder folder = ReceiverFolder.open(received(), 1, () -> 1_700_000_000_000L)) {
            hosts.forEach(host -> host.ship(folder));
        }
    }

    private Read read() {
        final Read read = new Read();
        readInto(read);
        return read;
    }

    private void readInto(final EventHandler handler) {
        readInto(handler, 2);
    }

    private void readInto(final EventHandler handler, final int count) {
        final List<Path> recordings = Source.recordingsIn(received());
        assertThat(recordings).hasSize(count);
        try (EventReader reader = EventReader.open(
                new ReaderContext().errorHandler(failure -> problems.add(failure.getMessage())))) {
            recordings.forEach(each -> reader.add(Source.recording(each)));
            reader.readAvailable(handler);
            if (handler instanceof final Read read) {
                read.boundNs = reader.orderBoundNs();
                read.late = reader.totals().lateEvents();
            }
        }
    }

    private static final class Read implements EventHandler {
        private final List<Long> values = new ArrayList<>();
        private final List<Long> timesNs = new ArrayList<>();
        private final List<String> hosts = new ArrayList<>();
        private long boundNs;
        private long late;

        @Override
        public void onEvent(final EventView event) {
            values.add(event.buffer().getLong(event.payloadOffset()));
            timesNs.add(event.timeNs());
            hosts.add(String.valueOf(event.host()));
        }
    }

    /** A host with clocks of its own: one session that is recorded, and shipped. */
    private final class Host implements AutoCloseable {
        private final String name;
        private final double drift;
        private final RecordingFixture fixture;
        private final HandMadeProvider provider;
        private final Recorder recorder;
        private final HostLink link;
        private long shiftNs;

        Host(final String name, final long wallAheadNs, final long shiftNs, final double drift) {
            this(name, wallAheadNs, shiftNs, drift, root.resolve(name));
        }

        Host(final String name, final long wallAheadNs, final long shiftNs, final double drift, final Path folder) {
            this.name = name;
            this.shiftNs = shiftNs;
            this.drift = drift;
            this.fixture = new RecordingFixture(folder, HandMadeSession.start(folder.resolve("trace"),
                    new ClockPair(nowNs + wallAheadNs, monotonicNs())));
            this.provider = fixture.session.provider();
            this.recorder = fixture.recorder();
            record();
            this.link = new HostLink(bus::open, id(), name, BOOT,
                    () -> new ClockPair(monotonicNs() + beginNs, monotonicNs()), null,
                    failure -> problems.add(failure.getMessage()));
            link.doWork();
        }

        UUID id() {
            return RecordingExcerpts.idOf(fixture.folder);
        }

        long monotonicNs() {
            final long elapsedNs = nowNs - beginNs;
            return shiftNs + elapsedNs + (long) (elapsedNs * drift);
        }

        /** Its monotonic clock stands still meanwhile. */
        void suspend(final long durationNs) {
            nowNs += durationNs;
            shiftNs -= durationNs;
        }

        void write(final long value) {
            assertThat(provider.at(monotonicNs()).write(0, value)).isTrue();
        }

        void record() {
            // What the recorder says of later events is by the clock of its host.
            fixture.nowNs = monotonicNs();
            fixture.record(recorder);
        }

        void ship(final ReceiverFolder folder) {
            try (ShippedRecording shipped = new ShippedRecording(fixture.folder, name, () -> nowNs, failure -> {
                throw new AssertionError(failure);
            })) {
                shipped.resume(null);
                final ReceivedRecording received = folder.recording(shipped.id(), "memory");
                received.from(name);
                for (ShipRecord record = shipped.poll(); record != null; record = shipped.poll()) {
                    received.take(record, (id, key) -> List.of());
                }
            }
        }

        @Override
        public void close() {
            recorder.close();
            fixture.close();
        }
    }
}
