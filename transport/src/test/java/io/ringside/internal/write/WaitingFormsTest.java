package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Every way to write waits for room in a session that blocks, but for what is written inside an open claim. */
@Timeout(60)
class WaitingFormsTest {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(50);
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int EVENTS = 5_000;
    private static final int LENGTH = 64;

    private final WriteFixture fixture = new WriteFixture();

    /** Ways to write an event of some bytes. */
    enum Form {
        PLAIN {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                return fixture.event().write(bytes, 0, LENGTH);
            }
        },
        WITH_OPTIONS {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                return fixture.event().write(new WriteOptions(), bytes, 0, LENGTH);
            }
        },
        WITH_A_TIME {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                return fixture.event().write(new WriteOptions().timeTicks(1), bytes, 0, LENGTH);
            }
        },
        SHORT {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                return fixture.event().write(bytes, 0, LENGTH / 2);
            }
        },
        GATHERED {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                return fixture.event().write(new DataDescriptors().add(bytes, 0, 8).add(bytes, 8, LENGTH - 8));
            }
        },
        STRING {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                return fixture.provider().writeString(3, 1, "a text of some thirty characters");
            }
        },
        STRING_WITH_OPTIONS {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                return fixture.provider().writeString(new WriteOptions(), 3, 1, "a text of some thirty characters");
            }
        },
        CLAIMED {
            @Override
            long write(final WriteFixture fixture, final UnsafeBuffer bytes) {
                final EventClaim claim = EventClaim.create();
                return fixture.event().tryClaim(claim, LENGTH) ? claim.commit() : claim.result();
            }
        };

        abstract long write(WriteFixture fixture, UnsafeBuffer bytes);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingWhileADrainTakes(final Form form) throws InterruptedException {
        final MemorySession session = startBlocking(0, LONG_NS);
        fixture.want(1);
        final AtomicLong results = new AtomicLong();
        final Thread writer = new Thread(() -> {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
            for (int i = 0; i < EVENTS; i++) {
                results.addAndGet(form.write(fixture, bytes));
            }
        });
        writer.start();
        awaitParked(writer);
        while (writer.isAlive()) {
            session.taken(0).take(50);
        }
        writer.join();

        assertThat(results.get()).isEqualTo(EVENTS * ResultBits.WRITTEN);
        assertThat(session.takeAll()).hasSize(EVENTS);
        session.assertBalanced();
    }

    @ParameterizedTest
    @EnumSource
    void shouldWaitForAStoppedDrainOnce(final Form form) {
        final MemorySession session = startBlocking(0, SHORT_NS);
        fixture.want(1);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
        long startNs = System.nanoTime();
        int written = 0;
        while (form.write(fixture, bytes) == ResultBits.WRITTEN) {
            written++;
        }
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(SHORT_NS);
        startNs = System.nanoTime();
        for (int i = 0; i < EVENTS; i++) {
            assertThat(form.write(fixture, bytes)).isEqualTo(ResultBits.FULL);
        }
        assertThat(System.nanoTime() - startNs).as("of %s writes", EVENTS).isLessThan(EVENTS / 2 * SHORT_NS);
        assertThat(session.lost(LossCause.FULL)).isEqualTo(EVENTS + 1);
        assertThat(session.takeAll()).hasSize(written);
        session.assertBalanced();
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "STRING", "CLAIMED"})
    void shouldNotWaitInsideAClaimWhateverSessionThatIsIn(final Form form) {
        final MemorySession first = fixture.start(0, 8, 16 * LaneGeometry.MIN_LANE_BYTES);
        final MemorySession blocking = startBlocking(1, LONG_NS);
        fixture.want(3);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
        form.write(fixture, bytes);
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        final long startNs = System.nanoTime();

        long result = 2 * ResultBits.WRITTEN;
        while (result == 2 * ResultBits.WRITTEN) {
            result = form.write(fixture, bytes);
        }

        assertThat(result).isEqualTo(ResultBits.WRITTEN + ResultBits.FULL);
        assertThat(System.nanoTime() - startNs).isLessThan(LONG_NS / 2);
        assertThat(blocking.lost(LossCause.FULL)).isOne();
        claim.abort();
        first.assertBalanced();
        blocking.assertBalanced();
    }

    @Test
    void shouldWaitWithTheCommitForTheOtherSessionsOfItsEvent() throws InterruptedException {
        final MemorySession first = fixture.start(0, 8, 16 * LaneGeometry.MIN_LANE_BYTES);
        final MemorySession blocking = startBlocking(1, LONG_NS);
        fixture.want(3);
        final AtomicLong result = new AtomicLong();
        final Thread writer = new Thread(() -> result.set(commitBehindAFullLane()));
        writer.start();
        awaitParked(writer);
        await().until(() -> fixture.threads().writers().stream().noneMatch(WritingThread::isInside));
        final long lost = blocking.lost(LossCause.FULL);

        while (writer.isAlive()) {
            blocking.taken(0).take(50);
        }

        assertThat(result.get()).isEqualTo(2 * ResultBits.WRITTEN);
        assertThat(blocking.lost(LossCause.FULL)).isEqualTo(lost);
        first.assertBalanced();
        blocking.assertBalanced();
    }

    @Test
    void shouldLoseWithTheCommitAfterTheBoundAndThenAtOnce() {
        final MemorySession first = fixture.start(0, 8, 16 * LaneGeometry.MIN_LANE_BYTES);
        final MemorySession blocking = startBlocking(1, SHORT_NS);
        fixture.want(3);
        final long startNs = System.nanoTime();

        assertThat(commitBehindAFullLane()).isEqualTo(ResultBits.WRITTEN + ResultBits.FULL);

        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(SHORT_NS);
        final long againNs = System.nanoTime();
        for (int i = 0; i < 1_000; i++) {
            assertThat(Form.CLAIMED.write(fixture, new UnsafeBuffer(new byte[LENGTH])))
                    .isEqualTo(ResultBits.WRITTEN + ResultBits.FULL);
        }
        assertThat(System.nanoTime() - againNs).isLessThan(500 * SHORT_NS);
        first.assertBalanced();
        blocking.assertBalanced();
    }

    /** A claim in the first session, in which the lane of the other one is filled; then its commit. */
    private long commitBehindAFullLane() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
        fixture.event().write(bytes, 0, LENGTH);
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, LENGTH)).isTrue();
        long nested = 2 * ResultBits.WRITTEN;
        while (nested == 2 * ResultBits.WRITTEN) {
            nested = fixture.event().write(bytes, 0, LENGTH);
        }
        return claim.commit();
    }

    private MemorySession startBlocking(final int slot, final long boundNs) {
        final MemorySession session = fixture.start(slot, 8, LaneGeometry.MIN_LANE_BYTES, 100 + slot,
                SessionSettings.Overflow.BLOCK);
        session.pool().waitBoundNs(boundNs);
        return session;
    }

    private static void awaitParked(final Thread thread) {
        await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }
}
