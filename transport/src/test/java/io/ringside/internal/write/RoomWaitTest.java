package io.ringside.internal.write;

import io.ringside.internal.files.VirtualThreads;
import io.ringside.internal.lane.LaneAudit;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.MemoryLane;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Writers that wait for room: with a drain, without one, with one that has stopped, and on virtual threads. */
@Timeout(60)
class RoomWaitTest {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(50);
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int EVENTS = 100_000;
    private static final int VIRTUAL_THREADS = 50;

    private final WriteFixture fixture = new WriteFixture();
    private final MemorySession session = fixture.start(0, 64, LaneGeometry.MIN_LANE_BYTES, 100,
            SessionSettings.Overflow.BLOCK);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);

    RoomWaitTest() {
        fixture.want(1);
    }

    @Test
    void shouldLoseWhatHasNoRoomAtOnceWhileNobodyDrains() {
        int written = 0;
        while (fixture.event().write(bytes, 0, 64) == ResultBits.WRITTEN) {
            written++;
        }
        for (int i = 0; i < EVENTS; i++) {
            fixture.event().write(bytes, 0, 64);
        }

        assertThat(session.lost(LossCause.FULL)).isEqualTo(EVENTS + 1);
        assertThat(session.takeAll()).as("the whole lane was used").hasSize(written);
        assertThat((written + 1) * 96).isGreaterThan(LaneGeometry.MIN_LANE_BYTES - 1024);
        session.assertBalanced();
    }

    @Test
    void shouldLoseNothingWhileADrainTakesWhatIsThereHoweverSlowly() throws InterruptedException {
        session.pool().waitBoundNs(LONG_NS);
        final AtomicLong results = new AtomicLong();
        final Thread writer = new Thread(() -> {
            final UnsafeBuffer number = new UnsafeBuffer(new byte[64]);
            for (int i = 0; i < EVENTS; i++) {
                number.putLong(0, i);
                results.addAndGet(fixture.event().write(number, 0, 64));
            }
        });
        writer.start();
        while (writer.isAlive()) {
            session.taken(0).take(50);
        }
        writer.join();

        assertThat(results.get()).isEqualTo(EVENTS * ResultBits.WRITTEN);
        assertThat(session.takeValues()).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
        session.assertBalanced();
    }

    @Test
    void shouldWaitForAStoppedDrainOnceAndAgainOnlyAfterItHasMoved() {
        session.pool().waitBoundNs(SHORT_NS);
        assertThat(nsUntilFull()).isGreaterThanOrEqualTo(SHORT_NS);
        final long startNs = System.nanoTime();
        for (int i = 0; i < EVENTS; i++) {
            assertThat(fixture.event().write(bytes, 0, 64)).isEqualTo(ResultBits.FULL);
        }
        assertThat(System.nanoTime() - startNs).as("of %s writes", EVENTS).isLessThan(EVENTS / 2 * SHORT_NS);
        assertThat(session.lost(LossCause.FULL)).isEqualTo(EVENTS + 1);

        session.taken(0).takeAll();

        assertThat(nsUntilFull()).isGreaterThanOrEqualTo(SHORT_NS);
        session.assertBalanced();
    }

    @Test
    void shouldGoOnWhenTheDrainHasDied() throws InterruptedException {
        session.pool().waitBoundNs(LONG_NS);
        final Thread writer = writeUntilFull();
        awaitParked(writer);

        session.pool().waitBoundNs(0);

        writer.join();
        assertThat(session.lost(LossCause.FULL)).isOne();
        session.assertBalanced();
    }

    @Test
    void shouldGoOnWhenTheSessionEnds() throws InterruptedException {
        session.pool().waitBoundNs(LONG_NS);
        final AtomicLong last = new AtomicLong();
        final Thread writer = new Thread(() -> {
            long result = ResultBits.WRITTEN;
            while (result == ResultBits.WRITTEN) {
                result = fixture.event().write(bytes, 0, 64);
            }
            last.set(result);
        });
        writer.start();
        awaitParked(writer);

        fixture.want(0);

        writer.join();
        assertThat(WriteResult.wanted(last.get())).isZero();
        assertThat(fixture.end(0).lost()).isZero();
        session.assertBalanced();
    }

    @Test
    void shouldBeOutsideAllWritesWhileItWaits() throws InterruptedException {
        session.pool().waitBoundNs(LONG_NS);
        final Thread writer = writeUntilFull();
        awaitParked(writer);

        await().atMost(PATIENCE).until(() -> fixture.threads().writers().stream().noneMatch(WritingThread::isInside));
        final LaneAudit audit = new LaneAudit();
        final MemoryLane lane = session.lanes().get(0);
        assertThat(audit.read(lane.ledger(), lane, lane.geometry())).isTrue();
        assertThat(audit.inFlight()).as("nothing of the event that waits was counted").isZero();
        assertThat(audit.inRing()).isEqualTo(audit.attempts()).isPositive();

        session.pool().waitBoundNs(0);
        writer.join();
    }

    @Test
    void shouldEndTheWaitByAnInterruptThatStaysPending() throws InterruptedException {
        session.pool().waitBoundNs(LONG_NS);
        final AtomicBoolean interrupted = new AtomicBoolean();
        final Thread writer = new Thread(() -> {
            nsUntilFull();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        writer.start();
        awaitParked(writer);

        writer.interrupt();

        writer.join();
        assertThat(interrupted).isTrue();
        session.assertBalanced();
    }

    @Test
    void shouldLeaveThePermitOfTheThreadToTheApplication() throws InterruptedException {
        session.pool().waitBoundNs(SHORT_NS);
        final Thread writer = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            nsUntilFull();
            LockSupport.park();
        });
        writer.start();

        writer.join(PATIENCE.toMillis());

        assertThat(writer.isAlive()).isFalse();
    }

    @Test
    void shouldNotWaitForWhatIsWrittenInsideAClaim() {
        session.pool().waitBoundNs(LONG_NS);
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        while (fixture.event().write(bytes, 0, 64) == ResultBits.WRITTEN) {
            assertThat(claim.isOpen()).isTrue();
        }
        claim.abort();

        assertThat(session.lost(LossCause.FULL)).isOne();
        session.assertBalanced();
    }

    @Test
    void shouldLeaveOtherSessionsOfTheThreadAlone() {
        final MemorySession other = fixture.start(1, 2, 4 * LaneGeometry.MIN_LANE_BYTES);
        fixture.want(3);
        session.pool().waitBoundNs(SHORT_NS);
        for (int i = 0; i < 1_000; i++) {
            fixture.event().write(bytes, 0, 64);
        }

        assertThat(other.takeAll()).hasSize(1_000);
        assertThat(session.lost(LossCause.FULL)).isPositive();
        session.assertBalanced();
        other.assertBalanced();
    }

    @Test
    @Tag("jdk25")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldLeaveTheCarriersToOthersWhileVirtualThreadsWait() throws InterruptedException {
        session.pool().waitBoundNs(LONG_NS);
        final AtomicLong full = new AtomicLong();
        final List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            writers.add(VirtualThreads.start(() -> {
                while (fixture.event().write(new UnsafeBuffer(new byte[64]), 0, 64) == ResultBits.WRITTEN) {
                    // Until there is no room.
                }
                full.incrementAndGet();
            }));
        }
        final CountDownLatch done = new CountDownLatch(VIRTUAL_THREADS);
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            VirtualThreads.start(done::countDown);
        }
        assertThat(done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(full.get()).as("writers that have not waited").isZero();

        session.pool().waitBoundNs(0);

        for (final Thread writer : writers) {
            writer.join();
        }
        assertThat(full.get()).isEqualTo(VIRTUAL_THREADS);
        assertThat(session.lost(LossCause.FULL)).isEqualTo(VIRTUAL_THREADS);
        session.assertBalanced();
    }

    @Test
    @Tag("jdk25")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldLoseNothingOfVirtualThreadsWhileADrainTakes() throws InterruptedException {
        session.pool().waitBoundNs(LONG_NS);
        final CountDownLatch running = new CountDownLatch(VIRTUAL_THREADS);
        final AtomicLong results = new AtomicLong();
        final int eventsOfThread = 2_000;
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            VirtualThreads.start(() -> {
                final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
                for (int event = 0; event < eventsOfThread; event++) {
                    results.addAndGet(fixture.event().write(payload, 0, 64));
                }
                running.countDown();
            });
        }
        while (running.getCount() > 0) {
            for (int lane = 0; lane < 64; lane++) {
                session.taken(lane).take(100);
            }
        }
        assertThat(results.get()).isEqualTo((long) VIRTUAL_THREADS * eventsOfThread * ResultBits.WRITTEN);
        assertThat(session.takeAll()).hasSize(VIRTUAL_THREADS * eventsOfThread);
        session.assertBalanced();
    }

    /** Time of the write that has no room. */
    private long nsUntilFull() {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
        long result = ResultBits.WRITTEN;
        long longestNs = 0;
        while (result == ResultBits.WRITTEN) {
            final long startNs = System.nanoTime();
            result = fixture.event().write(payload, 0, 64);
            longestNs = Math.max(longestNs, System.nanoTime() - startNs);
        }
        return longestNs;
    }

    private Thread writeUntilFull() {
        final Thread writer = new Thread(this::nsUntilFull);
        writer.start();
        return writer;
    }

    private static void awaitParked(final Thread thread) {
        await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }
}
