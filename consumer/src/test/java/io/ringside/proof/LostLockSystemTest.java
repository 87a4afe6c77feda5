package io.ringside.proof;

import io.ringside.event.Level;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.machine.DescriptionLock;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecorderContext;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A thread in a process opens and closes every file below the trace directory, as a backup agent does: the kernel drops
 * all POSIX locks of the process. Nobody takes the process for dead, and no event is delivered or recorded twice.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("process")
@Tag("jdk25")
class LostLockSystemTest {
    private static final long PACE_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final int COUNT = Rounds.of(30_000, 300_000);
    private static final int THREADS = 2;
    private static final int SECOND_WAIT_MS = 4_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    void shouldNotTakeAProviderForDead() {
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = start(stage);
            stage.drain(session);
            final ProviderProcess provider = stage.add(new ProviderProcess(plan(stage), WalkedWriter.class, List.of()));
            provider.awaitReady().go().awaitDone();

            final Evidence evidence = stage.stop(session);
            final Books books = new Books().session(evidence).truth(provider.truth());
            provider.end();
            assertThat(books.problems()).isEmpty();
            assertThat(books.delivered()).isPositive();
            assertThat(evidence.ledger().lost()[LossCause.NOT_ATTACHED.code()]).isZero();
            assertThat(stage.complaints()).isEmpty();
        }
    }

    @Test
    void shouldDeliverNothingTwiceWhenASecondReaderGetsTheLock() throws InterruptedException {
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = start(stage);
            final Child first = stage.add(Child.start(List.of(), WalkedDrain.class, stage.directory().toString(),
                    session.name(), Integer.toString(session.level()), session.newJournal().toString()));
            first.await("draining");
            final ProviderProcess provider = stage.add(new ProviderProcess(plan(stage), WriterMain.class, List.of()));
            provider.awaitReady().go();
            final Child second = stage.startDrain(session);

            final boolean gotLock = second.awaitLine(SECOND_WAIT_MS);
            provider.awaitDone();
            awaitDrain(stage, session);
            assertOneOnly(first, second, gotLock);
            final Books books = new Books().session(stage.stop(session)).truth(provider.truth());
            provider.end();
            assertThat(books.problems()).isEmpty();
            assertThat(books.delivered()).isPositive();
        }
    }

    @Test
    void shouldWriteNothingIntoTheFolderOfASecondRecorderThatGetsTheLocks() throws InterruptedException {
        final Path recording = folder.resolve("recording");
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = start(stage);
            final Child first = recorder(stage, WalkedRecorder.class, session, recording);
            first.await("draining");
            final ProviderProcess provider = stage.add(new ProviderProcess(plan(stage), WriterMain.class, List.of()));
            provider.awaitReady().go();
            final Child second = recorder(stage, RecorderMain.class, session, recording);

            final boolean gotLock = second.awaitLine(SECOND_WAIT_MS);
            provider.awaitDone();
            awaitDrain(stage, session);
            assertOneOnly(first, second, gotLock);
            final Evidence evidence = stage.stop(session);
            provider.end();
            requireEachNumberOnce(recording, evidence);
        }
    }

    /** The second one may have got its first lock only, when the first one has stopped. */
    private static void awaitDrain(final Stage stage, final ProofSession session) {
        KillStage.eventually()
                .until(() -> LockFile.of(stage.traceDirectory().drainLock(session.row().id())).isHeld());
    }

    private static void requireEachNumberOnce(final Path recording, final Evidence evidence) {
        final Once once = new Once();
        final List<Throwable> errors = new ArrayList<>();
        try (EventReader reader = EventReader.open(new ReaderContext().errorHandler(errors::add),
                Source.recording(recording))) {
            while (!reader.isDone()) {
                reader.poll(once);
            }
            assertThat(once.problems()).isEmpty();
            assertThat(errors).isEmpty();
            assertThat(reader.totals().events()).isPositive().isEqualTo(evidence.ledger().delivered());
        }
    }

    /** The second one has got the lock, and the first one stops; or it waits for the lock in vain, and is ended. */
    private static void assertOneOnly(final Child first, final Child second, final boolean gotLock) {
        if (gotLock) {
            assertThat(DescriptionLock.isAvailable()).as("such locks do not vanish").isFalse();
            KillStage.eventually().until(() -> !first.isRunning());
        } else {
            second.kill();
        }
    }

    private static ProofSession start(final Stage stage) {
        return stage.start(SessionSettings.builder("locks").lanes(4).laneBytes(1 << 20).build(), Level.VERBOSE, 0);
    }

    private static WriterPlan plan(final Stage stage) {
        return stage.plan(1, THREADS, COUNT).withHeldLanes().withPace(PACE_NS);
    }

    private static Child recorder(final Stage stage, final Class<?> main, final ProofSession session,
            final Path recording) {
        return stage.add(Child.start(List.of(), main, stage.directory().toString(), session.name(),
                recording.toString(), RecorderContext.Mode.SEQUENTIAL.name()));
    }

    /** Opens and closes all files below some folders, again and again. */
    private static void walk(final Path... roots) {
        final Thread walker = new Thread(() -> {
            while (true) {
                for (final Path root : roots) {
                    try (Stream<Path> files = Files.walk(root)) {
                        files.filter(Files::isRegularFile).forEach(LostLockSystemTest::openAndClose);
                    } catch (final IOException | UncheckedIOException e) {
                        // A file was removed meanwhile.
                    }
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }, "walker");
        walker.setDaemon(true);
        walker.start();
    }

    private static void openAndClose(final Path file) {
        try (InputStream opened = Files.newInputStream(file)) {
            opened.read();
        } catch (final IOException e) {
            // It was removed meanwhile.
        }
    }

    /** A writing process with such a thread. */
    static final class WalkedWriter {
        private WalkedWriter() {}

        public static void main(final String[] arguments) throws IOException, InterruptedException {
            walk(Path.of(arguments[0]));
            WriterMain.main(arguments);
        }
    }

    /** A consuming process with such a thread. */
    static final class WalkedDrain {
        private WalkedDrain() {}

        public static void main(final String[] arguments) throws IOException {
            walk(Path.of(arguments[0]));
            DrainMain.main(arguments);
        }
    }

    /** A recording process with such a thread. */
    static final class WalkedRecorder {
        private WalkedRecorder() {}

        public static void main(final String[] arguments) {
            walk(Path.of(arguments[0]), Path.of(arguments[2]));
            RecorderMain.main(arguments);
        }
    }
}
