package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The session of a flight recorder: its books, its snapshots, and what becomes of its lanes. */
class SessionSnapshotTest {
    private static final int MANY = 5_000;
    private static final int SNAPSHOTS = 50;

    @TempDir
    Path folder;
    private DrainFixture fixture;

    @BeforeEach
    void start() {
        fixture = new DrainFixture(HandMadeSession.start(folder.resolve("trace"), SessionSettings.builder("flight")
                .laneBytes(LaneGeometry.MIN_LANE_BYTES).lanes(6).overflow(SessionSettings.Overflow.DROP_OLDEST)
                .build()));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldBalanceTheLedgerWithExactlyWhatWasOverwritten() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, MANY);
        provider.writeSequence(1, 0, 10);
        provider.write(1, 0, 60_000);
        provider.attempt(2);

        final LedgerTotals totals = fixture.totals();

        assertThat(fixture.reading().settled()).isTrue();
        assertThat(totals.isBalanced()).isTrue();
        assertThat(totals.wanted()).isEqualTo(MANY + 12);
        assertThat(totals.delivered()).isZero();
        assertThat(totals.inFlight()).isOne();
        assertThat(totals.lost().total()).isOne();
        assertThat(totals.overwritten()).isPositive();
        final SnapshotNumbers held = SnapshotNumbers.of(fixture);
        assertThat(held.events).isEqualTo(totals.inRing());
        assertThat(held.overwritten).isEqualTo(totals.overwritten());
        assertThat(held.lost).isOne();
        assertThat(held.values(provider, 0)).isEqualTo(LongStream.range(totals.overwritten(), MANY).boxed().toList());
        assertThat(held.values(provider, 1)).isEqualTo(DrainFixture.upTo(10));
    }

    @Test
    void shouldLeaveTheLedgerAsItWasByteByByte() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, MANY);
        provider.page().addNoLane(fixture.session.row().slot(), 1);
        final byte[] before = Files.readAllBytes(provider.ledgerPath());
        final LedgerTotals totals = fixture.totals();

        final SnapshotNumbers first = SnapshotNumbers.of(fixture);
        final SnapshotNumbers second = SnapshotNumbers.of(fixture);

        assertThat(Files.readAllBytes(provider.ledgerPath())).isEqualTo(before);
        assertThat(fixture.totals()).isEqualTo(totals);
        assertThat(second.values).isEqualTo(first.values).isNotEmpty();
        assertThat(first.laneless).isEqualTo(second.laneless).isOne();
        assertThat(fixture.books.drainHolder(fixture.session.row())).isNull();
    }

    @Test
    void shouldCopyTheBlocksOfAllLanesInTheOrderOfTheirTimes() {
        final HandMadeProvider first = fixture.session.provider();
        final HandMadeProvider second = fixture.session.provider();
        for (int i = 0; i < MANY; i++) {
            first.write(i % 3 == 0 ? 0 : 1, i);
            second.write(0, i);
        }
        final SnapshotNumbers numbers = new SnapshotNumbers(
                LaneGeometry.of(fixture.session.row().settings().laneBytes()));

        try (SessionSnapshot snapshot = SessionSnapshot.open(fixture.session.directory(), fixture.session.row(),
                numbers, (path, reason) -> fixture.errors.add(reason))) {
            long watermark = 0;
            int copied = 0;
            while (snapshot.copyNext()) {
                final long bound = watermark;
                assertThat(numbers.times.subList(copied, numbers.times.size())).isNotEmpty()
                        .allMatch(time -> time >= bound);
                copied = numbers.times.size();
                assertThat(snapshot.watermarkTicks()).isGreaterThanOrEqualTo(watermark);
                watermark = snapshot.watermarkTicks();
            }
        }

        assertThat(numbers.events).isEqualTo(fixture.totals().inRing());
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void shouldHoldEachNumberOnceAndTheNewestAlwaysWhileWritersGoOn() throws InterruptedException {
        final HandMadeProvider provider = fixture.session.provider();
        final AtomicBoolean running = new AtomicBoolean(true);
        provider.writeSequence(0, 0, MANY);
        final Thread writer = new Thread(() -> {
            for (long i = MANY; running.get(); i++) {
                provider.write(0, i);
            }
        });
        writer.start();
        long settled = 0;
        try {
            for (int i = 0; i < SNAPSHOTS || settled == 0; i++) {
                final long newest = provider.ledger().lane(0).attemptsAcquire();
                final SnapshotNumbers numbers = SnapshotNumbers.of(fixture);
                final List<Long> held = numbers.values(provider, 0);
                assertThat(held.get(held.size() - 1)).isGreaterThanOrEqualTo(newest - 2);
                assertThat(held.size() + numbers.overwritten).isEqualTo(held.get(held.size() - 1) + 1);
                assertThat(held).isSorted().doesNotHaveDuplicates();
                final var reading = fixture.reading();
                if (reading.settled()) {
                    settled++;
                    assertThat(reading.totals().imbalance()).as("%s", reading).isZero();
                }
            }
        } finally {
            running.set(false);
            writer.join();
        }
        assertThat(fixture.errors).isEmpty();
        assertThat(fixture.reading().settled()).isTrue();
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldKeepTheLanesOfDeadProcessesUntilTheirMemoryIsNeeded() {
        final HandMadeProvider dead = fixture.session.provider();
        dead.writeSequence(0, 0, MANY);
        dead.attempt(1);
        dead.die();
        final HandMadeProvider living = fixture.session.provider();
        living.writeSequence(0, 0, 10);
        final long inRing = fixture.totals().inRing();

        assertThat(SnapshotNumbers.of(fixture).values(dead, 0)).hasSize((int) inRing - 10).endsWith(MANY - 1L);
        assertThat(fixture.totals().lost().of(LossCause.ABANDONED)).isOne();

        new SessionMemory(fixture.session.directory(), fixture.session.participant().files(),
                (path, reason) -> fixture.errors.add(reason)).reclaim(fixture.session.row(), 1);

        assertThat(dead.ringPath(0)).doesNotExist();
        assertThat(fixture.totals().overwritten()).isEqualTo(MANY);
        assertThat(fixture.totals().lost().of(LossCause.DISCARDED)).isZero();
        assertThat(fixture.totals().lost().of(LossCause.ABANDONED)).isOne();
        assertThat(fixture.totals().isBalanced()).isTrue();
        final SnapshotNumbers numbers = SnapshotNumbers.of(fixture);
        assertThat(numbers.values(dead, 0)).isEmpty();
        assertThat(numbers.values(living, 0)).hasSize(10);
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void shouldTellEventsOfProcessesThatAreGoneAsOverwritten() {
        final HandMadeProvider dead = fixture.session.provider();
        dead.writeSequence(0, 0, 100);
        dead.die();
        new SessionMemory(fixture.session.directory(), fixture.session.participant().files(),
                (path, reason) -> fixture.errors.add(reason)).reclaim(fixture.session.row(), 1);

        try (SessionSnapshot snapshot = SessionSnapshot.open(fixture.session.directory(), fixture.session.row(),
                new SnapshotNumbers(LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES)), (path, reason) -> {})) {
            assertThat(snapshot.copyNext()).isFalse();
            assertThat(snapshot.overwritten()).isEqualTo(100);
        }
    }

    @Test
    void shouldGoOnWithASnapshotWhoseProcessIsGivenUpMeanwhile() {
        final HandMadeProvider dead = fixture.session.provider();
        dead.writeSequence(0, 0, 1_000);
        dead.die();
        final long inRing = fixture.totals().inRing();
        final SnapshotNumbers numbers = new SnapshotNumbers(LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES));
        try (SessionSnapshot snapshot = SessionSnapshot.open(fixture.session.directory(), fixture.session.row(),
                numbers, (path, reason) -> fixture.errors.add(reason))) {
            snapshot.copyNext();
            new SessionMemory(fixture.session.directory(), fixture.session.participant().files(),
                    (path, reason) -> fixture.errors.add(reason)).reclaim(fixture.session.row(), 1);
            numbers.copy(snapshot);
        }

        assertThat(numbers.events).isEqualTo(inRing);
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void shouldCountWhatIsLeftAtTheEndAsOverwritten() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.writeSequence(0, 0, MANY);
        provider.writeSequence(3, 0, 7);
        fixture.session.stop();
        provider.detach(fixture.session.row().generation());

        fixture.books.discardRest(fixture.session.row());

        assertThat(fixture.books.drained(fixture.session.row())).isTrue();
        assertThat(fixture.totals().overwritten()).isEqualTo(MANY + 7);
        assertThat(fixture.totals().lost().total()).isZero();
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldBeDrainedByNobody() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.write(0, 1);

        assertThatThrownBy(fixture::drain).isInstanceOf(RingsideException.class)
                .hasMessageContaining("use snapshot").extracting("code").isEqualTo(ErrorCode.WRONG_KIND);
        assertThat(fixture.totals().inRing()).isOne();
    }

    @Test
    void shouldTakeNoSnapshotOfASessionThatIsDrained() {
        try (DrainFixture drained = DrainFixture.start(folder.resolve("other"))) {
            assertThatThrownBy(() -> SnapshotNumbers.of(drained)).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("not in overwrite mode").extracting("code").isEqualTo(ErrorCode.WRONG_KIND);
        }
    }

    @Test
    void shouldGoOnWithoutALedgerThatWasCut() throws IOException {
        final HandMadeProvider cut = fixture.session.provider();
        final HandMadeProvider whole = fixture.session.provider();
        cut.writeSequence(0, 0, 100);
        whole.writeSequence(0, 0, 100);
        try (RandomAccessFile file = new RandomAccessFile(cut.ringPath(0).toFile(), "rw")) {
            file.setLength(10);
        }

        final SnapshotNumbers numbers = SnapshotNumbers.of(fixture);

        assertThat(numbers.values(whole, 0)).isEqualTo(DrainFixture.upTo(100));
        assertThat(numbers.values(cut, 0)).isEmpty();
        assertThat(fixture.errors).singleElement().asString().contains("the rest of a lane is missing");
    }
}
