package io.ringside.proof;

import io.ringside.RingsideException;
import io.ringside.event.Level;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.ProcessFileName.Kind;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A file is cut to nothing while a process writes into it and a drain reads it: it costs that process. Both JVMs live
 * on, and another process's events arrive as before.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("process")
class CutFileSystemTest {
    private static final int OTHER = 1;
    private static final int OTHER_COUNT = 8_000_000;
    private static final long OTHER_PACE_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int GOES_ON = 1_000;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(1);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    /** What is cut. */
    private enum Cut {
        RING, LEDGER, PAGE, SCHEMA, SESSION_ROW, CONTROL_PAGE;

        private Path path(final TraceDirectory directory, final long sessionId, final Incarnation writer) {
            return switch (this) {
                case RING -> directory.ring(sessionId, writer, 0);
                case LEDGER -> directory.ledger(sessionId, writer);
                case PAGE -> directory.processPage(writer);
                case SCHEMA -> directory.schema(Numbers.schema().id(), Numbers.schema().contentHash());
                case SESSION_ROW -> directory.sessionRow(sessionId);
                case CONTROL_PAGE -> directory.controlPage();
            };
        }

        /** Whether the drain has the file in use. */
        private boolean isNamed() {
            return this == LEDGER || this == PAGE || this == SESSION_ROW;
        }
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource
    @Tag("jdk25")
    void shouldCostItsProcessOnlyWhenAFileIsCut(final Cut cut) throws IOException {
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = stage.start(SessionSettings.builder("cut").lanes(8).laneBytes(64 * 1024)
                    .build(), Level.VERBOSE, 0);
            final Path journal = session.newJournal();
            final Child drain = stage.add(Child.start(List.of(), DrainMain.class, stage.directory().toString(),
                    session.name(), Integer.toString(session.level()), journal.toString()));
            drain.await("draining");
            final Child writer = stage.add(Child.start(List.of(), CutWriterMain.class, stage.directory().toString()));
            writer.await("writing");
            final Path path = cut.path(stage.traceDirectory(), session.row().id(), writerOf(stage, session));
            final ProviderProcess other = stage.provider(stage.plan(OTHER, 2, OTHER_COUNT).withPace(OTHER_PACE_NS))
                    .awaitReady().go();
            awaitEvents(journal, GOES_ON);

            cut(path);
            if (cut != Cut.SCHEMA) {
                awaitEvents(journal, lastOf(journal) + GOES_ON);
            } else {
                awaitLater(stage);
            }

            writer.say("stop");
            System.out.println("CutFileSystemTest: " + cut + ": " + writer.await("wrote"));
            writer.await("left");
            writer.awaitEnd();
            assertThat(other.child().isRunning()).isTrue();
            stop(stage, session);
            drain.sayUnlessEnded("close");
            final List<String> lines = linesOf(drain);
            if (cut.isNamed()) {
                assertThat(lines).anySatisfy(line -> assertThat(line).contains(path.toString()));
            }
            drain.awaitEnd();
        }
    }

    /** Its threads count losses without a lane there, at the same time and in no lane's order. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-Xmixed"})
    @Tag("jdk25")
    void shouldNotEndJvmThatLosesWithoutLanesWhenItsPageIsCut(final String mode) throws IOException {
        try (Stage stage = new Stage(directory, folder)) {
            stage.start(SessionSettings.builder("cut").lanes(1).laneBytes(64 * 1024).build(), Level.VERBOSE, 0);
            final Child writer = stage.add(Child.start(List.of(mode), CutLossMain.class,
                    stage.directory().toString()));
            writer.await("losing");

            cut(onlyPage(stage));
            writer.await("goes on");

            writer.say("stop");
            final String figures = writer.await("wrote");
            System.out.println("CutFileSystemTest: " + mode + ": " + figures);
            assertThat(figures).doesNotContain("faults=0");
            writer.await("left");
            writer.awaitEnd();
        }
    }

    private static void cut(final Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
    }

    private static Path onlyPage(final Stage stage) {
        final List<String> names = FolderListing.namesIn(stage.traceDirectory().processes()).stream()
                .filter(name -> name.endsWith(".page")).toList();
        assertThat(names).hasSize(1);
        return stage.traceDirectory().processes().resolve(names.get(0));
    }

    /** In the schema stands what tells writers that they are wanted: the others may be silent as well. */
    private static void awaitLater(final Stage stage) {
        final long beginNs = System.nanoTime();
        KillStage.eventually().until(() -> {
            assertThat(stage.controller().rows()).hasSize(1);
            return System.nanoTime() - beginNs > TimeUnit.SECONDS.toNanos(1);
        });
    }

    /** The session ends, or it is said why it does not. */
    private static void stop(final Stage stage, final ProofSession session) {
        try {
            System.out.println("CutFileSystemTest: " + stage.controller().stop(session.name(), STOP_TIMEOUT));
        } catch (final RingsideException e) {
            assertThat(e).hasMessageContaining("=");
        }
    }

    private static Incarnation writerOf(final Stage stage, final ProofSession session) {
        for (final String name : FolderListing.namesIn(stage.traceDirectory().session(session.row().id()))) {
            final ProcessFileName file = ProcessFileName.parse(name);
            if (file != null && file.kind() == Kind.LEDGER) {
                return file.incarnation();
            }
        }
        throw new AssertionError("no process has a ledger: session=" + session.name());
    }

    private static void awaitEvents(final Path journal, final long number) {
        KillStage.eventually().until(() -> lastOf(journal) >= number);
    }

    /** The highest number that has arrived of the other process. */
    private static long lastOf(final Path journal) throws IOException {
        final Journal arrived = Journal.open(journal);
        long last = 0;
        for (int entry = 0; entry < arrived.size(); entry++) {
            if (arrived.kind(entry) == Journal.Kind.RUN && arrived.process(entry) == OTHER) {
                last = Math.max(last, arrived.to(entry));
            }
        }
        return last;
    }

    private static List<String> linesOf(final Child drain) {
        final List<String> lines = new ArrayList<>();
        String line = drain.await("");
        while (!line.equals("closed") && !line.equals("ended")) {
            lines.add(line);
            line = drain.await("");
        }
        return lines;
    }
}
