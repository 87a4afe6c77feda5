package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.LedgerTotals;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

class RecorderTest {
    @TempDir
    Path root;
    private RecordingFixture fixture;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldRecordAtOnceWhenHalfOfALaneWaits() {
        try (Recorder recorder = fixture.recorder()) {
            final HandMadeProvider provider = fixture.session.provider();
            int written = 0;
            do {
                assertThat(provider.write(0, written++, 64)).isTrue();
                recorder.doWork();
            } while (recorder.events() == 0 && written < 1_000);

            // Lanes of 64 KiB, and a clock that stands still: 96 bytes a record.
            assertThat(recorder.events()).isBetween(300L, 360L);
            assertThat(recorder.lostEvents()).isZero();
        }
    }

    @Test
    void shouldRecordEventsByNameAndEveryLossAtItsPlace() {
        final HandMadeProvider provider = fixture.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 4711, 8);
        final int written = provider.fill(1, 0);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
            provider.writeSequence(1, 100_000, 3);
            fixture.record(recorder);

            assertThat(recorder.events()).isEqualTo(written + 4L);
            assertThat(recorder.lostEvents()).isOne();
        }
        final RecordingFixture.Read read = fixture.read();

        assertThat(read.texts).contains("Example-Orders/Opened order=4711");
        assertThat(read.values).hasSize(written + 4).endsWith(100_000L, 100_001L, 100_002L);
        assertThat(read.gaps).containsExactly("1: 1");
        assertThat(fixture.problems).isEmpty();
        assertThat(totals().delivered()).isEqualTo(written + 4L);
    }

    @Test
    void shouldRecordAndReadOnOtherThreadsThanThoseThatOpened() {
        fixture.session.provider().writeSequence(0, 0, 3);
        final Recorder recorder = fixture.recorder();
        CompletableFuture.runAsync(() -> {
            fixture.record(recorder);
            recorder.onClose();
        }).join();
        final RecordingFixture.Read read = new RecordingFixture.Read();
        final EventReader consumer = EventReader.open(
                new ReaderContext().errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))),
                Source.recording(fixture.folder));
        CompletableFuture.runAsync(() -> {
            consumer.readAvailable(read);
            consumer.close();
        }).join();

        assertThat(recorder.events()).isEqualTo(3);
        assertThat(read.values).containsExactly(0L, 1L, 2L);
        assertThat(consumer.totals().damages()).isZero();
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldRepeatAFailureAtABoundedRateAndRecordOnceItHasPassed() {
        final AtomicBoolean failing = new AtomicBoolean(true);
        fixture.session.provider().writeSequence(0, 0, 3);
        try (Recorder recorder = Recorder.open(fixture.context().epochClock(() -> {
            if (failing.get()) {
                throw new RingsideException(ErrorCode.FILE_SYSTEM, "disk is away");
            }
            return fixture.nowMs;
        }).opensLate(true))) {
            assertThat(recorder.doWork()).isPositive();
            fixture.nowNs += TimeUnit.MILLISECONDS.toNanos(100);
            for (int failure = 0; failure < 2; failure++) {
                assertThatThrownBy(recorder::doWork).hasMessage("disk is away");
                assertThat(recorder.doWork()).isZero();
                assertThat(recorder.doWork()).isZero();
                fixture.nowNs += TimeUnit.MILLISECONDS.toNanos(100);
            }
            failing.set(false);
            fixture.record(recorder);

            assertThat(recorder.events()).isEqualTo(3);
        }
    }

    @Test
    void shouldRecordTheSchemaOfAProviderThatIsRegisteredBehindTheFirstBatch() {
        final HandMadeProvider provider = fixture.session.provider();
        try (Recorder recorder = fixture.recorder()) {
            provider.writeSequence(0, 0, 3);
            fixture.record(recorder);
            final int schemaIndex = provider.register(RecordingFixture.ORDERS);
            provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 4711, 8);
            fixture.record(recorder);
        }

        assertThat(fixture.read().texts).contains("Example-Orders/Opened order=4711");
    }

    @Test
    @DisplayName("R6.6 a recording is read in the order of times")
    void shouldReadEventsInTheOrderOfTheirTimesOrOfTheirLanes() {
        final HandMadeProvider provider = fixture.session.provider();
        for (int value = 0; value < 300; value++) {
            provider.write(value % 3, value);
        }
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }

        assertThat(fixture.read(true).values).isEqualTo(LongStream.range(0, 300).boxed().toList());
        assertThat(fixture.read(false).values).hasSize(300).isNotEqualTo(LongStream.range(0, 300).boxed().toList())
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 300).boxed().toList());
    }

    @Test
    void shouldCountAsDeliveredWhatTheRecordingHoldsAndNothingBefore() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 10);
        try (Recorder recorder = fixture.recorder()) {
            recorder.doWork();
            recorder.doWork();

            assertThat(totals().delivered()).as("taken into a batch only").isZero();
            assertThat(totals().inRing()).isEqualTo(10);

            fixture.record(recorder);

            assertThat(totals().delivered()).isEqualTo(10);
        }
    }

    @Test
    void shouldContinueItsRecordingAndLeaveOutWhatAnotherDrainHasTaken() {
        final HandMadeProvider provider = fixture.session.provider();
        recordSome(provider, 0);
        provider.writeSequence(0, 10, 5);
        final ReaderContext live = new ReaderContext().directory(fixture.session.directory().path()).lockTimeoutNs(0);
        try (EventReader consumer = EventReader.open(live, Source.session("hand-made"))) {
            while (consumer.totals().events() < 5) {
                consumer.poll(event -> {});
            }
        }
        recordSome(provider, 100);

        final RecordingFixture.Read read = fixture.read();

        assertThat(read.values).isEqualTo(Stream.concat(LongStream.range(0, 10).boxed(),
                LongStream.range(100, 110).boxed()).toList());
        assertThat(read.elsewhere).isEqualTo(5);
        assertThat(totals().delivered()).isEqualTo(25);
    }

    @Test
    void shouldBeginEachFileWithAllThatIsNeededToReadItAlone() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        try (Recorder recorder = Recorder.open(fixture.context().roll(RecorderContext.RollInterval.SECONDLY))) {
            for (int i = 0; i < 3; i++) {
                provider.write(0, FrameDescriptor.reference(schemaIndex, 0), i, 8);
                fixture.record(recorder);
                fixture.nowMs += 2_000;
            }
        }
        final List<Path> files = dataFiles();
        assertThat(files).hasSize(3);
        Files.delete(files.get(0));
        Files.delete(files.get(1));

        final RecordingFixture.Read read = fixture.read();

        assertThat(read.texts).singleElement().asString().startsWith("Example-Orders/Opened").contains("2");
    }

    @Test
    void shouldRecordTheLastLossesOfAProcessThatDiedAndOfTheSession() {
        final HandMadeProvider dead = fixture.session.provider();
        final HandMadeProvider ending = fixture.session.provider();
        final int written = dead.fill(0, 0);
        dead.attempt(1);
        dead.die();
        ending.writeSequence(2, 500, 2);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
            assertThat(dead.ledgerPath()).doesNotExist();
            fixture.session.stop();
            ending.detach(fixture.session.row().generation());
            fixture.record(recorder);

            assertThat(recorder.hasEnded()).isTrue();
        }
        final RecordingFixture.Read read = fixture.read();

        assertThat(read.values).hasSize(written + 2);
        assertThat(read.gaps).containsExactlyInAnyOrder("0: 1", "1: 1");
        final LedgerTotals totals = totals();
        assertThat(totals.delivered()).isEqualTo(written + 2L);
        assertThat(totals.lost().total()).isEqualTo(2);
    }

    @Test
    void shouldWaitWhileTheDiskIsNearlyFullAndGoOnAfterwards() {
        final HandMadeProvider provider = fixture.session.provider();
        try (Recorder recorder = fixture.recorder()) {
            fixture.freeBytes = 0;
            fixture.record(recorder);
            final int written = provider.fill(0, 0);
            fixture.record(recorder);

            assertThat(recorder.isStalled()).isTrue();
            assertThat(books().drainHolder(fixture.session.row())).startsWith("stalled: pid=");
            assertThat(totals().delivered()).isZero();

            fixture.freeBytes = Long.MAX_VALUE;
            fixture.record(recorder);

            assertThat(recorder.isStalled()).isFalse();
            assertThat(books().drainHolder(fixture.session.row())).startsWith("pid=");
            assertThat(recorder.events()).isEqualTo(written);
            assertThat(recorder.lostEvents()).isOne();
        }
    }

    @Test
    void shouldDiscardWhatWaitsIfItsSessionEndsAndTheDiskStaysFull() {
        final HandMadeProvider provider = fixture.session.provider();
        try (Recorder recorder = fixture.recorder()) {
            final int written = stopWhileStalled(recorder, provider);
            assertThat(recorder.hasEnded()).as("there may be room yet").isFalse();

            fixture.nowNs += TimeUnit.SECONDS.toNanos(5);
            fixture.record(recorder);

            assertThat(recorder.hasEnded()).isTrue();
            assertThat(fixture.session.rows().session(fixture.session.row().id())).as("its row").isEmpty();
            assertThat(recorder.isFull()).isFalse();
            assertThat(recorder.events()).isEqualTo(10);
            assertThat(recorder.discardedEvents()).isEqualTo(written);
            assertThat(recorder.lostEvents()).as("with the one that was full").isEqualTo(written + 1L);
        }
        final RecordingFixture.Read read = fixture.read();

        assertThat(read.values).isEqualTo(LongStream.range(0, 10).boxed().toList());
        assertThat(read.lost).as("nothing was written to the disk").isZero();
        assertThat(fixture.problems).singleElement().asString().startsWith("recording has no end");
    }

    @Test
    void shouldRecordWhatWaitsIfItsSessionEndsAndTheDiskHasRoomInTime() {
        final HandMadeProvider provider = fixture.session.provider();
        try (Recorder recorder = fixture.recorder()) {
            final int written = stopWhileStalled(recorder, provider);
            fixture.freeBytes = Long.MAX_VALUE;
            fixture.record(recorder);

            assertThat(recorder.hasEnded()).isTrue();
            assertThat(recorder.events()).isEqualTo(written + 10L);
            assertThat(recorder.lostEvents()).isOne();
            assertThat(recorder.discardedEvents()).isZero();
        }
        assertThat(fixture.read().values).hasSize((int) totals().delivered());
    }

    @Test
    void shouldRefuseAFolderWithSomethingElseAndLeaveItAlone() throws IOException {
        Files.createDirectories(fixture.folder);
        final Path foreign = Files.writeString(fixture.folder.resolve("letters.txt"), "dear");

        assertThatThrownBy(fixture::recorder).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS)).hasMessageContaining("letters.txt");
        assertThat(fixture.folder).isDirectoryContaining(foreign::equals);
        try (Stream<Path> files = Files.list(fixture.folder)) {
            assertThat(files).containsExactly(foreign);
        }
    }

    @Test
    void shouldRefuseTheRecordingOfAnotherSession() {
        recordSome(fixture.session.provider(), 0);
        fixture.session.close();
        try (HandMadeSession other = HandMadeSession.start(root.resolve("other"),
                fixture.session.row().settings(), 8, 3)) {
            assertThatThrownBy(() -> Recorder
                    .open(new RecorderContext("hand-made", fixture.folder).directory(other.directory().path())))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                    .hasMessageContaining("another session");
        }
    }

    @Test
    void shouldRefuseASecondRecorderOfTheFolder() {
        fixture.session.provider();
        try (Recorder first = fixture.recorder()) {
            assertThat(first.sessionName()).isEqualTo("hand-made");
            assertThatThrownBy(fixture::recorder).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
        }
    }

    @Test
    void shouldReadTheRestBehindADamagedExcerpt() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        recordSome(provider, 0);
        recordSome(provider, 10);
        scribble(dataFiles().get(0), 3L);

        final RecordingFixture.Read read = fixture.read();

        assertThat(read.values).isEqualTo(LongStream.range(10, 20).boxed().toList());
        assertThat(fixture.problems).isNotEmpty().first().asString().contains("was skipped");
    }

    @Test
    void shouldReadOnAfterAPauseWhenReadingHasFailed() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        recordSome(provider, 0);
        recordSome(provider, 10);
        scribble(dataFiles().get(0), 3L);
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader consumer = EventReader
                .open(new ReaderContext().clock(() -> fixture.nowNs).errorHandler(error -> {
                    throw new IllegalStateException("reading has failed");
                }), Source.recording(fixture.folder))) {
            assertThatThrownBy(() -> {
                while (!consumer.hasCaughtUp()) {
                    consumer.poll(read);
                }
            }).hasMessage("reading has failed");
            assertThat(consumer.poll(read)).isZero();
            assertThat(consumer.hasCaughtUp()).isFalse();
            fixture.nowNs += TimeUnit.MILLISECONDS.toNanos(100);
            consumer.readAvailable(read);
            assertThat(consumer.totals().damages()).isEqualTo(1);
            assertThat(consumer.totals().events()).isEqualTo(10);
        }

        assertThat(read.values).isEqualTo(LongStream.range(10, 20).boxed().toList());
    }

    /** Scribbles over the chunk that holds a value in its last event. */
    private static void scribble(final Path file, final long value) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        final var buffer = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < bytes.length - 8; i += 4) {
            if (buffer.getInt(i) == 0x58455352 && buffer.getInt(i + 8) == 4) {
                try (RandomAccessFile damaged = new RandomAccessFile(file.toFile(), "rw")) {
                    damaged.seek(i + 40L);
                    damaged.writeLong(-value);
                }
                return;
            }
        }
        throw new AssertionError("no batch in " + file);
    }

    @Test
    void shouldGoOnWithTheNextFileWhenOneIsCutOrScribbledOver() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        for (int hour = 0; hour < 3; hour++) {
            provider.writeSequence(0, 100 * hour, 100);
            recordAll();
            fixture.nowMs += 3_600_000;
        }
        final List<Path> files = dataFiles();
        assertThat(files).hasSize(3);
        final byte[] middle = Files.readAllBytes(files.get(1));
        for (final int length : new int[]{0, 70, 70_000}) {
            Files.write(files.get(1), Arrays.copyOf(middle, length));
            assertThat(missing(100)).allMatch(problem -> problem.contains(files.get(1).getFileName().toString()));
        }
        final byte[] scribbled = middle.clone();
        Arrays.fill(scribbled, 0, 66_000, (byte) 0x55);
        Files.write(files.get(1), scribbled);
        assertThat(missing(0)).singleElement().asString().contains("position=0");
        Files.write(files.get(1), middle);
        assertThat(missing(0)).isEmpty();
    }

    @Test
    void shouldNotTakeARecordingThatGrowsForDamagedAndFollowItBehindDamage() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        final RecordingFixture.Read read = new RecordingFixture.Read();
        recordSome(provider, 0);
        try (EventReader consumer = EventReader.open(
                new ReaderContext().merged(false)
                        .errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))),
                Source.recording(fixture.folder))) {
            for (int round = 1; round <= 20; round++) {
                recordSome(provider, 10 * round);
                while (consumer.poll(read) > 0) {
                    assertThat(consumer.totals().damages()).isZero();
                }
            }
            assertThat(consumer.totals().damages()).isZero();
            assertThat(fixture.problems).isEmpty();
            assertThat(read.elsewhere).isZero();
        }
    }

    private void recordAll() {
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
    }

    /** Reads, with so many events missing; returns the problems. */
    private List<String> missing(final int events) {
        fixture.problems.clear();
        final RecordingFixture.Read read = fixture.read();
        assertThat(read.values).as("%s", fixture.problems).hasSize(300 - events).contains(0L, 299L);
        // Where a file was reported as damaged, its events are corrupt, else nobody knows what became of them.
        assertThat(read.corrupt + read.elsewhere).isEqualTo(events);
        assertThat(fixture.problems.isEmpty() ? read.corrupt : read.elsewhere).isZero();
        assertThat(read.lost).isEqualTo(read.corrupt);
        return List.copyOf(fixture.problems);
    }

    @Test
    void shouldLeaveNothingWhenTheSessionHasADrainAlready() throws IOException {
        final ReaderContext live = new ReaderContext().directory(fixture.session.directory().path()).lockTimeoutNs(0);
        try (EventReader consumer = EventReader.open(live, Source.session("hand-made"))) {
            assertThat(consumer.totals().events()).isZero();
            assertThatThrownBy(fixture::recorder).isInstanceOf(RingsideException.class).extracting("code")
                    .isEqualTo(ErrorCode.BUSY);
        }
        assertThat(fixture.folder).doesNotExist();
    }

    @Test
    void shouldRecordWhatWasTakenWhenItsThreadIsInterrupted() {
        fixture.session.provider().writeSequence(0, 0, 10);
        try (Recorder recorder = fixture.recorder()) {
            Thread.currentThread().interrupt();
            fixture.record(recorder);
            fixture.session.provider().writeSequence(0, 10, 10);
            fixture.record(recorder);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(fixture.read().values).containsExactlyElementsOf(LongStream.range(0, 20).boxed().toList());
    }

    private void recordSome(final HandMadeProvider provider, final long firstValue) {
        provider.writeSequence(0, firstValue, 10);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
    }

    private List<Path> dataFiles() throws IOException {
        return DataFiles.of(fixture.folder);
    }

    private MappedLedgers books() {
        return new MappedLedgers(fixture.session.directory(), fixture.session.participant().files(), SinkReader.NONE,
                (path, reason) -> fixture.problems.add(reason));
    }

    /** Returns how many events wait in a lane that is full. */
    private int stopWhileStalled(final Recorder recorder, final HandMadeProvider provider) {
        provider.writeSequence(0, 0, 10);
        fixture.record(recorder);
        fixture.freeBytes = 0;
        fixture.record(recorder);
        final int written = provider.fill(0, 10);
        fixture.record(recorder);
        assertThat(recorder.isStalled()).isTrue();
        fixture.session.stop();
        provider.detach(fixture.session.row().generation());
        fixture.record(recorder);
        return written;
    }

    private LedgerTotals totals() {
        return books().read(fixture.session.row()).totals();
    }
}
