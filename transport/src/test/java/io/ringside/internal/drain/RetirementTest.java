package io.ringside.internal.drain;

import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.ClosedTotals;
import io.ringside.internal.registry.LanelessLosses;
import io.ringside.internal.registry.ProcessView;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A drain that ends behind each of its steps, and the next one that finds what it left. */
class RetirementTest {
    private static final int EVENTS = 40;

    @TempDir
    Path folder;
    private final RecordingSink sink = new RecordingSink();
    private DrainFixture fixture;
    private HandMadeProvider dead;

    /** Where the first drain ends: each step includes those before it. */
    private enum Step {
        /** It has only looked. */
        NOTHING,
        /** Events are taken, their room is not given back. */
        CHECKPOINT_STORED,
        /** Room is given back, the events were never delivered. */
        HEAD_STORED,
        /** All lanes are empty. */
        EVENTS_TAKEN,
        /** The books of one lane are closed. */
        ONE_LANE_FINISHED,
        /** The books of all lanes are closed. */
        LANES_FINISHED,
        /** The ledger says so. */
        SEALED,
        /** One ring is gone. */
        RING_REMOVED,
        /** All rings are gone. */
        RINGS_REMOVED,
        /** The fold contains the ledger, which still stands. */
        FOLDED,
        /** The ledger is gone, the page still stands. */
        LEDGER_REMOVED
    }

