package io.ringside.consumer.proof;

import io.ringside.consumer.EventHandler;
import io.ringside.consumer.EventView;
import io.ringside.consumer.GapView;
import io.ringside.consumer.RecordingConsumer;
import io.ringside.consumer.RecordingContext;
import io.ringside.transport.directory.SharedMemoryFactory;
import io.ringside.transport.fault.KillPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Recorders are killed while processes write, in this pid namespace and in others, where each is process 1. The
 * recording holds every event exactly once, or one gap that counts it, and the ledger counts as delivered what it
 * holds.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RecorderKillSystemTest {
    private static final int RANDOM_KILLS = Rounds.of(6, 40);
    private static final int KILLS_PER_POINT = Rounds.of(1, 4);
    private static final int LIFETIME_MS = 300;
    private static final List<String> OTHER_PID_NAMESPACE = List.of("unshare", "--pid", "--fork", "--kill-child",
            "--mount-proc");

    /** Passed by every recorder. */
    private static final List<KillPoint> POINTS = List.of(KillPoint.RECORD_ROLL_BEGUN, KillPoint.RECORD_BATCH_APPENDED,
            KillPoint.DRAIN_CHECKPOINT_STORED, KillPoint.RECORD_LANE_COMMITTED, KillPoint.RECORD_CHECKPOINT_APPENDED);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;
    private Path recording;
    private int recorders;

    @BeforeEach
    void nameRecording() {
        recording = folder.resolve("recording");
    }

    @Test
    @Tag("jdk25")
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

    @Test
    void shouldRecordEveryEventOnceWhenRecordersAreKilledBetweenRecordingAndCommitting() {
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                for (final KillPoint point : POINTS) {
                    stage.drain().kill();
                    final Path mark = stage.stage().newFile("mark");
                    final int passage = point == KillPoint.RECORD_ROLL_BEGUN ? 1 : 1 + random.nextInt(20);
                    final Child recorder = stage.newDrain(ProviderProcess.stopAt(point, passage, mark));
                    KillStage.awaitMark(mark, recorder);
                    stage.checkLedger();
                    recorder.kill();
                    stage.newDrain(List.of()).await("draining");
                }
            }
            end(stage);
        }
    }

    @Test
    void shouldTakeNothingTwiceWhenAConsumerFollowsOnARecorderThatWasKilled() throws IOException {
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            final Once once = new Once();
            long live = 0;
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                stage.drain().kill();
                final Path mark = stage.stage().newFile("mark");
                final Child recorder = stage.newDrain(
                        ProviderProcess.stopAt(KillPoint.RECORD_BATCH_APPENDED, 3, mark));
                KillStage.awaitMark(mark, recorder);
                recorder.kill();
                final Child consumer = stage.stage().drain(stage.session());
                stage.checkLedger();
                consumer.say("close");
                consumer.await("closed");
                consumer.awaitEnd();
                stage.newDrain(List.of()).await("draining");
            }
            final Evidence evidence = stage.stage().stop(stage.session());
            for (final Journal journal : evidence.journals()) {
                live += journal.events(evidence.level());
                once.addRuns(journal, evidence.level());
            }
            final RecordingConsumer consumer = read(once);
            assertThat(once.problems).isEmpty();
            assertThat(live).isPositive();
            assertThat(consumer.takenElsewhere()).isEqualTo(live + losses(evidence));
            assertThat(consumer.events() + live).isEqualTo(evidence.ledger().delivered());
            assertThat(consumer.lostEvents() + losses(evidence)).isEqualTo(evidence.ledger().lostTotal());
        }
    }

    @Test
    void shouldCountAsDeliveredWhatTheRecordingHoldsWhenTheSessionEndsBehindARecorderThatWasKilled() {
        try (KillStage stage = new KillStage(directory, folder, this::startRecorder)) {
            stage.drain().kill();
            final Path mark = stage.stage().newFile("mark");
            final Child recorder = stage.newDrain(
                    ProviderProcess.stopAt(KillPoint.RECORD_BATCH_APPENDED, 5, mark));
            KillStage.awaitMark(mark, recorder);
            recorder.kill();
            final Evidence evidence = stage.stage().stop(stage.session());
            final Once once = new Once();
            final RecordingConsumer consumer = read(once, false);
            assertThat(once.problems).isEmpty();
            assertThat(consumer.events()).isPositive().isEqualTo(evidence.ledger().delivered());
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
        return stage.add(Child.startUnder(wrapper, options, RecorderMain.class, stage.directory().toString(),
                session.name(), recording.toString()));
    }

    private void end(final KillStage stage) {
        final Evidence stopped = stage.stage().stop(stage.session());
        final RecordingConsumer consumer;
        try {
            consumer = read(new JournalHandler(Journal.open(stage.session().newJournal()), stopped.level()));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        final Evidence evidence = stage.session().evidence(stopped.ledger());
        assertThat(stage.end(evidence)).isEmpty();
        assertThat(consumer.takenElsewhere()).isZero();
        assertThat(consumer.events()).isEqualTo(evidence.ledger().delivered());
        assertThat(consumer.lostEvents()).isEqualTo(evidence.ledger().lostTotal());
        assertThat(stage.leftovers()).isEmpty();
    }

    private RecordingConsumer read(final EventHandler handler) {
        return read(handler, true);
    }

    private RecordingConsumer read(final EventHandler handler, final boolean ended) {
        final List<Throwable> problems = new ArrayList<>();
        try (RecordingConsumer consumer = RecordingConsumer
                .open(new RecordingContext(recording, handler).errorHandler(problems::add))) {
            while (!consumer.isAtEnd()) {
                consumer.doWork();
            }
            assertThat(problems).isEmpty();
            consumer.deliverRest();
            assertThat(consumer.hasEnded()).isEqualTo(ended);
            return consumer;
        }
    }

    /** Complains of events that come twice. */
    private static final class Once implements EventHandler {
        private final Map<Long, BitSet> seen = new HashMap<>();
        private final List<String> problems = new ArrayList<>();

        void addRuns(final Journal journal, final int level) {
            for (int entry = 0; entry < journal.size(); entry++) {
                if (journal.kind(entry) == Journal.Kind.RUN) {
                    for (long number = journal.from(entry); number <= journal.to(entry); number = Numbers.next(number,
                            level)) {
                        add(journal.process(entry), journal.thread(entry), number);
                    }
                }
            }
        }

        private void add(final int process, final int thread, final long number) {
            final BitSet numbers = seen.computeIfAbsent(((long) process << 32) | thread, key -> new BitSet());
            if (numbers.get((int) number)) {
                problems.add("twice: process=" + process + ", thread=" + thread + ", number=" + number);
            }
            numbers.set((int) number);
        }

        @Override
        public void onEvent(final EventView event) {
            final DirectBuffer buffer = event.buffer();
            final int payload = event.payloadOffset();
            add(buffer.getInt(payload + Numbers.PROCESS_OFFSET), buffer.getInt(payload + Numbers.THREAD_OFFSET),
                    buffer.getLong(payload + Numbers.NUMBER_OFFSET));
        }

        @Override
        public void onGap(final GapView gap) {
            // Compared by sum.
        }
    }
}
