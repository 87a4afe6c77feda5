package io.ringside.proof;

import io.ringside.RingsideException;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordingLimits;
import io.ringside.internal.recording.RecordingOrder;
import io.ringside.reader.DataFiles;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Recorders are killed while processes write, in this pid namespace and in others, where each is process 1. The
 * recording holds every event exactly once, or one gap that counts it, and the ledger counts as delivered what it
 * holds. Where the next recorder writes to another folder, all recordings together do.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("process")
class RecorderKillSystemTest {
    private static final int RANDOM_KILLS = Rounds.of(3, 40);
    private static final int KILLS_PER_POINT = Rounds.of(1, 4);
    private static final int SOME = 2;
    private static final int LIFETIME_MS = 300;
    private static final int VICTIM_CALLS = 1_000;
    /** Number of the process that writes all the time. */
    private static final int NEIGHBOUR = 0;
    private static final List<String> OTHER_PID_NAMESPACE = List.of("unshare", "--pid", "--fork", "--kill-child",
            "--mount-proc");

    /** Passed by every recorder. */
    private static final List<KillPoint> POINTS = List.of(KillPoint.RECORD_ROLL_BEGUN, KillPoint.RECORD_BATCH_APPENDED,
            KillPoint.DRAIN_CHECKPOINT_STORED, KillPoint.DRAIN_HEAD_STORED, KillPoint.RECORD_LANE_COMMITTED,
            KillPoint.RECORD_CHECKPOINT_APPENDED);

    /** The same where each recorder has a folder of its own. */
    private static final List<KillPoint> POINTS_ELSEWHERE = List.of(KillPoint.RECORD_BATCH_APPENDED,
            KillPoint.DRAIN_SINK_NAMED, KillPoint.RECORD_LANE_COMMITTED);

    /** Passed when a process has died, each by the recorder that follows on the one killed at the point before. */
    private static final List<KillPoint> POINTS_OF_RETIRING = List.of(KillPoint.DRAIN_LANES_FINISHED,
            KillPoint.DRAIN_SEALED, KillPoint.DRAIN_RING_REMOVED, KillPoint.DRAIN_FOLDED,
            KillPoint.DRAIN_LEDGER_REMOVED);

    /** Passed only once by a recorder. */
    private static final Set<KillPoint> POINTS_PASSED_ONCE = Set.of(KillPoint.RECORD_ROLL_BEGUN,
            KillPoint.DRAIN_SINK_NAMED);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;
    private final List<Path> recordings = new ArrayList<>();
    private boolean eachElsewhere;
    private RecorderContext.Mode mode = RecorderContext.Mode.SEQUENTIAL;
    private int recorders;

    @Tag("proof")
    @Test
    @DisplayName("R4.23 all files together hold every event once, whenever their recorder is killed")
    void shouldRecordEveryEventOnceInSmallFilesWhenRecordersAreKilledAtRandom() throws InterruptedException {
        mode = RecorderContext.Mode.NEWFILE;
        shouldRecordEveryEventOnceWhenRecordersAreKilledAtRandom();
    }

