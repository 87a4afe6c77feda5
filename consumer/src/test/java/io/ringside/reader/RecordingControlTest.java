package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Outcome;
import io.ringside.event.Level;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.recording.RecordingSinks;
import io.ringside.internal.registry.Registry;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.Enablement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What controllers have a recorder do that keeps its batch for an hour; it works while they wait. */
@Timeout(60)
class RecordingControlTest {
    private static final String SESSION = "session";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;
    private TracedProvider provider;
    private Participant participant;
    private Runnable whileWaiting = () -> {};

    @BeforeEach
    void start() {
        provider = new TracedProvider(root);
        participant = Participant.join(provider.directory);
        provider.start(SESSION);
        provider.enable(SESSION, Enablement.of(Level.MAX, 0, 0));
    }

    @AfterEach
    void close() {
        participant.close();
        provider.close();
    }

    @Test
    @DisplayName("R4.7 write 10, stop: the file has 10, also those of the batch that was begun")
    void shouldRecordTheBegunBatchBeforeAStopReturns() {
        try (Recorder recorder = recorder(RecorderContext.Mode.SEQUENTIAL)) {
            write(0, 10);
            turn(recorder);
            assertThat(recorder.events()).as("they are in the batch").isZero();
            whileWaiting = () -> turn(recorder);

            final Outcome.Stopped stopped = controller().stop(SESSION, TracedProvider.TIMEOUT);

            assertThat(stopped.isComplete()).as("%s", stopped).isTrue();
            assertThat(stopped.ledger().totals().delivered()).isEqualTo(10);
            assertThat(stopped.ledger().totals().lost().total()).isZero();
            assertThat(read()).isEqualTo(numbers(0, 10));
        }
    }

    @Test
    @DisplayName("stop waits for a recorder that has locked the folder of a killed one, and is not the drain yet")
    void shouldWaitForTheSuccessorOfAKilledRecorder() throws IOException {
        try (Recorder killed = recorder(RecorderContext.Mode.SEQUENTIAL)) {
            write(0, 10);
            turn(killed);
        }
        final Path folder = root.resolve("recording");
        Files.writeString(provider.directory.drainSink(provider.controller.row(SESSION).id()), folder.toString());
        write(10, 15);
        final HeldLock starting = LockFile.of(folder.resolve("recording.lock")).acquire(0);
        assertThat(controller().query(SESSION).drain()).isEqualTo("starting: this process");

        final Recorder[] successor = new Recorder[1];
        whileWaiting = () -> {
            if (provider.controller.row(SESSION).isRunning()) {
                return;
            }
            if (successor[0] == null) {
                starting.close();
                successor[0] = recorder(RecorderContext.Mode.SEQUENTIAL);
            }
            turn(successor[0]);
        };
        final Outcome.Stopped stopped = controller().stop(SESSION, TracedProvider.TIMEOUT);
        successor[0].close();

        assertThat(stopped.isComplete()).as("%s", stopped).isTrue();
        assertThat(stopped.ledger().totals().delivered()).isEqualTo(15);
        assertThat(read()).isEqualTo(numbers(0, 15));
    }

    @Test
    @DisplayName("R4.10 NEWFILE: INCREMENT twice: 3 files, each with what was written before the next call")
    void shouldGoOnInTheNextFile() throws IOException {
        try (Recorder recorder = recorder(RecorderContext.Mode.NEWFILE)) {
            whileWaiting = () -> turn(recorder);
            write(0, 10);
            assertThat(increment().isComplete()).isTrue();
            assertThat(read()).isEqualTo(numbers(0, 10));
            write(10, 20);
            increment();
            increment();
            assertThat(files()).as("R4.27 none before an event needs it").hasSize(2);
            write(20, 30);
            turn(recorder);
        }

        assertThat(files()).hasSize(3);
        assertThat(read()).isEqualTo(numbers(0, 30));
    }

    @Test
    @DisplayName("R4.10 what the drain has taken already is no reason not to wait until it goes on in a new file")
    void shouldWaitForTheRecorderWhenNothingIsInTheLanes() throws IOException {
        try (Recorder recorder = recorder(RecorderContext.Mode.NEWFILE, 1)) {
            whileWaiting = () -> turn(recorder);
            for (int i = 0; i < 5; i++) {
                write(i, i + 1);
                turn(recorder);
                turn(recorder);
                assertThat(read()).as("it is taken already").isEqualTo(numbers(0, i + 1));
                increment();
            }
        }
        assertThat(files()).hasSize(5);
    }

