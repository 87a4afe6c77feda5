package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is in a recording by its mode: events are numbered, so it is known exactly. */
@Timeout(120)
class RecordingModesTest {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final int ROUND = 400;
    private static final int MAX_ROUNDS = 2_000;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private long next;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R4.21 \"1 MB limit; write 3 MB; session gone; file size <= 1 MB and readable\": the first events are "
            + "there, up to the last batch")
    void shouldEndTheSessionAtTheSize() throws IOException {
        final Recorder recorder = Recorder.open(fixture.context().maxBytes(MEBIBYTE));
        final SessionRow running = fixture.session.row();
        try (recorder) {
            for (int round = 0; !recorder.isFull(); round++) {
                assertThat(round).as("never full").isLessThan(MAX_ROUNDS);
                provider.writeSequence(0, next, ROUND);
                next += ROUND;
                fixture.record(recorder);
            }
            assertThat(recorder.hasEnded()).as("a process is still attached").isFalse();
            recorder.doWork();
            final SessionRow ending = fixture.session.rows().session(running.id()).orElseThrow();
            assertThat(ending.isRunning()).isFalse();
            provider.detach(ending.generation());
            recorder.doWork();

            assertThat(recorder.hasEnded()).isTrue();
            assertThat(recorder.discardedEvents()).isEqualTo(next - recorder.events()).isPositive();
        }
        assertThat(fixture.session.rows().session(running.id())).isEmpty();
        final RecordingFixture.Read read = fixture.read();
        assertThat(read.values).isEqualTo(numbers(0, recorder.events()));
        assertThat(read.lost).isEqualTo(recorder.discardedEvents()).isEqualTo(recorder.lostEvents());
        assertThat(fixture.problems).isEmpty();
        assertThat(bytes(dataFiles())).isLessThanOrEqualTo(MEBIBYTE);
        assertThat(readerHasEnded(fixture.folder)).isTrue();
    }

    @Test
    @DisplayName("R4.21 a recorder that follows on one that was full ends the session too, and nothing is there twice")
    void shouldEndTheSessionAgainIfTheRecordingIsFullAlready() {
        long recorded = 0;
        for (int i = 0; i < 3; i++) {
            try (Recorder recorder = Recorder.open(fixture.context().maxBytes(MEBIBYTE))) {
                for (int round = 0; !recorder.isFull(); round++) {
                    assertThat(round).as("never full").isLessThan(MAX_ROUNDS);
                    provider.writeSequence(0, next, ROUND);
                    next += ROUND;
                    fixture.record(recorder);
                }
                recorded += recorder.events();
            }
        }
        assertThat(fixture.read().values).isEqualTo(numbers(0, recorded));
    }

    @Test
    @DisplayName("R4.21 what a dead process has left does not fit any more: nothing of it is there by half")
    void shouldEndTheSessionWhereADeadProcessDoesNotFit() {
        try (Recorder recorder = Recorder.open(
                fixture.context().maxBytes(MEBIBYTE).flushIntervalNs(TimeUnit.HOURS.toNanos(1)))) {
            for (int round = 0; !recorder.isFull(); round++) {
                assertThat(round).as("never full").isLessThan(MAX_ROUNDS);
                final HandMadeProvider dying = fixture.session.provider();
                dying.writeSequence(0, next, ROUND);
                next += ROUND;
                dying.die();
                fixture.record(recorder);
            }
            recorder.doWork();
            provider.detach(fixture.session.rows().session(fixture.session.row().id()).orElseThrow().generation());
            recorder.doWork();

            assertThat(recorder.hasEnded()).isTrue();
            assertThat(recorder.events()).isPositive();
            assertThat(recorder.discardedEvents()).isEqualTo(next - recorder.events()).isPositive();
            final List<Long> read = fixture.read().values;
            assertThat(read).hasSize((int) recorder.events()).doesNotHaveDuplicates();
            final Set<Long> held = Set.copyOf(read);
            assertThat(read).allMatch(value -> value % ROUND == 0 || held.contains(value - 1));
        }
    }

    @Test
    @DisplayName("R4.8 another file while events are written: together they hold all events, none twice")
    void shouldGoOnInAnotherFolder() {
        final RecorderContext elsewhere = context(fixture.session.directory(), root.resolve("second"));
        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
            provider.writeSequence(0, next, ROUND);
        }
        final long first = next;
        next += ROUND;
        try (Recorder recorder = Recorder.open(elsewhere)) {
            writeRound(recorder);
        }
        assertThat(fixture.read().values).isEqualTo(numbers(0, first));
        assertThat(read(root.resolve("second")).values).isEqualTo(numbers(first, next));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R4.22 \"write 10x the size\": the newest events are there without a gap, in order; the size "
            + "is never exceeded")
    void shouldLetTheOldestFilesGiveWayBySize() throws IOException {
        final long maxBytes = 4 * MEBIBYTE;
        final RecorderContext context = fixture.context().mode(RecorderContext.Mode.CIRCULAR).maxBytes(maxBytes);
        try (Recorder recorder = Recorder.open(context)) {
            long written = 0;
            while (written < 10 * maxBytes) {
                written += writeRound(recorder);
                assertThat(dataFiles().size()).isLessThanOrEqualTo(5);
            }
        }
        final RecordingFixture.Read read = fixture.read();
        assertThat(read.values.get(0)).isGreaterThan(0L);
        assertThat(read.values).isEqualTo(numbers(read.values.get(0), next));
        assertThat(read.values.size() * 64L).as("most of the size is used").isGreaterThan(maxBytes / 2);
        assertThat(read.elsewhere).isZero();
        assertThat(fixture.problems).isEmpty();
        assertThat(bytes(dataFiles())).isLessThanOrEqualTo(maxBytes);

        try (Recorder recorder = Recorder.open(context)) {
            writeRound(recorder);
        }
        final RecordingFixture.Read more = fixture.read();
        assertThat(more.values).as("without the first files").isEqualTo(numbers(more.values.get(0), next));
    }

    @Test
    @DisplayName("R4.22 files give way by age, and the newest stays however old it becomes")
    void shouldLetTheOldestFilesGiveWayByAge() throws IOException {
        final long hourNs = TimeUnit.HOURS.toNanos(1);
        try (Recorder recorder = Recorder.open(fixture.context().mode(RecorderContext.Mode.CIRCULAR)
                .maxAgeNs(TimeUnit.HOURS.toNanos(8)))) {
            for (int hour = 0; hour < 40; hour++) {
                writeRound(recorder);
                fixture.nowNs += hourNs;
            }
            assertThat(dataFiles()).hasSizeBetween(8, 10);
            final List<Long> kept = fixture.read().values;
            assertThat(kept).isEqualTo(numbers(kept.get(0), next)).hasSizeBetween(8 * ROUND, 10 * ROUND);

            fixture.nowNs += 100 * hourNs;
            recorder.doWork();

            assertThat(dataFiles()).hasSize(1);
            assertThat(fixture.read().values).isEqualTo(numbers(next - ROUND, next));
        }
    }

    @Test
    @DisplayName("R4.22 a reader whose file gives way goes on with the oldest that is there, and tells what it missed")
    void shouldReadOnWhereTheFileThatIsReadHasGivenWay() {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        final List<String> problems = new ArrayList<>();
        try (Recorder recorder = Recorder
                .open(fixture.context().mode(RecorderContext.Mode.CIRCULAR).maxBytes(4 * MEBIBYTE))) {
            writeRound(recorder);
            try (EventReader consumer = EventReader.open(
                    new ReaderContext().errorHandler(error -> problems.add(String.valueOf(error.getMessage()))),
                    Source.recording(fixture.folder))) {
                readAll(consumer, read);
                assertThat(read.values).isEqualTo(numbers(0, next));
                for (int round = 0; round < 300; round++) {
                    writeRound(recorder);
                }
                readAll(consumer, read);
                writeRound(recorder);
                readAll(consumer, read);

                final long missed = consumer.totals().takenElsewhere();
                assertThat(missed).isPositive();
                assertThat(read.values).hasSize((int) (next - missed)).endsWith(next - 1).isSorted()
                        .doesNotHaveDuplicates();
                assertThat(problems).singleElement().asString().contains("were removed");
            }
        }
    }

    @Test
    @DisplayName("R4.23 a new file at its size and at each flush: each can be read alone, together they hold "
            + "all events once")
    void shouldBeginFilesThatCanBeReadAlone() throws IOException {
        try (Recorder recorder = Recorder.open(
                fixture.context().mode(RecorderContext.Mode.NEWFILE).maxBytes(MEBIBYTE)
                        .roll(RecorderContext.RollInterval.DAILY))) {
            writeRound(recorder);
            flush();
            fixture.record(recorder);
            flush();
            fixture.record(recorder);
            assertThat(dataFiles()).as("R4.27 none before an event needs it").hasSize(1);
            writeRound(recorder);
            assertThat(dataFiles()).hasSize(2);
            for (int round = 0; round < 100; round++) {
                writeRound(recorder);
            }
            assertThat(dataFiles()).hasSizeGreaterThan(3);
            final int files = dataFiles().size();
            fixture.nowNs += TimeUnit.DAYS.toNanos(1);
            writeRound(recorder);
            assertThat(dataFiles()).hasSize(files + 1);
        }
        assertThat(fixture.read().values).isEqualTo(numbers(0, next));
        final List<Long> union = new ArrayList<>();
        for (final Path file : dataFiles()) {
            assertThat(Files.size(file)).isLessThanOrEqualTo(MEBIBYTE);
            final List<Long> alone = read(copy(file)).values;
            assertThat(alone).isNotEmpty();
            union.addAll(alone);
        }
        assertThat(union).isEqualTo(numbers(0, next));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R4.20 APPEND: the recording of another session is refused by other modes, and continued by this one")
    void shouldAppendToTheRecordingOfAnotherSession() throws IOException {
        record(fixture.context(), provider, 0);
        try (HandMadeSession other = HandMadeSession.start(root.resolve("other"),
                fixture.session.row().settings(), 8, 3)) {
            final HandMadeProvider second = other.provider();
            assertThatThrownBy(() -> Recorder.open(context(other.directory(), fixture.folder)))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                    .hasMessageContaining("append");
            record(context(other.directory(), fixture.folder).mode(RecorderContext.Mode.APPEND), second, 100);
            record(context(other.directory(), fixture.folder).mode(RecorderContext.Mode.APPEND), second, 200);
            assertThat(dataFiles()).as("a file holds one session").hasSize(2);
            record(fixture.context().mode(RecorderContext.Mode.APPEND), provider, 300);

            final List<Long> all = fixture.read(false).values;
            assertThat(all).isEqualTo(Stream.of(numbers(0, 10), numbers(100, 110), numbers(200, 210), numbers(300, 310))
                    .flatMap(List::stream).toList());
            assertThat(fixture.read(true).values).containsExactlyInAnyOrderElementsOf(all);
            assertThat(fixture.problems).isEmpty();
        }
    }

    @Test
    @DisplayName("R4.20 APPEND: a session with lanes of another size is accepted, and each is read with its own")
    void shouldAppendASessionWithLanesOfAnotherSize() throws IOException {
        record(fixture.context(), provider, 0);
        final SessionSettings larger = SessionSettings.builder("hand-made").lanes(4).laneBytes(1024 * 1024).build();
        assertThat(larger.laneBytes()).isNotEqualTo(fixture.session.row().settings().laneBytes());
        try (HandMadeSession other = HandMadeSession.start(root.resolve("other"), larger, 8, 3)) {
            record(context(other.directory(), fixture.folder).mode(RecorderContext.Mode.APPEND), other.provider(), 100);

            assertThat(fixture.read(false).values)
                    .isEqualTo(Stream.of(numbers(0, 10), numbers(100, 110)).flatMap(List::stream).toList());
            assertThat(fixture.problems).isEmpty();
        }
    }

    @Test
    void shouldCutAFileToItsContentWhenItIsClosedAndGoOnInItAfterwards() throws IOException {
        record(fixture.context(), provider, 0);
        final Path file = dataFiles().get(0);
        final long length = Files.size(file);
        assertThat(length).isLessThan(RecordingFixture.BLOCK_BYTES).isGreaterThanOrEqualTo(used(file));
        assertThat(length - used(file)).isLessThan(2 * 4096);
        record(fixture.context(), provider, 10);

        assertThat(dataFiles()).containsExactly(file);
        assertThat(Files.size(file)).isGreaterThanOrEqualTo(length).isLessThan(RecordingFixture.BLOCK_BYTES);
        assertThat(fixture.read().values).isEqualTo(numbers(0, 20));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldFollowFilesThatAreCutWhileTheyAreRead() throws IOException {
        final List<Long> values = new ArrayList<>();
        final EventHandler taking = event -> values.add(event.buffer().getLong(event.payloadOffset()));
        final RecorderContext context = fixture.context().mode(RecorderContext.Mode.NEWFILE).maxBytes(MEBIBYTE);
        try (Recorder first = Recorder.open(context)) {
            writeRound(first);
        }
        try (EventReader consumer = EventReader.open(
                new ReaderContext().merged(false)
                        .errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))),
                Source.recording(fixture.folder))) {
            readAll(consumer, taking);
            // Closed and continued, and rolled, with the reader's mappings in place.
            for (int opened = 0; opened < 4; opened++) {
                try (Recorder recorder = Recorder.open(context)) {
                    for (int round = 0; round < 20; round++) {
                        writeRound(recorder);
                        readAll(consumer, taking);
                    }
                }
                readAll(consumer, taking);
            }
        }
        assertThat(dataFiles()).hasSizeGreaterThan(2);
        assertThat(values).isEqualTo(numbers(0, next));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldNameFilesThatAreBegunForTheirSizeBySecondsOfTheClock() throws IOException {
        try (Recorder recorder = Recorder.open(
                fixture.context().mode(RecorderContext.Mode.NEWFILE).maxBytes(MEBIBYTE))) {
            while (dataFiles().size() < 5) {
                fixture.nowMs += 100;
                writeRound(recorder);
            }
        }
        final DateTimeFormatter name = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss'T.cq4'").withZone(ZoneOffset.UTC);
        final List<Path> files = dataFiles();
        for (int i = 0; i < files.size(); i++) {
            final long nameMs = Instant.from(name.parse(files.get(i).getFileName().toString())).toEpochMilli();
            assertThat(nameMs).isLessThanOrEqualTo(fixture.nowMs);
        }
    }

    @Test
    @DisplayName("R4.20 APPEND: who reads a recording goes on behind the end of a session that another one follows")
    void shouldReadOnBehindTheEndOfASession() {
        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
            fixture.session.stop();
            provider.detach(fixture.session.row().generation());
            fixture.record(recorder);
            assertThat(recorder.hasEnded()).isTrue();
        }
        assertThat(readerHasEnded(fixture.folder)).isTrue();
        try (HandMadeSession other = HandMadeSession.start(root.resolve("other"),
                fixture.session.row().settings(), 8, 3)) {
            record(context(other.directory(), fixture.folder).mode(RecorderContext.Mode.APPEND), other.provider(),
                    next);
        }
        assertThat(readerHasEnded(fixture.folder)).isFalse();
        assertThat(fixture.read(false).values).isEqualTo(numbers(0, next + 10));
    }

    @ParameterizedTest
    @CsvSource({"SEQUENTIAL, 0, 3600000000000", "APPEND, 0, 3600000000000", "NEWFILE, 0, 3600000000000",
        "NEWFILE, 1048576, 3600000000000", "CIRCULAR, 0, 0", "CIRCULAR, 1048576, 0", "CIRCULAR, 0, 1",
        "SEQUENTIAL, 1000, 0", "NEWFILE, 1000, 0", "APPEND, -1, 0", "CIRCULAR, 8388608, -1"})
    @DisplayName("R4.20 \"pairwise matrix of exclusive flags\" of the modes, sizes and ages that we have")
    void shouldRefuseWhatDoesNotGoTogether(final RecorderContext.Mode mode, final long maxBytes, final long maxAgeNs) {
        assertThatThrownBy(
                () -> Recorder.open(fixture.context().mode(mode).maxBytes(maxBytes).maxAgeNs(maxAgeNs)))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("mode=");
        assertThat(fixture.folder).doesNotExist();
    }

    @Test
    @DisplayName("R4.29 \"cut the file\": what stands before the cut is read, whatever is missing behind")
    void shouldReadWhatStandsBeforeACut() throws IOException {
        try (Recorder recorder = fixture.recorder()) {
            for (int round = 0; round < 20; round++) {
                writeRound(recorder);
            }
        }
        final Path whole = dataFiles().get(0);
        final long length = used(whole);
        int before = Integer.MAX_VALUE;
        for (long cut = length; cut > 256 * 1024; cut -= 64 * 1024 + 1) {
            final Path copy = copy(whole);
            try (RandomAccessFile file = new RandomAccessFile(copy.resolve(whole.getFileName()).toFile(), "rw")) {
                file.setLength(cut);
            }
            final RecordingFixture.Read read = readUntilFailure(copy);
            assertThat(read.values).as("cut=%d", cut).isEqualTo(numbers(0, read.values.size()));
            assertThat(read.values.size()).isLessThanOrEqualTo(before).isGreaterThan(0);
            before = read.values.size();
        }
        assertThat(before).isLessThan((int) next);
    }

    private long writeRound(final Recorder recorder) {
        provider.writeSequence(0, next, ROUND);
        next += ROUND;
        fixture.record(recorder);
        return ROUND * 64L;
    }

    private void flush() {
        final MappedLedgers books = new MappedLedgers(fixture.session.directory(),
                fixture.session.participant().files(),
                SinkReader.NONE, (path, reason) -> fixture.problems.add(reason));
        new DirectoryController(new ControllerContext(new Registry(fixture.session.participant()), books))
                .flush("hand-made", Duration.ZERO);
    }

    private RecorderContext context(final TraceDirectory directory, final Path folder) {
        return new RecorderContext("hand-made", folder).directory(directory.path())
                .clock(() -> fixture.nowNs).epochClock(() -> fixture.nowMs).freeBytes(() -> fixture.freeBytes)
                .minFreeBytes(1).blockBytes(1 << 21).lockTimeoutNs(0).libraryThread(Runnable::run)
                .errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage())));
    }

    private void record(final RecorderContext context, final HandMadeProvider from, final long firstValue) {
        from.writeSequence(0, firstValue, 10);
        try (Recorder recorder = Recorder.open(context)) {
            fixture.record(recorder);
        }
    }

    private static void readAll(final EventReader consumer, final EventHandler handler) {
        consumer.readAvailable(handler);
    }

    private static boolean readerHasEnded(final Path folder) {
        try (EventReader consumer = EventReader.open(Source.recording(folder))) {
            readAll(consumer, event -> {});
            return consumer.isDone();
        }
    }

    private static RecordingFixture.Read readUntilFailure(final Path folder) {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader consumer = EventReader.open(new ReaderContext().merged(false)
                .errorHandler(error -> assertThat(error).hasMessageContaining("damaged")), Source.recording(folder))) {
            readAll(consumer, read);
        } catch (final RingsideException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
        }
        return read;
    }

    private RecordingFixture.Read read(final Path folder) {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader consumer = EventReader.open(
                new ReaderContext().errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))),
                Source.recording(folder))) {
            readAll(consumer, read);
        }
        return read;
    }

    /** A recording of one file alone. */
    private Path copy(final Path file) throws IOException {
        final Path folder = Files.createTempDirectory(root, "copy");
        Files.copy(file, folder.resolve(file.getFileName()));
        Files.copy(fixture.folder.resolve("metadata.cq4t"), folder.resolve("metadata.cq4t"));
        return folder;
    }

    private List<Path> dataFiles() throws IOException {
        return DataFiles.of(fixture.folder);
    }

    private static long bytes(final List<Path> files) throws IOException {
        long bytes = 0;
        for (final Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /** Up to the last byte that was written: what a file has been given beyond takes no room. */
    private static long used(final Path file) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return end;
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
