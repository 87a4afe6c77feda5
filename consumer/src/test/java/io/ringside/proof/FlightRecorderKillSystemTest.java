package io.ringside.proof;

import io.ringside.event.Level;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.SnapshotRecorder;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process that writes into a flight recorder is killed at every store, the eviction of a block among them: what it
 * has written last is in the snapshots that are taken afterwards, and each of its numbers has one fate.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("process")
class FlightRecorderKillSystemTest {
    private static final int THREADS = 2;
    private static final int COUNT = 400_000;
    private static final int EVICTIONS = 40;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(names = {"LANE_BLOCK_EVICTED", "LANE_BLOCK_STARTED", "LANE_ATTEMPT_COUNTED", "LANE_RECORD_WRITTEN",
        "LANE_WORD_STORED", "LANE_TAIL_STORED"})
    @DisplayName("A flight recorder whose writer is killed at any point holds what was written last")
    void shouldHoldTheNewestNumbersWhenTheWriterIsKilled(final KillPoint point) {
        final Random random = Rounds.random(getClass());
        final boolean ofBlock = point == KillPoint.LANE_BLOCK_EVICTED || point == KillPoint.LANE_BLOCK_STARTED;
        // Late enough that something was overwritten in any case.
        final int passage = ofBlock ? 12 + random.nextInt(EVICTIONS) : 5_000 + random.nextInt(10_000);
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = start(stage);
            final Path mark = stage.newFile("mark");
            final ProviderProcess victim = stage.provider(stage.plan(1, THREADS, COUNT),
                    ProviderProcess.stopAt(point, passage, mark));
            victim.awaitReady().go();
            KillStage.awaitMark(mark, victim.child());
            victim.kill();

            check(stage, session, victim.truth());
        }
    }

    @Test
    void shouldHoldTheNewestNumbersOfAWriterThatGoesOn() {
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = start(stage);
            final ProviderProcess provider = stage.provider(stage.plan(1, THREADS, COUNT)).awaitReady().go();
            KillStage.eventually().until(() -> provider.truth().returned() > COUNT / 4);

            final long[] returned = new long[THREADS];
            for (int thread = 0; thread < THREADS; thread++) {
                returned[thread] = provider.truth().returned(thread);
            }
            final Held held = snapshot(stage, session, "meanwhile");

            for (final Map.Entry<Integer, List<Long>> lane : held.numbers.entrySet()) {
                final int thread = held.threads.get(lane.getKey());
                assertThat(held.known(lane.getKey())).isGreaterThanOrEqualTo(returned[thread])
                        .isLessThanOrEqualTo(provider.truth().begun(thread));
            }
            provider.awaitDone();
            check(stage, session, provider.truth());
            provider.end();
        }
    }

    private static ProofSession start(final Stage stage) {
        return stage.start(SessionSettings.builder("flight").lanes(8).laneBytes(64 * 1024)
                .overflow(SessionSettings.Overflow.DROP_OLDEST).build(), Level.VERBOSE, 0);
    }

    private static void check(final Stage stage, final ProofSession session, final TruthFile truth) {
        final LedgerTotals.Reading reading = stage.controller().query(session.name()).ledger();
        final Held first = snapshot(stage, session, "first");
        final Held second = snapshot(stage, session, "second");
        long known = 0;
        for (final int lane : first.numbers.keySet()) {
            known += checkLane(first, lane, truth);
        }
        assertThat(second.numbers).isEqualTo(first.numbers).isNotEmpty();
        assertThat(reading.settled()).isTrue();
        final LedgerTotals totals = reading.totals();
        assertThat(totals.isBalanced()).as("%s", totals).isTrue();
        assertThat(totals.delivered()).isZero();
        assertThat(totals.overwritten()).isEqualTo(first.overwrittenTotal()).isPositive();
        assertThat(totals.inRing()).isEqualTo(first.numbers.values().stream().mapToLong(List::size).sum());
        assertThat(totals.wanted()).isBetween(known, known + THREADS);

        final io.ringside.control.Outcome.Stopped result = stage.controller().stop(session.name(), Stage.TIMEOUT);

        assertThat(result.isComplete()).isTrue();
        final LedgerTotals end = result.ledger().totals();
        assertThat(end.overwritten()).isEqualTo(totals.overwritten() + totals.inRing());
        assertThat(end.wanted()).isEqualTo(totals.wanted());
        assertThat(end.isBalanced()).isTrue();
        assertThat(stage.complaints()).isEmpty();
    }

    /** Each number of the lane's thread is held, lost as its writer was told, or overwritten before what is held. */
    private static long checkLane(final Held held, final int lane, final TruthFile truth) {
        final int thread = held.threads.get(lane);
        final List<Long> numbers = held.numbers.get(lane);
        final long known = held.known(lane);
        assertThat(known).isBetween(truth.returned(thread), truth.begun(thread));
        assertThat(numbers).isSorted().doesNotHaveDuplicates().isNotEmpty();
        long lost = 0;
        int next = 0;
        for (long number = 0; number < Math.min(known, truth.returned(thread)); number++) {
            final boolean written = Outcome.written(truth.outcome(thread, number)) == 1;
            final boolean isHeld = next < numbers.size() && numbers.get(next) == number;
            next += isHeld ? 1 : 0;
            lost += written ? 0 : 1;
            assertThat(isHeld).as("number %s of thread %s", number, thread)
                    .isEqualTo(written && number >= numbers.get(0));
        }
        assertThat(held.lost.getOrDefault(lane, 0L)).isBetween(lost, lost + 1);
        return known;
    }

    private static Held snapshot(final Stage stage, final ProofSession session, final String name) {
        final Path to = stage.newFile(name);
        final List<Throwable> problems = new ArrayList<>();
        try (SnapshotRecorder snapshot = SnapshotRecorder
                .open(new RecorderContext(session.name(), to).directory(stage.traceDirectory().path())
                        .errorHandler(problems::add))) {
            while (!snapshot.isComplete()) {
                snapshot.doWork();
            }
        }
        final Held held = new Held();
        try (EventReader consumer = EventReader.open(new ReaderContext().errorHandler(problems::add),
                Source.recording(to))) {
            while (!consumer.isDone()) {
                consumer.poll(held);
            }
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(problems).isEmpty();
        return held;
    }

    /** What a snapshot holds of each lane. */
    private static final class Held implements EventHandler {
        private final Map<Integer, List<Long>> numbers = new HashMap<>();
        private final Map<Integer, Integer> threads = new HashMap<>();
        private final Map<Integer, Long> overwritten = new HashMap<>();
        private final Map<Integer, Long> lost = new HashMap<>();

        @Override
        public void onEvent(final EventView event) {
            assertThat(Numbers.isIntact(event.buffer(), event.payloadOffset(), event.payloadLength())).isTrue();
            final int thread = event.buffer().getInt(event.payloadOffset() + Numbers.THREAD_OFFSET);
            assertThat(threads.getOrDefault(event.lane(), thread)).isEqualTo(thread);
            threads.put(event.lane(), thread);
            numbers.computeIfAbsent(event.lane(), lane -> new ArrayList<>())
                    .add(event.buffer().getLong(event.payloadOffset() + Numbers.NUMBER_OFFSET));
        }

        @Override
        public void onGap(final GapView gap) {
            overwritten.merge(gap.lane(), gap.overwritten(), Long::sum);
            lost.merge(gap.lane(), gap.total(), Long::sum);
        }

        /** Numbers of a lane of which the snapshot tells anything. */
        private long known(final int lane) {
            return numbers.get(lane).size() + overwritten.getOrDefault(lane, 0L) + lost.getOrDefault(lane, 0L);
        }

        private long overwrittenTotal() {
            return overwritten.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