    @Test
    void shouldRecordEveryEventOnceWhenRecordersAreKilledAtRandom() throws InterruptedException {
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            for (int round = 0; round < RANDOM_KILLS; round++) {
                final ProviderProcess victim = stage.newVictim(List.of());
                stage.drain().awaitLine(random.nextInt(LIFETIME_MS));
                stage.drain().kill();
                if (random.nextBoolean()) {
                    victim.kill();
                }
                stage.newDrain(List.of()).await("draining");
                victim.kill();
            }
            end(stage);
        }
    }

    @Tag("proof")
    @Test
    void shouldRecordEveryEventOnceWhenRecordersAreKilledBetweenRecordingAndCommitting() {
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                // Who closes a recording takes the session's sink with it: the next one names it again.
                close(stage.drain());
                killAt(stage, KillPoint.DRAIN_SINK_NAMED, 1);
                for (final KillPoint point : POINTS) {
                    killAt(stage, point, passage(point, random));
                }
                killRetiring(stage, POINTS_OF_RETIRING);
            }
            end(stage);
        }
    }

    @Tag("proof")
    @Test
    void shouldRecordEveryEventOnceWhenEachRecorderThatWasKilledIsFollowedByOneWithAnotherFolder() throws IOException {
        eachElsewhere = true;
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                stage.drain().kill();
                for (final KillPoint point : POINTS_ELSEWHERE) {
                    killAt(stage, point, passage(point, random));
                    refuseWithoutTheLast(stage);
                }
                killRetiring(stage, some(POINTS_OF_RETIRING, random));
            }
            end(stage);
        }
    }

    @Tag("proof")
    @Test
    @DisplayName("R4.8 the recordings hold every event once, also if the recorder is killed while it goes to another")
    void shouldRecordEveryEventOnceWhenRecordersAreKilledWhileTheyGoElsewhere() throws InterruptedException {
        eachElsewhere = true;
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                stage.drain().kill();
                final Path mark = stage.stage().newFile("mark");
                // It names the folder with which it begins, and then the other one.
                final Child recorder = stage.newDrain(ProviderProcess.stopAt(KillPoint.DRAIN_SINK_NAMED, 2, mark));
                recorder.await("draining");
                move(stage);
                KillStage.awaitMark(mark, recorder);
                recorder.kill();
                stage.checkLedger();
                final Child next = stage.newDrain(List.of());
                next.await("draining");
                move(stage);
                next.awaitLine(random.nextInt(LIFETIME_MS));
                move(stage);
                next.awaitLine(random.nextInt(20));
                next.kill();
                stage.checkLedger();
                stage.newDrain(List.of()).await("draining");
            }
            recordings.removeIf(recording -> !QueueReader.exists(recording));
            assertThat(recordings).hasSizeGreaterThan(3 * KILLS_PER_POINT);
            end(stage);
        }
    }

    @Tag("proof")
    @Test
    @DisplayName("R4.22 in a circular recording an event is there once, in a gap, or has given way with all before it")
    void shouldHoldNothingTwiceInACircularRecordingWhoseRecordersAreKilled() {
        mode = RecorderContext.Mode.CIRCULAR;
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                stage.drain().kill();
                for (final KillPoint point : some(POINTS, random)) {
                    killAt(stage, point, passage(point, random));
                }
                killRetiring(stage, some(POINTS_OF_RETIRING, random));
            }
            endCircular(stage);
        }
    }

    @Tag("proof")
    @Test
    @DisplayName("R4.20 APPEND: recorders are killed behind what another session recorded: every event is there once")
    void shouldRecordEveryEventOnceBehindAnotherSessionWhenRecordersAreKilled() {
        mode = RecorderContext.Mode.APPEND;
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder, this::startBehindOther)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                stage.drain().kill();
                for (final KillPoint point : some(POINTS, random)) {
                    killAt(stage, point, passage(point, random));
                }
                killRetiring(stage, some(POINTS_OF_RETIRING, random));
            }
            end(stage);
        }
    }

    @Tag("proof")
    @Test
    void shouldTakeNothingTwiceWhenAConsumerFollowsOnARecorderThatWasKilled()
            throws IOException, InterruptedException {
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            final Once once = new Once();
            long live = 0;
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                stage.drain().kill();
                killAt(stage, KillPoint.RECORD_BATCH_APPENDED, 3);
                final Child consumer = stage.stage().drain(stage.session());
                stage.checkLedger();
                consumer.awaitLine(LIFETIME_MS);
                close(consumer);
                stage.newDrain(List.of()).await("draining");
            }
            final Evidence evidence = stage.stage().stop(stage.session());
            for (final Journal journal : evidence.journals()) {
                live += journal.events(evidence.level());
                once.addRuns(journal, evidence.level());
            }
            final EventReader consumer = read(lastRecording(), once, true);
            assertThat(once.problems()).isEmpty();
            assertThat(live).isPositive();
            assertThat(consumer.totals().takenElsewhere()).isEqualTo(live + losses(evidence));
            assertThat(consumer.totals().events() + live).isEqualTo(evidence.ledger().delivered());
            assertThat(consumer.totals().lostEvents() + losses(evidence)).isEqualTo(evidence.ledger().lostTotal());
        }
    }

    @Tag("proof")
    @Test
    void shouldCountAsDeliveredWhatTheRecordingHoldsWhenTheSessionEndsBehindARecorderThatWasKilled() {
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            stage.drain().kill();
            killAt(stage, KillPoint.RECORD_BATCH_APPENDED, 5);
            final Evidence evidence = stage.stage().stop(stage.session());
            final Once once = new Once();
            final EventReader consumer = read(lastRecording(), once, false);
            assertThat(once.problems()).isEmpty();
            assertThat(consumer.totals().events()).isPositive().isEqualTo(evidence.ledger().delivered());
        }
    }

    /** Have the recorder go on in a folder that is read behind the one before. */
    private void move(final KillStage stage) {
        final Path to = folder.resolve("moved." + recordings.size());
        recordings.add(to);
        final SessionSettings settings = stage.stage().controller().query(stage.session().name()).session().settings();
        stage.stage().controller().update(stage.session().name(), Map.of(RecordingOrder.SETTING,
                RecordingOrder.after(settings.recording(), to, RecordingLimits.of(mode, 0, 0)).text()));
    }

    /** The first recorder finds the recording of a session that has ended. */
    private Child startBehindOther(final Stage stage, final ProofSession session, final List<String> options) {
        if (recordings.isEmpty()) {
            recordings.add(folder.resolve("recording.shared"));
            stage.controller().start(SessionSettings.builder("before").build());
            Recorder.open(new RecorderContext("before", lastRecording()).directory(stage.traceDirectory().path())
                    .roll(RecorderContext.RollInterval.SECONDLY)).close();
            stage.controller().stop("before", Duration.ofSeconds(10));
            assertThatThrownBy(() -> Recorder.open(
                    new RecorderContext(session.name(), lastRecording()).directory(stage.traceDirectory().path())))
                    .hasMessageContaining("mode append");
        }
        return startRecorder(stage, session, options);
    }

    private static int passage(final KillPoint point, final Random random) {
        return POINTS_PASSED_ONCE.contains(point) ? 1 : 1 + random.nextInt(20);
    }

    /** In their order. One test passes all points; the others a few, and all in the complete proof. */
    private static List<KillPoint> some(final List<KillPoint> points, final Random random) {
        final List<KillPoint> shuffled = new ArrayList<>(points);
        Collections.shuffle(shuffled, random);
        return shuffled.stream().limit(Rounds.of(SOME, points.size())).sorted(Comparator.comparing(points::indexOf))
                .toList();
    }

    /** Have the next recorder die at a passage of a point. */
    private static void killAt(final KillStage stage, final KillPoint point, final int passage) {
        final Path mark = stage.stage().newFile("mark");
        final Child recorder = stage.newDrain(ProviderProcess.stopAt(point, passage, mark));
        KillStage.awaitMark(mark, recorder);
        stage.checkLedger();
        recorder.kill();
        stage.checkLedger();
    }

    /** Have a process die whose books then take one recorder for each step, and one more. */
    private static void killRetiring(final KillStage stage, final List<KillPoint> points) {
        final ProviderProcess victim = stage.newVictim(List.of());
        KillStage.eventually().until(() -> victim.hasTruth() && victim.truth().returned() > VICTIM_CALLS);
        victim.kill();
        points.forEach(point -> killAt(stage, point, 1));
        stage.newDrain(List.of()).await("draining");
        stage.awaitDrained();
        stage.checkLedger();
    }

    private static void close(final Child drain) {
        drain.say("close");
        drain.await("closed");
        drain.awaitEnd();
    }

    /** Nobody goes on before it is known what the recording of the one that was killed holds. */
    private void refuseWithoutTheLast(final KillStage stage) throws IOException {
        final Path away = folder.resolve("away");
        Files.move(lastRecording(), away);
        try {
            assertThatThrownBy(
                    () -> Recorder.open(new RecorderContext(stage.session().name(), folder.resolve("refused"))
                            .directory(stage.stage().traceDirectory().path())))
                    .isInstanceOf(RingsideException.class)
                    .hasMessageContaining("bring the recording back there");
        } finally {
            Files.move(away, lastRecording());
        }
    }

    private static long losses(final Evidence evidence) {
        long losses = 0;
        for (final Journal journal : evidence.journals()) {
            for (int entry = 0; entry < journal.size(); entry++) {
                if (journal.kind(entry) == Journal.Kind.GAP || journal.kind(entry) == Journal.Kind.LANELESS) {
                    losses += journal.losses(entry).total();
                }
            }
        }
        return losses;
    }

    /** Every second one is process 1 of a pid namespace of its own. */
    private Child startRecorder(final Stage stage, final ProofSession session, final List<String> options) {
        final List<String> wrapper = ++recorders % 2 == 0 ? OTHER_PID_NAMESPACE : List.of();
        if (eachElsewhere || recordings.isEmpty()) {
            recordings.add(folder.resolve("recording." + recorders));
        }
        return stage.add(Child.startUnder(wrapper, options, RecorderMain.class, stage.directory().toString(),
                session.name(), lastRecording().toString(), mode.name()));
    }

    private Path lastRecording() {
        return recordings.get(recordings.size() - 1);
    }

    /** All recordings, read one after another, are like a single one. */
    private void end(final KillStage stage) {
        final Evidence stopped = stage.stage().stop(stage.session());
        long events = 0;
        long losses = 0;
        try {
            final EventHandler handler = new JournalHandler(Journal.open(stage.session().newJournal()),
                    stopped.level());
            for (final Path recording : recordings) {
                final EventReader consumer = read(recording, handler, recording.equals(lastRecording()));
                assertThat(consumer.totals().takenElsewhere()).as("taken elsewhere of %s", recording).isZero();
                events += consumer.totals().events();
                losses += consumer.totals().lostEvents();
            }
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        final Evidence evidence = stage.session().evidence(stopped.ledger());
        assertThat(stage.end(evidence)).isEmpty();
        assertThat(events).isEqualTo(evidence.ledger().delivered());
        assertThat(losses).isEqualTo(evidence.ledger().lostTotal());
        assertThat(stage.leftovers()).isEmpty();
    }

    /** All that is there now: in the first alone nothing may be, as its recorder was killed. */
    private void awaitGivenWay() {
        try {
            final List<Path> files = DataFiles.of(lastRecording());
            KillStage.eventually().until(() -> files.stream().noneMatch(Files::exists));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What gave way is to the books as if it had been handed to a drain that nobody can ask. */
    private void endCircular(final KillStage stage) {
        awaitGivenWay();
        final LedgerNumbers ledger = stage.stage().stop(stage.session()).ledger();
        final FirstLosses before = new FirstLosses();
        final Evidence evidence;
        final EventReader consumer;
        try {
            Journal.open(stage.session().newJournal());
            consumer = read(SourceSettings.recording(lastRecording()).records(before), new JournalHandler(
                    Journal.open(stage.session().newJournal()), stage.session().level()), true);
            evidence = stage.session().evidence(ledger);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        final Books books = stage.books(evidence);
        assertThat(stage.problems(books)).isEmpty();
        assertThat(consumer.totals().takenElsewhere()).isZero();
        assertThat(before.total() + consumer.totals().lostEvents())
                .as("lost in files that gave way, and in those that are here")
                .isEqualTo(ledger.lostTotal());
        final GivenWay givenWay = books.givenWay();
        assertThat(givenWay.problems()).isEmpty();
        assertThat(givenWay.events()).isPositive();
        assertThat(givenWay.absent()).as("the newest is there").doesNotContain(NEIGHBOUR);
        // Of a call that was cut off its thread does not know whether it has written.
        assertThat(ledger.delivered() - consumer.totals().events() - givenWay.events()).as("%s", ledger)
                .isBetween(0L, givenWay.unknown());
        assertThat(stage.leftovers()).isEmpty();
    }

    private static EventReader read(final Path recording, final EventHandler handler, final boolean ended) {
        return read(Source.recording(recording), handler, ended);
    }

    private static EventReader read(final Source recording, final EventHandler handler, final boolean ended) {
        final List<Throwable> problems = new ArrayList<>();
        try (EventReader consumer = EventReader.open(new ReaderContext().errorHandler(problems::add), recording)) {
            while (!consumer.hasCaughtUp()) {
                consumer.poll(handler);
            }
            assertThat(problems).isEmpty();
            consumer.deliverRest(handler);
            assertThat(consumer.isDone()).isEqualTo(ended);
            return consumer;
        }
    }
}
