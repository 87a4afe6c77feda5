package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.Registry;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
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
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Recordings that go on elsewhere, begin late, or follow on another boot: events are numbered. */
@Timeout(120)
class RecordingMoveTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int ROUND = 400;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private MappedLedgers books;
    private DirectoryController controller;
    private long next;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
        books = new MappedLedgers(fixture.session.directory(), fixture.session.participant().files(), SinkReader.NONE,
                (path, reason) -> fixture.problems.add(reason));
        controller = new DirectoryController(new ControllerContext(new Registry(fixture.session.participant()), books));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R4.8 \"update with a new file name: later events in the new file, nothing lost, both files complete "
            + "and readable\", while writers run, with other modes, and back again")
    void shouldHoldEachEventInOneOfTheRecordingsWhileWritersRun() {
        final List<Path> folders = Stream.of("a", "b", "c").map(root::resolve).toList();
        try (Recorder recorder = Recorder.open(fixture.context(folders.get(0)).clock(System::nanoTime)
                .flushIntervalNs(0))) {
            // A recorder belongs to the thread that has opened it.
            final CompletableFuture<Void> moves = CompletableFuture.runAsync(() -> {
                Recorder.move(fixture.context(folders.get(1)).mode(RecorderContext.Mode.CIRCULAR).maxBytes(1 << 26),
                        TIMEOUT);
                Recorder.move(
                        new RecorderContext("HAND-MADE", folders.get(2)).directory(fixture.session.directory().path())
                                .mode(RecorderContext.Mode.NEWFILE).maxBytes(1 << 20),
                        TIMEOUT);
                Recorder.move(fixture.context(folders.get(0)), TIMEOUT);
                Recorder.move(fixture.context(folders.get(1)).mode(RecorderContext.Mode.CIRCULAR).maxBytes(1 << 26),
                        TIMEOUT);
            });
            while (!moves.isDone()) {
                write(3);
                recorder.doWork();
            }
            moves.join();
            write(ROUND);
            assertThat(recorder.folder()).isEqualTo(folders.get(1));
            while (recorder.events() < next) {
                recorder.doWork();
            }
            assertThat(recorder.events()).isEqualTo(next);
        }
        final List<Long> union = new ArrayList<>();
        for (final Path folder : folders) {
            final RecordingFixture.Read read = fixture.read(folder, true);
            assertThat(read.values).as("%s", folder).isNotEmpty().isSorted();
            assertThat(read.lost).isZero();
            union.addAll(read.values);
        }
        assertThat(union).doesNotHaveDuplicates().hasSize((int) next);
        assertThat(fixture.problems).isEmpty();
        assertThat(controller.query("hand-made").ledger().totals().delivered()).isEqualTo(next);
    }

    @Test
    @DisplayName("R4.8 a new folder that cannot be had changes nothing: the recording goes on where it was")
    void shouldStayWhereTheNewFolderCannotBeHad() throws IOException {
        final Path strange = Files.createDirectory(root.resolve("strange"));
        Files.writeString(strange.resolve("letter.txt"), "dear");
        try (Recorder recorder = fixture.recorder()) {
            write(ROUND);
            record(recorder);

            assertThatThrownBy(() -> Recorder.move(fixture.context(fixture.folder), Duration.ZERO))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
            assertThatThrownBy(() -> Recorder.move(fixture.context(strange), Duration.ZERO))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
            write(ROUND);
            record(recorder);
            assertThat(fixture.problems).singleElement().asString().contains("letter.txt");
            assertThat(recorder.folder()).isEqualTo(fixture.folder);
        }
        assertThat(fixture.read().values).isEqualTo(numbers(0, next));
        assertThatThrownBy(() -> Recorder.move(fixture.context(root.resolve("x")), Duration.ZERO))
                .hasMessageContaining("is not being recorded");
        assertThat(root.resolve("x")).doesNotExist();
    }

    @Test
    @DisplayName("R4.8 a recorder whose disk is full goes on where there is room: each event is in one of the two")
    void shouldGoOnElsewhereWhileItsDiskHasNoRoom() {
        final Path rescue = root.resolve("rescue");
        final Deque<Long> free = new ArrayDeque<>(List.of(Long.MAX_VALUE));
        try (Recorder recorder = Recorder.open(fixture.context()
                .freeBytes(() -> free.size() > 1 ? free.remove() : free.element()))) {
            write(ROUND);
            record(recorder);
            write(ROUND / 2);
            recorder.doWork();
            free.clear();
            free.add(0L);
            record(recorder);
            write(ROUND / 2);
            assertThat(recorder.isStalled()).isTrue();
            assertThat(recorder.events()).as("what waits in a batch is not recorded").isEqualTo(ROUND);
            assertThatThrownBy(() -> Recorder.move(fixture.context(rescue), Duration.ZERO))
                    .hasMessageContaining("has not moved");
            for (int turn = 0; !recorder.folder().equals(rescue); turn++) {
                assertThat(turn).as("never goes there").isLessThan(100);
                // It looks at its own disk first.
                free.clear();
                free.addAll(List.of(0L, Long.MAX_VALUE));
                fixture.nowNs += TimeUnit.MILLISECONDS.toNanos(200);
                recorder.doWork();
            }
            record(recorder);
            assertThat(recorder.isStalled()).isFalse();
            assertThat(recorder.events()).isEqualTo(next);
            assertThat(recorder.lostEvents()).isZero();
        }
        assertThat(fixture.read().values).isEqualTo(numbers(0, ROUND));
        assertThat(fixture.problems).as("its disk was full").singleElement().asString()
                .startsWith("recording has no end");
        fixture.problems.clear();
        assertThat(fixture.read(rescue, true).values).isEqualTo(numbers(ROUND, next));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R4.8 an order that was given before a recorder began is none for that one")
    void shouldNotFollowAnOrderOfBefore() {
        try (Recorder recorder = fixture.recorder()) {
            assertThatThrownBy(() -> Recorder.move(fixture.context(root.resolve("b")), Duration.ZERO))
                    .hasMessageContaining("has not moved");
            assertThat(recorder.folder()).isEqualTo(fixture.folder);
        }
        try (Recorder recorder = fixture.recorder()) {
            write(ROUND);
            record(recorder);
        }
        assertThat(root.resolve("b")).doesNotExist();
        assertThat(fixture.read().values).isEqualTo(numbers(0, ROUND));
    }

    @ParameterizedTest
    @EnumSource(RecorderContext.Mode.class)
    @DisplayName("R4.27 \"no file before first event\", in every mode (R4.20); from then on all is as it always is")
    void shouldMakeNoFileBeforeTheFirstEvent(final RecorderContext.Mode mode) {
        final RecorderContext late = fixture.context().opensLate(true).mode(mode)
                .maxBytes(mode == RecorderContext.Mode.CIRCULAR ? 1 << 23 : 0);
        try (Recorder recorder = Recorder.open(late)) {
            record(recorder);
            assertThat(books.sink(fixture.session.row())).isNull();
            assertThat(recorder.bytes()).isZero();
        }
        assertThat(QueueReader.exists(fixture.folder)).as("closed without an event").isFalse();
        assertThat(fixture.folder.toFile().list()).containsExactly("recording.lock");

        try (Recorder recorder = Recorder.open(late)) {
            record(recorder);
            assertThat(fixture.folder.toFile().list()).containsExactly("recording.lock");
            write(ROUND);
            record(recorder);
            assertThat(QueueReader.exists(fixture.folder)).isTrue();
            assertThat(books.sink(fixture.session.row())).isEqualTo(fixture.folder.toString());
        }
        try (Recorder recorder = Recorder.open(late)) {
            assertThat(books.sink(fixture.session.row())).as("continued at once").isNotNull();
            write(ROUND);
            record(recorder);
        }
        assertThat(fixture.read().values).isEqualTo(numbers(0, next));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R4.27 a session that ends without an event leaves no file; one that has only lost leaves its gap")
    void shouldTellALossInALateRecordingToo() {
        try (Recorder recorder = Recorder.open(fixture.context().opensLate(true))) {
            final HandMadeProvider dead = fixture.session.provider();
            dead.attempt(1);
            dead.die();
            record(recorder);
            assertThat(recorder.events()).isZero();
            assertThat(recorder.lostEvents()).isEqualTo(1);
        }
        assertThat(QueueReader.exists(fixture.folder)).isTrue();
        final Path nothing = root.resolve("nothing");
        try (Recorder recorder = Recorder.open(fixture.context(nothing).opensLate(true))) {
            fixture.session.stop();
            provider.detach(fixture.session.row().generation());
            record(recorder);
            assertThat(recorder.hasEnded()).isTrue();
        }
        assertThat(QueueReader.exists(nothing)).isFalse();
    }

    @Test
    @DisplayName("R4.20 APPEND: what was recorded before the machine was started anew is continued by this mode only")
    void shouldContinueWhatAnotherBootHasRecordedOnlyIfThatIsSaid() {
        final UUID before = UUID.randomUUID();
        final UUID now = UUID.randomUUID();
        try (Recorder recorder = Recorder.open(fixture.context().runningBoot(before))) {
            write(ROUND);
            record(recorder);
        }
        assertThatThrownBy(() -> Recorder.open(fixture.context().runningBoot(now)))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining("was restarted").hasMessageContaining(before.toString())
                .hasMessageContaining("append");
        try (Recorder recorder = Recorder.open(fixture.context().runningBoot(before))) {
            write(ROUND);
            record(recorder);
        }
        for (int i = 0; i < 2; i++) {
            try (Recorder recorder = Recorder.open(
                    fixture.context().runningBoot(now).mode(RecorderContext.Mode.APPEND))) {
                write(ROUND);
                record(recorder);
            }
        }
        assertThat(fixture.read(false).values).isEqualTo(numbers(0, next));
        assertThat(fixture.problems).isEmpty();
    }

    private void write(final int count) {
        provider.writeSequence(0, next, count);
        next += count;
    }

    private void record(final Recorder recorder) {
        fixture.record(recorder);
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
