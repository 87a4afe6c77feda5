package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import io.ringside.recording.SnapshotRecorder;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SnapshotRecorderTest {
    private static final int BLOCK_BYTES = 4 * 1024 * 1024;
    private static final int RING_BYTES = 256 * 1024;
    private static final int PAYLOAD_BYTES = 96;
    private static final int EVENTS_OF_A_MEGABYTE = (1 << 20) / (FrameDescriptor.RECORD_HEADER_LENGTH + PAYLOAD_BYTES);
    private static final int SNAPSHOTS = 20;

    @TempDir
    Path root;
    private RecordingFixture fixture;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root, HandMadeSession.start(root.resolve("trace"),
                SessionSettings.builder("flight").laneBytes(RING_BYTES).lanes(4)
                        .overflow(SessionSettings.Overflow.DROP_OLDEST)
                        .build()));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R4.26 a snapshot of a buffering session has the newest events up to the last, and so has the next")
    void shouldHoldTheNewestContiguousNumbersEndingInTheLast() {
        final HandMadeProvider provider = fixture.session.provider();
        write(provider, 0, 0, EVENTS_OF_A_MEGABYTE);
        final LedgerTotals before = totals();

        final RecordingFixture.Read first = snapshot("first");
        final RecordingFixture.Read second = snapshot("second");

        assertNewest(first, EVENTS_OF_A_MEGABYTE);
        assertThat(second.values).isEqualTo(first.values);
        assertThat(second.overwritten).isEqualTo(first.overwritten);
        assertThat(totals()).isEqualTo(before);
        assertThat(before.overwritten()).isEqualTo(first.overwritten);
        assertThat(before.inRing()).isEqualTo(first.values.size());
        assertThat(fixture.session.rows().session(fixture.session.row().id())).isPresent().get()
                .extracting("state").isEqualTo(SessionInfo.State.RUNNING);
        write(provider, 0, EVENTS_OF_A_MEGABYTE, 1_000);
        assertNewest(snapshot("third"), EVENTS_OF_A_MEGABYTE + 1_000);
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R4.9 flushing a buffering session twice gives two independent snapshots")
    void shouldNotChangeASnapshotByTheNextOne() {
        final HandMadeProvider provider = fixture.session.provider();
        write(provider, 0, 0, 100);
        final RecordingFixture.Read first = snapshot("first");
        write(provider, 0, 100, 100);

        assertThat(snapshot("second").values).isEqualTo(range(0, 200));
        assertThat(fixture.read(root.resolve("first"), true).values).isEqualTo(first.values).isEqualTo(range(0, 100));
    }

    @Test
    void shouldBeReadInTheOrderOfTimeOverAllLanesWithEveryLossAtItsPlace() {
        final HandMadeProvider provider = fixture.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        for (int i = 0; i < 4 * EVENTS_OF_A_MEGABYTE; i++) {
            provider.write(i % 7 == 0 ? 1 : i % 3, FrameDescriptor.reference(schemaIndex, 0), i, PAYLOAD_BYTES);
        }
        provider.write(3, -1, 80_000);
        provider.page().addNoLane(fixture.session.row().slot(), 5);

        final RecordingFixture.Read read = snapshot("all");

        assertThat(read.values).isSorted().doesNotHaveDuplicates().contains(4L * EVENTS_OF_A_MEGABYTE - 1);
        assertThat(read.late).isZero();
        assertThat(read.lost).isEqualTo(2);
        assertThat(read.values.size() + read.overwritten).isEqualTo(4L * EVENTS_OF_A_MEGABYTE);
        assertThat(read.texts).allMatch(text -> text.startsWith("Example-Orders/Opened order="));
        assertThat(read.elsewhere).isZero();
    }

    @Test
    void shouldHoldEachNumberOnceOrTellThatItWasOverwrittenWhileTheWriterGoesOn() throws InterruptedException {
        final HandMadeProvider provider = fixture.session.provider();
        final AtomicBoolean running = new AtomicBoolean(true);
        write(provider, 0, 0, EVENTS_OF_A_MEGABYTE);
        final Thread writer = new Thread(() -> {
            for (long i = EVENTS_OF_A_MEGABYTE; running.get(); i++) {
                provider.write(0, i, PAYLOAD_BYTES);
            }
        });
        writer.start();
        try {
            for (int i = 0; i < SNAPSHOTS; i++) {
                final long newest = provider.ledger().lane(0).attemptsAcquire();
                final RecordingFixture.Read read = snapshot("beside-" + i);
                final long last = read.values.get(read.values.size() - 1);
                assertThat(last).isGreaterThanOrEqualTo(newest - 2);
                assertThat(read.values).isSorted().doesNotHaveDuplicates();
                assertThat(read.values.size() + read.overwritten).isEqualTo(last + 1);
                assertThat(read.lost).isZero();
            }
        } finally {
            running.set(false);
            writer.join();
        }
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldTellAFollowerThatNothingMoreComes() {
        write(fixture.session.provider(), 0, 0, 10);
        snapshot("done");

        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader consumer = EventReader.open(Source.recording(root.resolve("done")))) {
            assertThat(consumer.isDone()).isFalse();
            while (!consumer.isDone()) {
                assertThat(consumer.poll(read)).as("work until the end").isPositive();
            }
            assertThat(consumer.poll(read)).as("work after the end").isZero();
        }
        assertThat(read.values).isEqualTo(LongStream.range(0, 10).boxed().toList());
    }

    @Test
    void shouldMakeARecordingOfAFlightRecorderThatHoldsNothing() {
        assertThat(snapshot("empty").values).isEmpty();
    }

    @Test
    void shouldRefuseAFolderThatHoldsSomethingElse() throws IOException {
        write(fixture.session.provider(), 0, 0, 10);
        snapshot("taken");
        final Path foreign = Files.createDirectories(root.resolve("foreign"));
        Files.writeString(foreign.resolve("letter.txt"), "mine");

        assertThatThrownBy(() -> open("taken")).isInstanceOf(RingsideException.class).extracting("code")
                .isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThatThrownBy(() -> open("foreign")).isInstanceOf(RingsideException.class).extracting("code")
                .isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThat(namesIn(foreign)).containsExactly("letter.txt");
        assertThat(fixture.read(root.resolve("taken"), true).values).hasSize(10);
    }

    @Test
    void shouldRefuseADiskThatCannotHoldAllRings() {
        write(fixture.session.provider(), 0, 0, 10);
        fixture.freeBytes = 2L * BLOCK_BYTES;

        assertThatThrownBy(() -> open("small")).isInstanceOf(RingsideException.class).extracting("code")
                .isEqualTo(ErrorCode.NO_SPACE);
        assertThat(root.resolve("small")).doesNotExist();
    }

    @Test
    void shouldLeaveNothingOfASnapshotThatIsClosedBeforeItsEnd() throws IOException {
        write(fixture.session.provider(), 0, 0, EVENTS_OF_A_MEGABYTE);
        try (SnapshotRecorder snapshot = open("half")) {
            assertThat(snapshot.isComplete()).isFalse();
        }

        assertThat(root.resolve("half")).doesNotExist();
        assertThat(snapshot("half").values).isNotEmpty();
    }

    @Test
    void shouldStopWhenTheDiskFillsMeanwhile() throws IOException {
        write(fixture.session.provider(), 0, 0, EVENTS_OF_A_MEGABYTE);
        try (SnapshotRecorder snapshot = open("full")) {
            fixture.freeBytes = 0;
            fixture.nowNs += 1_000_000_000L;
            assertThatThrownBy(() -> complete(snapshot)).isInstanceOf(RingsideException.class).extracting("code")
                    .isEqualTo(ErrorCode.NO_SPACE);
        }
        assertThat(root.resolve("full")).doesNotExist();
    }

    @Test
    void shouldBeRecordedByNobody() {
        assertThatThrownBy(() -> Recorder.open(fixture.context())).isInstanceOf(RingsideException.class)
                .hasMessageContaining("use snapshot");
        assertThat(fixture.folder).doesNotExist();
    }

    private RecordingFixture.Read snapshot(final String name) {
        try (SnapshotRecorder snapshot = open(name)) {
            complete(snapshot);
            final RecordingFixture.Read read = fixture.read(root.resolve(name), true);
            assertThat(read.values).hasSize((int) snapshot.events());
            assertThat(read.overwritten).isEqualTo(snapshot.overwrittenEvents());
            assertThat(read.lost).isEqualTo(snapshot.lostEvents());
            return read;
        }
    }

    private SnapshotRecorder open(final String name) {
        return SnapshotRecorder.open(
                fixture.context(root.resolve(name)).blockBytes(BLOCK_BYTES));
    }

    private static void complete(final SnapshotRecorder snapshot) {
        while (!snapshot.isComplete()) {
            snapshot.doWork();
        }
    }

    private LedgerTotals totals() {
        return new MappedLedgers(fixture.session.directory(), fixture.session.participant().files(), SinkReader.NONE,
                (path, reason) -> fixture.problems.add(reason)).read(fixture.session.row()).totals();
    }

    private static void write(final HandMadeProvider provider, final int lane, final long first, final int count) {
        for (int i = 0; i < count; i++) {
            assertThat(provider.write(lane, first + i, PAYLOAD_BYTES)).isTrue();
        }
    }

    /** Numbers from somewhere to the last, as many as fit the ring, and all before them overwritten. */
    private static void assertNewest(final RecordingFixture.Read read, final long end) {
        assertThat(read.values).isEqualTo(range(read.overwritten, end));
        final int recordBytes = FrameDescriptor.RECORD_HEADER_LENGTH + PAYLOAD_BYTES;
        assertThat(read.values.size() * recordBytes).isBetween(RING_BYTES / 2, RING_BYTES);
    }

    private static List<Long> range(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<String> namesIn(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
