package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SessionDrainTest {
    private static final int ALL = Integer.MAX_VALUE;
    private static final int POLLS_UNTIL_IDLE = 5_000;

    @TempDir
    Path folder;
    private final RecordingSink sink = new RecordingSink();
    private DrainFixture fixture;

    @BeforeEach
    void start() {
        fixture = DrainFixture.start(folder);
    }

    @AfterEach
    void close() {
        fixture.close();
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void shouldDeliverTheEventsOfAllProcessesAndLanesOnce() {
        final HandMadeProvider one = fixture.session.provider();
        final HandMadeProvider other = fixture.session.provider();
        one.writeSequence(0, 0, 100);
        one.writeSequence(3, 0, 50);
        other.writeSequence(1, 0, 70);

        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            other.writeSequence(1, 70, 30);
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(one, 0)).isEqualTo(DrainFixture.upTo(100));
        assertThat(sink.values(one, 3)).isEqualTo(DrainFixture.upTo(50));
        assertThat(sink.values(other, 1)).isEqualTo(DrainFixture.upTo(100));
        assertThat(sink.values).hasSize(250);
        assertThat(sink.gaps).isEmpty();
        assertThat(fixture.totals().delivered()).isEqualTo(250);
    }

    @Test
    void shouldSeeLanesThatAreAddedWithoutLookingIntoTheFolder() {
        final HandMadeProvider provider = fixture.session.provider();
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, ALL);
            provider.addBatch();
            provider.writeSequence(5, 0, 3);

            assertThat(drain.poll(sink, ALL)).isEqualTo(3);
        }
        assertThat(sink.values(provider, 5)).isEqualTo(DrainFixture.upTo(3));
    }

    /** A caller that spins polls one idle lane each time, and any other all of them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeTheEventsOfABusyLaneAndOfManyIdleOnesOnce(final boolean isSpinning) {
        final List<HandMadeProvider> providers = Stream.generate(fixture.session::provider).limit(40).toList();
        final HandMadeProvider busy = providers.get(20);
        final DrainContext context = isSpinning ? fixture.context().clock(SystemNanoClock.INSTANCE) : fixture.context();
        try (SessionDrain drain = SessionDrain.open(context, fixture.session.row().id())) {
            for (int i = 0; i < POLLS_UNTIL_IDLE; i++) {
                drain.poll(sink, ALL);
            }
            for (int value = 0; value < 100; value++) {
                busy.writeSequence(0, value, 1);
                while (sink.values.size() <= value) {
                    drain.poll(sink, ALL);
                }
            }
            providers.forEach(provider -> provider.writeSequence(1, 0, 1));
            int polls = 0;
            while (sink.values.size() < 100 + providers.size()) {
                drain.poll(sink, ALL);
                polls++;
            }
            assertThat(polls).isLessThanOrEqualTo(isSpinning ? drain.lanes().size() : 1);
            providers.forEach(provider -> provider.writeSequence(1, 1, 1));
            while (sink.values.size() < 100 + 2 * providers.size()) {
                drain.poll(sink, 1);
            }
            assertThat(drain.isEmpty()).isTrue();
        }

        assertThat(sink.values(busy, 0)).isEqualTo(DrainFixture.upTo(100));
        assertThat(providers).allSatisfy(provider -> assertThat(sink.values(provider, 1))
                .isEqualTo(DrainFixture.upTo(2)));
    }

    @Test
    void shouldTakeNothingTwiceWhenALedgerHasMovedAMomentBeforeItsCheckpointWasStored() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 5);
        final byte[] moved = Files.readAllBytes(provider.ledgerPath());
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            Files.delete(provider.ledgerPath());
            Files.write(provider.ledgerPath(), moved);
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(5));
        assertThat(fixture.totals().delivered()).isEqualTo(5);
    }

    @Test
    void shouldTakeNothingTwiceWhenPageAndLedgerAreMissingForAWhile() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        final Path page = fixture.session.directory().processPage(provider.incarnation());
        final Path aside = folder.resolve("page");
        provider.writeSequence(0, 0, 5);
        final byte[] moved = Files.readAllBytes(provider.ledgerPath());
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            Files.delete(provider.ledgerPath());
            Files.move(page, aside);
            fixture.drainAll(drain, sink);
            fixture.drainAll(drain, sink);
            Files.move(aside, page);
            Files.write(provider.ledgerPath(), moved);
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(5));
        assertThat(fixture.totals().delivered()).isEqualTo(5);
    }

    @Test
    void shouldTakeNothingFromALedgerOfThePastAndGoOnInTheOneThatFollows() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 5);
        final byte[] past = Files.readAllBytes(provider.ledgerPath());
        try (SessionDrain drain = fixture.drain()) {
            provider.writeSequence(0, 5, 5);
            fixture.drainAll(drain, sink);
            final byte[] now = Files.readAllBytes(provider.ledgerPath());
            Files.delete(provider.ledgerPath());
            Files.write(provider.ledgerPath(), past);
            fixture.drainAll(drain, sink);
            Files.delete(provider.ledgerPath());
            Files.write(provider.ledgerPath(), now);
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(10));
        assertThat(fixture.totals().delivered()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeWhatAProcessHasLeftThatDiedWhileItWasAboutToMoveItsLedger(final boolean isKnownBefore) {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 5);
        try (SessionDrain drain = fixture.drain()) {
            if (isKnownBefore) {
                fixture.drainAll(drain, sink);
            }
            provider.writeSequence(0, 5, 5);
            provider.ledger().leave();
            fixture.drainAll(drain, sink);
            provider.die();
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(10));
        assertThat(fixture.totals().delivered()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountWhatItTookOfALedgerThatIsPutBackAfterItsProcessDied(final boolean isLeft) throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        final Path aside = folder.resolve("ledger");
        provider.writeSequence(0, 0, 5);
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            provider.writeSequence(0, 5, 5);
            if (isLeft) {
                provider.ledger().leave();
            }
            Files.move(provider.ledgerPath(), aside);
            fixture.drainAll(drain, sink);
            provider.die();
            fixture.drainAll(drain, sink);
            Files.move(aside, provider.ledgerPath());
            fixture.drainAll(drain, sink);

            assertThat(provider.ledgerPath()).doesNotExist();
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(10));
        assertThat(fixture.totals().wanted()).isEqualTo(fixture.totals().delivered()).isEqualTo(10);
    }

    @Test
    void shouldCountWhatASinkHoldsOfALedgerThatIsPutBackAfterItsProcessDied() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        final Path aside = folder.resolve("ledger");
        provider.writeSequence(0, 0, 5);
        final StagedEvents journal = new StagedEvents();
        try (SessionDrain drain = fixture.drain()) {
            fixture.passTime(drain);
            drain.stage(journal, ALL);
            // From here on the ledger takes no checkpoint any more.
            provider.ledger().leave();
            Files.move(provider.ledgerPath(), aside);
            drain.commitStaged();
            for (int looks = 0; looks < 8; looks++) {
                fixture.passTime(drain);
                drain.stage(journal, ALL);
                if (looks == 1) {
                    provider.die();
                } else if (looks == 2) {
                    Files.move(aside, provider.ledgerPath());
                }
            }

            assertThat(provider.ledgerPath()).doesNotExist();
        }

        assertThat(journal.events).isEqualTo(5);
        assertThat(fixture.totals().wanted()).isEqualTo(fixture.totals().delivered()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountAndReportWhatItTookOfAProcessThatWasKilledAfterItsLedgerWasRemoved(final boolean hasPage)
            throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 5);
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            Files.delete(provider.ledgerPath());
            fixture.drainAll(drain, sink);
            provider.die();
            if (!hasPage) {
                Files.delete(fixture.session.directory().processPage(provider.incarnation()));
            }
            fixture.drainAll(drain, sink);
            fixture.session.stop();
            fixture.drainAll(drain, sink);

            assertThat(drain.hasEnded()).isTrue();
        }

        assertThat(fixture.totals().wanted()).isEqualTo(fixture.totals().delivered()).isEqualTo(5);
        assertThat(fixture.errors).singleElement().asString().contains("events=5");
        fixture.errors.clear();
    }

    @Test
    void shouldFinishALedgerThatIsRemovedAfterItsProcessHasMadeItFinal() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            provider.writeSequence(0, 0, 5);
            fixture.session.stop();
            provider.detach(fixture.session.row().generation());
            Files.delete(provider.ledgerPath());
            fixture.drainAll(drain, sink);

            assertThat(drain.hasEnded()).isTrue();
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(5));
        assertThat(fixture.totals().wanted()).isEqualTo(fixture.totals().delivered()).isEqualTo(5);
    }

    @Test
    void shouldSeeANewProcessAtTheNextLookAndNotBefore() {
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, ALL);
            fixture.session.provider().writeSequence(0, 0, 1);

            assertThat(drain.poll(sink, ALL)).isZero();
            fixture.passScanInterval();
            assertThat(drain.poll(sink, ALL)).isEqualTo(1);
        }
    }

    @Test
    void shouldSeeANewProcessAtOnceWhenToldToLook() {
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, ALL);
            fixture.session.provider().writeSequence(0, 0, 1);
            drain.scanSoon();

            assertThat(drain.poll(sink, ALL)).isEqualTo(1);
        }
    }

    @Test
    void shouldLookWhereNoFolderHasChangedOnlyAfterAWhile() throws IOException {
        final TraceDirectory directory = fixture.session.directory();
        final Path row = directory.sessionRow(fixture.session.row().id());
        final byte[] contents = Files.readAllBytes(row);
        try (SessionDrain drain = fixture.drain()) {
            Files.setLastModifiedTime(directory.rows(), FileTime.fromMillis(1));
            Files.setLastModifiedTime(directory.session(fixture.session.row().id()), FileTime.fromMillis(1));
            Files.setLastModifiedTime(directory.processes(), FileTime.fromMillis(1));
            drain.poll(sink, ALL);
            Files.writeString(row, "no row");

            fixture.passScanInterval();
            drain.poll(sink, ALL);
            assertThat(fixture.errors).isEmpty();

            for (long waitedNs = 0; waitedNs < ScanNeed.LONGEST_NS; waitedNs += DrainFixture.SCAN_INTERVAL_NS) {
                fixture.passScanInterval();
            }
            drain.poll(sink, ALL);
            assertThat(fixture.errors).singleElement().asString().contains(row.getFileName().toString());
            Files.write(row, contents);
            fixture.errors.clear();
        }
    }

    @Test
    void shouldTakeNoMoreThanTheLimit() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 10);
        provider.writeSequence(1, 0, 10);

        try (SessionDrain drain = fixture.drain()) {
            assertThat(drain.poll(sink, 0)).isZero();
            assertThat(drain.poll(sink, 7)).isEqualTo(7);
            assertThat(drain.isEmpty()).isFalse();
        }

        assertThat(sink.values).hasSize(7);
        assertThat(fixture.totals().delivered()).isEqualTo(7);
        assertThat(fixture.totals().inRing()).isEqualTo(13);
    }

    @Test
    void shouldBeginWithAnotherLaneEachTime() {
        final HandMadeProvider provider = fixture.session.provider();
        for (int lane = 0; lane < 4; lane++) {
            provider.writeSequence(lane, lane * 100L, 50);
        }

        try (SessionDrain drain = fixture.drain()) {
            for (int i = 0; i < 4; i++) {
                drain.poll(sink, 1);
            }
        }

        assertThat(sink.values).containsExactlyInAnyOrder(0L, 100L, 200L, 300L);
    }

    @Test
    void shouldGoOnWhereTheLastDrainStopped() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 100);
        try (SessionDrain first = fixture.drain()) {
            first.poll(sink, 40);
        }
        try (SessionDrain second = fixture.drain()) {
            fixture.drainAll(second, sink);
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(100));
    }

    @Test
    void shouldPutLossesBetweenTheEventsAroundThem() {
        final HandMadeProvider provider = fixture.session.provider();
        final int first = provider.fill(0, 0);
        provider.writeSequence(0, 1000, 4);
        final long lastLoss = provider.timeTicks();

        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            assertThat(sink.gaps).hasSize(1);
            provider.writeSequence(0, 2000, 2);
            fixture.drainAll(drain, sink);
        }

        final RecordingSink.Gap gap = sink.gaps.get(0);
        assertThat(gap.firstNumber()).isEqualTo(first);
        assertThat(gap.nextNumber()).isEqualTo(first + 5);
        assertThat(gap.firstTicks()).isEqualTo(lastLoss - 4);
        assertThat(gap.lastTicks()).isEqualTo(lastLoss);
        assertThat(sink.gaps).hasSize(1);
        assertThat(sink.values).endsWith(2000L, 2001L);
        assertThat(sink.lost().of(LossCause.FULL)).isEqualTo(5);
    }

    @Test
    void shouldReportLossesAtTheEndOfALaneThatHoldsStill() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(2, 0, 3);
        provider.write(2, 0, 60_000);
        provider.write(2, 0, 60_000);

        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.gaps).hasSize(1);
        assertThat(sink.lost().of(LossCause.TOO_LARGE)).isEqualTo(2);
        assertThat(sink.lost().total()).isEqualTo(2);
    }

    @Test
    void shouldReportEachLossWithoutALaneOnceWithItsTimes() {
        final HandMadeProvider provider = fixture.session.provider();
        final int slot = fixture.session.row().slot();
        provider.page().addNoLane(slot, 50);
        provider.page().addNoLane(slot, 60);
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            provider.page().addNotAttached(slot, 80);
            fixture.drainAll(drain, sink);
        }
        provider.page().addNoLane(slot, 90);
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.laneless).containsExactly(
                new RecordingSink.LanelessLoss(provider.incarnation(), LossCause.NO_LANE, 2, 50, 60),
                new RecordingSink.LanelessLoss(provider.incarnation(), LossCause.NOT_ATTACHED, 1, 60, 80),
                new RecordingSink.LanelessLoss(provider.incarnation(), LossCause.NO_LANE, 1, 50, 90));
        assertThat(fixture.totals().wanted()).isEqualTo(4);
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldRefuseASecondDrainAndNameTheFirst() {
        try (SessionDrain drain = fixture.drain()) {
            assertThatThrownBy(fixture::drain)
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY))
                    .hasMessageContaining("pid=" + ProcessHandle.current().pid());
            assertThat(fixture.books.drainHolder(drain.session()))
                    .contains("pid=" + ProcessHandle.current().pid());
        }
        assertThat(fixture.books.drainHolder(fixture.session.row())).isNull();
        assertThat(fixture.session.directory().drainHolder(fixture.session.row().id())).doesNotExist();
        fixture.drain().close();
    }

    @Test
    void shouldRefuseASessionThatDoesNotExist() {
        assertThatThrownBy(() -> SessionDrain.open(fixture.context(), 99)).isInstanceOfSatisfying(
                RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void shouldFollowALedgerThatIsRemovedAndMadeAgain() throws Exception {
        final HandMadeProvider provider = fixture.session.provider();
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            provider.attachAgain();
            provider.writeSequence(0, 0, 5);
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(5));
        assertThat(fixture.totals().delivered()).isEqualTo(5);
    }

    @Test
    void shouldCountAsTakenWhatASinkThatThrowsHasNotSeen() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, 10);
        final DrainSink throwing = new ThrowingSink();
        try (SessionDrain drain = fixture.drain()) {
            assertThatThrownBy(() -> drain.poll(throwing, ALL)).isInstanceOf(IllegalStateException.class);
            provider.writeSequence(0, 10, 5);
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values).isEqualTo(LongStream.range(1, 15).boxed().toList());
        assertThat(sink.gaps).isEmpty();
        assertThat(fixture.totals().delivered()).isEqualTo(15);
    }

    private static final class ThrowingSink implements EventSink {
        @Override
        public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            throw new IllegalStateException("of the sink");
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap,
                final long ownerThreadId) {}

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {}
    }

    /** Counts what is staged, and has room for nothing of its own. */
    private static final class StagedEvents implements DrainJournal {
        private long events;

        private final Batch staged = new Batch();

        @Override
        public Batch batch(final DrainedLane lane) {
            return staged;
        }

        @Override
        public void onBatch(final DrainedLane lane, final Batch batch) {
            assertThat(batch.isLoss()).isFalse();
            events += batch.to().delivered - batch.from().delivered;
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            throw new AssertionError("nothing is lost");
        }

        @Override
        public void settle(final DrainedProcess process) {}

        @Override
        public void onEnd() {}
    }
}