    @BeforeEach
    void start() {
        fixture = DrainFixture.start(folder);
        dead = fixture.session.provider();
        dead.addBatch();
        for (int i = 0; i < EVENTS; i++) {
            dead.write(0, i);
            dead.write(5, 1000 + i);
        }
        dead.attempt(0);
        dead.write(1, 0, 60_000);
        dead.page().addNoLane(fixture.session.row().slot(), 9);
        dead.die();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void shouldBalanceWhereverTheFirstDrainEnded(final Step step) throws IOException {
        crashAfter(step);

        assertBalanced();
        finishWithAnotherDrain();
        assertRetired();
        assertThat(sink.lost().total()).isLessThanOrEqualTo(3);
        assertThat(sink.values).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(2 * EVENTS);
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void shouldBalanceWhenWhatTheFirstDrainLeftIsDiscarded(final Step step) throws IOException {
        crashAfter(step);
        fixture.session.stop();

        fixture.books.discardRest(fixture.session.row());

        assertThat(fixture.books.drained(fixture.session.row())).isTrue();
        assertThat(fixture.totals().inRing()).isZero();
        assertThat(fixture.totals().delivered() + fixture.totals().lost().of(LossCause.DISCARDED))
                .isEqualTo(2 * EVENTS);
        assertFoldedOnce();
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void shouldAddAProcessToTheFoldOnce() {
        final Retirement retirement = retirement();
        final LaneTotals totals = new LaneTotals();
        totals.add(new ClosedTotals.Laneless(2, 3));
        final LanelessLosses laneless = new LanelessLosses(7, 1, 0, 1, 1, 0, 0);

        for (int i = 0; i < 3; i++) {
            assertThat(retirement.fold(dead.incarnation(), totals.toTotals(), laneless)).isTrue();
        }

        assertThat(retirement.folded().totals().wanted()).isEqualTo(6);
        assertThat(retirement.folded().totals().lost().of(LossCause.NO_LANE)).isEqualTo(3);
    }

    @Test
    void shouldCountWhatAFoldedProcessLosesLaterOnce() {
        final HandMadeProvider living = fixture.session.provider();
        final int slot = fixture.session.row().slot();
        living.page().addNotAttached(slot, 1);
        final Retirement retirement = retirement();
        assertThat(retirement.fold(living.incarnation(), LedgerTotals.ZERO, lossesOf(living))).isTrue();
        living.page().addNotAttached(slot, 2);
        living.page().addNotAttached(slot, 3);

        assertThat(retirement.folded().totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(1);
        assertThat(fixture.totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(3);
        assertThat(fixture.totals().isBalanced()).isTrue();

        for (int i = 0; i < 2; i++) {
            assertThat(retirement.fold(living.incarnation(), LedgerTotals.ZERO, lossesOf(living))).isTrue();
            assertThat(retirement.folded().totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(3);
            assertThat(fixture.totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(3);
        }
    }

    @Test
    void shouldReportWhatAFoldedProcessLosesLaterAndThatItLives() {
        final HandMadeProvider living = fixture.session.provider();
        assertThat(retirement().fold(living.incarnation(), LedgerTotals.ZERO, lossesOf(living))).isTrue();
        final int slot = fixture.session.row().slot();
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            final long before = sink.lost().of(LossCause.NOT_ATTACHED);
            for (int i = 0; i < 5; i++) {
                living.page().addNotAttached(slot, i);
            }

            fixture.drainAll(drain, sink);

            assertThat(sink.lost().of(LossCause.NOT_ATTACHED) - before).isEqualTo(5);
            assertThat(drain.takenLosses().of(LossCause.NOT_ATTACHED)).isEqualTo(5);
            assertThat(fixture.totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(5);
            assertThat(fixture.errors).anySatisfy(error -> assertThat(error)
                    .contains(living.incarnation() + ".alive: process was taken for dead, but it lives"));
            living.page().addNotAttached(slot, 6);
            living.die();
            fixture.drainAll(drain, sink);
        }

        assertThat(retirement().folded().totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(6);
        assertThat(fixture.totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(6);
        assertThat(sink.lost().of(LossCause.NOT_ATTACHED)).isEqualTo(6);
    }

    private LanelessLosses lossesOf(final HandMadeProvider provider) {
        try (ProcessView view = ProcessView.open(fixture.session.directory(), provider.incarnation(),
                Access.READ_ONLY)) {
            return view.losses(fixture.session.row().slot(), fixture.session.row().id());
        }
    }

    @Test
    void shouldLeaveTheLedgerWhereItIsWhenTheFoldHasNoRoomForItsName() throws IOException {
        final Set<Incarnation> names = new HashSet<>();
        for (int i = 0; i < ClosedTotals.MAX_INCARNATIONS; i++) {
            final var name = new Incarnation(1, i);
            Files.createFile(fixture.session.directory().processPage(name));
            names.add(name);
        }
        fixture.session.rows().write(fixture.session.row().id(), new ClosedTotals(LedgerTotals.ZERO, names));

        assertThat(retirement().fold(dead.incarnation(), LedgerTotals.ZERO, LanelessLosses.none(7))).isFalse();

        assertThat(fixture.errors).singleElement().asString().contains("no room for more names");
        assertThat(fixture.session.rows().folded(7).incarnations()).isEqualTo(names);
    }

    private void crashAfter(final Step step) throws IOException {
        if (step == Step.CHECKPOINT_STORED || step == Step.HEAD_STORED) {
            takeWithoutDelivering(step);
            return;
        }
        final DrainErrorHandler errors = (path, reason) -> fixture.errors.add(reason);
        try (SessionProcesses processes = new SessionProcesses(fixture.session.participant(), fixture.session.row(),
                SinkLedger.EMPTY, false, errors)) {
            processes.scanLedgers();
            final DrainedProcess process = processes.process(dead.incarnation());
            process.lanes().openLanes(errors);
            steps(step, process);
        }
    }

    private void steps(final Step step, final DrainedProcess process) throws IOException {
        final ProcessLanes lanes = process.lanes();
        final Retirement retirement = retirement();
        if (step.compareTo(Step.EVENTS_TAKEN) >= 0) {
            lanes.lanes().forEach(lane -> lane.poll(sink, Integer.MAX_VALUE));
        }
        if (step.compareTo(Step.ONE_LANE_FINISHED) >= 0) {
            lanes.lanes().get(0).stageFinish(new SessionDrain.SinkJournal(sink), new Batch());
        }
        if (step.compareTo(Step.LANES_FINISHED) >= 0) {
            lanes.lanes().forEach(lane -> lane.stageFinish(new SessionDrain.SinkJournal(sink), new Batch()));
        }
        if (step.compareTo(Step.SEALED) >= 0) {
            retirement.seal(lanes,
                    () -> lanes.lanes()
                            .forEach(lane -> lane.stageFinish(new SessionDrain.SinkJournal(sink), new Batch())));
        }
        if (step.compareTo(Step.RING_REMOVED) >= 0) {
            Files.delete(dead.ringPath(0));
        }
        if (step.compareTo(Step.RINGS_REMOVED) >= 0) {
            retirement.removeRings(dead.incarnation(), true);
        }
        if (step.compareTo(Step.FOLDED) >= 0) {
            process.stageLanelessLosses(fixture.session.row(), new SessionDrain.SinkJournal(sink));
            final LaneTotals totals = new LaneTotals();
            totals.addSealed(lanes.ledger());
            retirement.fold(dead.incarnation(), totals.toTotals(), process.page().losses(3, 7));
        }
        if (step.compareTo(Step.LEDGER_REMOVED) >= 0) {
            retirement.removeLedger(dead.incarnation());
        }
    }

    /** What a drain leaves that dies between the checkpoint and the delivery, with the head given back or not. */
    private void takeWithoutDelivering(final Step step) {
        try (var lanes = ProcessLanes.openLedger(fixture.session.directory(), fixture.session.row(), dead.incarnation(),
                Access.READ_WRITE)) {
            final LaneLedger lane = lanes.lane(5);
            final Checkpoint checkpoint = new Checkpoint();
            assertThat(lane.loadCheckpoint(checkpoint)).isTrue();
            checkpoint.position = lane.tailAcquire();
            checkpoint.nextNumber = EVENTS;
            checkpoint.delivered = EVENTS;
            lane.storeCheckpoint(checkpoint);
            if (step == Step.HEAD_STORED) {
                lane.headRelease(checkpoint.position);
            }
            final UnsafeBuffer entry = lane.entry();
            assertThat(entry.getLong(LedgerDescriptor.LANE_HEAD_OFFSET) == checkpoint.position)
                    .isEqualTo(step == Step.HEAD_STORED);
        }
    }

    private void finishWithAnotherDrain() {
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            fixture.drainAll(drain, sink);
        }
        assertThat(fixture.errors).isEmpty();
    }

    private void assertBalanced() {
        final var reading = fixture.reading();
        assertThat(reading.settled()).isTrue();
        assertThat(reading.totals().imbalance()).isZero();
        assertThat(reading.totals().wanted()).isEqualTo(2 * EVENTS + 3);
    }

    private void assertRetired() {
        assertThat(fixture.totals().delivered()).isEqualTo(2 * EVENTS);
        assertThat(sink.values.size()).isLessThanOrEqualTo(2 * EVENTS);
        assertFoldedOnce();
        assertThat(fixture.session.directory().processPage(dead.incarnation())).doesNotExist();
    }

    private void assertFoldedOnce() {
        assertBalanced();
        assertThat(dead.ledgerPath()).doesNotExist();
        assertThat(dead.ringPath(0)).doesNotExist();
        assertThat(dead.ringPath(1)).doesNotExist();
        final LedgerTotals folded = fixture.session.rows().folded(7).totals();
        assertThat(folded).isEqualTo(fixture.totals());
        assertThat(folded.lost().of(LossCause.ABANDONED)).isEqualTo(1);
        assertThat(folded.lost().of(LossCause.TOO_LARGE)).isEqualTo(1);
        assertThat(folded.lost().of(LossCause.NO_LANE)).isEqualTo(1);
    }

    private Retirement retirement() {
        return new Retirement(fixture.session.directory(), fixture.session.participant().files(), fixture.session.row(),
                (path, reason) -> fixture.errors.add(reason));
    }
}