    @ParameterizedTest
    @DisplayName("R4.10 sequential, circular and append: 87, and nothing was asked of the recorder")
    @EnumSource(value = RecorderContext.Mode.class, mode = Mode.EXCLUDE, names = "NEWFILE")
    void shouldRefuseToGoOnInAnotherFile(final RecorderContext.Mode mode) throws IOException {
        try (Recorder recorder = recorder(mode)) {
            whileWaiting = () -> turn(recorder);
            write(0, 10);
            assertThatThrownBy(this::increment).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("no file to continue from: session=session, drain=pid=")
                    .hasMessageNotContaining("rolled");
        }
        assertThat(provider.controller.row(SESSION).flushes()).isZero();
        assertThat(files()).hasSize(1);
    }

    @Test
    @DisplayName("R4.10 a recorder that does not answer in time is told of; without a wait it is asked and no more")
    void shouldWaitNoLongerThanWasSaid() {
        try (Recorder recorder = recorder(RecorderContext.Mode.NEWFILE)) {
            assertThatThrownBy(() -> controller().incrementFile(SESSION, Duration.ofNanos(1))).isInstanceOfSatisfying(
                    RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
            controller().incrementFile(SESSION, Duration.ZERO);
            assertThat(provider.controller.row(SESSION).flushes()).isEqualTo(2);
            assertThat(recorder.hasEnded()).isFalse();
        }
        assertThatThrownBy(() -> controller().incrementFile(SESSION, Duration.ZERO)).isInstanceOfSatisfying(
                RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("drain=none");
    }

    @Test
    @DisplayName("R4.10 a recording that went on elsewhere can go on in a new file if it has numbered files there")
    void shouldAskWhatIsRecordedToNow() {
        try (Recorder recorder = recorder(RecorderContext.Mode.SEQUENTIAL)) {
            whileWaiting = () -> turn(recorder);
            write(0, 10);
            move(recorder, "numbered", RecorderContext.Mode.NEWFILE);
            assertThat(increment().isComplete()).isTrue();

            move(recorder, "single", RecorderContext.Mode.SEQUENTIAL);
            assertThatThrownBy(this::increment).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        }
    }

    private void move(final Recorder recorder, final String folder, final RecorderContext.Mode mode) {
        assertThatThrownBy(() -> Recorder.move(new RecorderContext(SESSION, root.resolve(folder))
                .directory(provider.directory.path()).mode(mode)
                .maxBytes(mode == RecorderContext.Mode.NEWFILE ? 1L << 22 : 0),
                Duration.ZERO))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).as("it works only now").isEqualTo(ErrorCode.TIMEOUT));
        turn(recorder);
        turn(recorder);
        assertThat(recorder.folder()).endsWith(Path.of(folder));
    }

    private Outcome.Flushed increment() {
        return controller().incrementFile(SESSION, TracedProvider.TIMEOUT);
    }

    private Recorder recorder(final RecorderContext.Mode mode) {
        return recorder(mode, TimeUnit.HOURS.toNanos(1));
    }

    private Recorder recorder(final RecorderContext.Mode mode, final long flushIntervalNs) {
        final RecorderContext context = new RecorderContext(SESSION, root.resolve("recording"))
                .directory(provider.directory.path())
                .flushIntervalNs(flushIntervalNs).mode(mode).scanIntervalNs(1).lockTimeoutNs(0)
                .libraryThread(Runnable::run).errorHandler(error -> {
                    throw new AssertionError(error);
                });
        return Recorder.open(mode == RecorderContext.Mode.CIRCULAR ? context.maxBytes(1L << 22) : context);
    }

    private static void turn(final Recorder recorder) {
        recorder.doWork();
    }

    private void write(final long from, final long to) {
        for (long number = from; number < to; number++) {
            provider.write(1, number);
        }
    }

    private List<Long> read() {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        final List<String> problems = new ArrayList<>();
        try (EventReader consumer = EventReader.open(
                new ReaderContext().errorHandler(error -> problems.add(String.valueOf(error.getMessage()))),
                Source.recording(root.resolve("recording")))) {
            consumer.readAvailable(read);
        }
        assertThat(problems).isEmpty();
        return read.values;
    }

    private List<Path> files() throws IOException {
        return DataFiles.of(root.resolve("recording"));
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** A controller that lets the recorder work whenever it waits. */
    private DirectoryController controller() {
        final IdleStrategy idle = new IdleStrategy() {
            @Override
            public void idle(final int workCount) {
                idle();
            }

            @Override
            public void idle() {
                whileWaiting.run();
                Thread.onSpinWait();
            }

            @Override
            public void reset() {
                // Nothing is kept between two waits.
            }
        };
        return new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(provider.directory, participant.files(), new RecordingSinks(), (file, problem) -> {
                    throw new AssertionError(file + ": " + problem);
                })).idleStrategy(() -> idle));
    }
}
