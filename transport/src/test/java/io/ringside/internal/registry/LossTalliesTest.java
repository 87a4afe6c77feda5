package io.ringside.internal.registry;

import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.internal.registry.LossTallies.LossGuards;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.ringside.internal.layout.ProcessPageDescriptor.FILE_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.GUARDED_TALLIES;
import static io.ringside.internal.layout.ProcessPageDescriptor.SHARED_TALLY;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NOT_ATTACHED_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.TALLY_NO_LANE_OFFSET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class LossTalliesTest {
    private static final int SLOT = 63;
    private static final long SESSION = 77;
    private static final int THREADS = 8;
    /** Fewer than guards: each of them finds a guarded tally. */
    private static final int FEW_THREADS = 3;
    private static final int LOSSES_PER_THREAD = 50_000;
    private static final int LOSSES = THREADS * LOSSES_PER_THREAD;

    private final UnsafeBuffer page = new UnsafeBuffer(new byte[FILE_LENGTH]);
    private final LossTallies tallies = new LossTallies(page);
    private final AtomicLong clock = new AtomicLong();

    @BeforeEach
    void open() {
        tallies.open(SLOT, SESSION);
    }

    @Test
    void shouldKeepLeastAndLatestTimeWhateverTheirOrder() {
        add(10, 5, 7);

        assertThat(losses()).isEqualTo(new LanelessLosses(SESSION, 3, 0, 5, 10, 0, 0));
    }

    @Test
    void shouldKeepLeastAndLatestTimeOfAllTallies() {
        add(10);
        assertThat(tallies.guards().take(SLOT)).isZero();
        add(5, 20);
        holdAll();
        add(30, 3, 8);

        assertThat(losses()).isEqualTo(new LanelessLosses(SESSION, 6, 0, 3, 30, 0, 0));
        assertThat(noLaneOf(0)).isEqualTo(1);
        assertThat(noLaneOf(1)).isEqualTo(2);
        assertThat(noLaneOf(SHARED_TALLY)).isEqualTo(3);
    }

    @Test
    void shouldCountExactlyWhenManyThreadsLose() throws InterruptedException {
        loseInThreads(THREADS);

        assertThatAllAreCounted();
    }

    @Test
    void shouldCountExactlyWhenAllGuardsAreHeld() throws InterruptedException {
        holdAll();

        loseInThreads(THREADS);

        assertThatAllAreCounted();
        assertThat(noLaneOf(SHARED_TALLY) + notAttachedOf(SHARED_TALLY)).isEqualTo(LOSSES);
    }

    @Test
    void shouldCountExactlyWhenGuardsComeAndGo() throws InterruptedException {
        final AtomicBoolean stop = new AtomicBoolean();
        final Thread holder = new Thread(() -> {
            while (!stop.get()) {
                holdAll().forEach(tally -> tallies.guards().release(SLOT, tally));
            }
        });
        holder.start();
        try {
            loseInThreads(THREADS);
        } finally {
            stop.set(true);
            holder.join();
        }

        assertThatAllAreCounted();
    }

    @Test
    void shouldUseGuardedTallyAgainWhenItIsReleased() {
        final List<Integer> held = holdAll();
        add(1);
        tallies.guards().release(SLOT, held.get(3));
        add(2, 3);

        assertThat(noLaneOf(SHARED_TALLY)).isEqualTo(1);
        assertThat(noLaneOf(held.get(3))).isEqualTo(2);
        assertThat(losses()).isEqualTo(new LanelessLosses(SESSION, 3, 0, 1, 3, 0, 0));
    }

    @Test
    void shouldGuardSlotsApart() {
        holdAll();

        assertThat(tallies.guards().take(SLOT)).isEqualTo(LossGuards.NULL_TALLY);
        assertThat(tallies.guards().take(SLOT - 1)).isZero();
    }

    @Test
    void shouldShowTimesNoLaterThanTheirLosses() throws InterruptedException {
        final Thread writers = new Thread(() -> {
            try {
                loseInThreads(FEW_THREADS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        writers.start();
        LanelessLosses seen = losses();
        while (seen.total() < FEW_THREADS * LOSSES_PER_THREAD) {
            // No two losses have the same time, so that the latest of n is n at least.
            assertThat(seen.lastTime()).isGreaterThanOrEqualTo(seen.total());
            final LanelessLosses next = losses();
            assertThat(next.total()).isGreaterThanOrEqualTo(seen.total());
            seen = next;
        }
        writers.join();
    }

    @Test
    void shouldBeginAgainWithTheNextSession() {
        holdAll();
        add(1, 2);

        tallies.open(SLOT, SESSION + 1);

        assertThat(PageFields.losses(page, SLOT, SESSION + 1)).isEqualTo(LanelessLosses.none(SESSION + 1));
        add(9);
        assertThat(noLaneOf(0)).isEqualTo(1);
        holdAll();
        add(8);
        assertThat(PageFields.losses(page, SLOT, SESSION + 1))
                .isEqualTo(new LanelessLosses(SESSION + 1, 2, 0, 8, 9, 0, 0));
    }

    @Test
    void shouldReleaseGuardWhenPageThrows() {
        final LossTallies broken = new LossTallies(new UnsafeBuffer(new byte[16]));
        for (int i = 0; i <= GUARDED_TALLIES; i++) {
            assertThatThrownBy(() -> broken.add(SLOT, TALLY_NO_LANE_OFFSET, 1, 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }

        assertThat(broken.guards().take(SLOT)).isZero();
    }

    @Test
    void shouldTellNoTimesOfTallyWithoutLoss() {
        add(10);
        page.putLong(ProcessPageDescriptor.tallyOffset(SLOT, 1) + ProcessPageDescriptor.TALLY_FIRST_TIME_OFFSET, 5);
        page.putLong(ProcessPageDescriptor.tallyOffset(SLOT, 1) + ProcessPageDescriptor.TALLY_LAST_TIME_OFFSET, 50);

        assertThat(losses()).isEqualTo(new LanelessLosses(SESSION, 1, 0, 10, 10, 0, 0));
    }

    @Test
    void shouldNotOverflowWhateverTalliesSay() {
        for (int tally = 0; tally <= SHARED_TALLY; tally++) {
            page.putLong(ProcessPageDescriptor.tallyOffset(SLOT, tally) + TALLY_NO_LANE_OFFSET, Long.MAX_VALUE);
            page.putLong(ProcessPageDescriptor.tallyOffset(SLOT, tally) + TALLY_NOT_ATTACHED_OFFSET,
                    tally % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
        }

        assertThat(losses().noLane()).isPositive();
        assertThat(losses().notAttached()).isPositive();
        assertThat(losses().total()).isGreaterThan(losses().noLane());
    }

    private void add(final long... times) {
        for (final long time : times) {
            tallies.add(SLOT, TALLY_NO_LANE_OFFSET, time, 1);
        }
    }

    /** Take all guards that are free, as threads would that stand still. */
    private List<Integer> holdAll() {
        final List<Integer> held = new ArrayList<>();
        for (int tally = tallies.guards().take(SLOT); tally != LossGuards.NULL_TALLY; tally = tallies.guards()
                .take(SLOT)) {
            held.add(tally);
        }
        return held;
    }

    /** All threads at a time; a quarter of the losses are not attached. */
    private void loseInThreads(final int count) throws InterruptedException {
        final CountDownLatch start = new CountDownLatch(1);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (final InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int loss = 0; loss < LOSSES_PER_THREAD; loss++) {
                    tallies.add(SLOT, loss % 4 == 0 ? TALLY_NOT_ATTACHED_OFFSET : TALLY_NO_LANE_OFFSET,
                            clock.incrementAndGet(), 1);
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (final Thread thread : threads) {
            thread.join();
        }
    }

    private void assertThatAllAreCounted() {
        assertThat(losses()).isEqualTo(
                new LanelessLosses(SESSION, LOSSES / 4 * 3, LOSSES / 4, 1, LOSSES, 0, 0));
    }

    private LanelessLosses losses() {
        return PageFields.losses(page, SLOT, SESSION);
    }

    private long noLaneOf(final int tally) {
        return page.getLong(ProcessPageDescriptor.tallyOffset(SLOT, tally) + TALLY_NO_LANE_OFFSET);
    }

    private long notAttachedOf(final int tally) {
        return page.getLong(ProcessPageDescriptor.tallyOffset(SLOT, tally) + TALLY_NOT_ATTACHED_OFFSET);
    }
}
