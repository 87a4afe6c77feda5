package io.ringside.internal.write;

import io.ringside.filter.RateFilter;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.write.RateGate.Answer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a sample and a limit let through. */
class RateGateTest {
    private static final long SESSION_ID = 7;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final PayloadBytes payload = new PayloadBytes();
    private long nowNs = random.nextLong();

    @BeforeEach
    void printSeed() {
        System.out.println("RateGateTest: repeat with -Dringside.seed=" + seed);
    }

    @Test
    void shouldRecordExactlyOneInSoManyOfEachThread() {
        for (int round = 0; round < 200; round++) {
            final int oneIn = 2 + random.nextInt(50);
            final RateGate gate = gate(RateFilter.sample(oneIn));
            final long threadId = random.nextInt(1_000);
            for (int i = 0; i < 20; i++) {
                assertThat(passed(gate, threadId, oneIn)).as("oneIn=%d, i=%d", oneIn, i).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldNotMissAllEventsOfARegularPattern() {
        final RateGate gate = gate(RateFilter.sample(4));
        int even = 0;
        int odd = 0;
        for (int i = 0; i < 4_000; i++) {
            if (gate.ask(payload, 1) == Answer.PASSED) {
                even += i % 2 == 0 ? 1 : 0;
                odd += i % 2;
            }
        }
        assertThat(even + odd).isEqualTo(1_000);
        assertThat(even).isBetween(350, 650);
    }

    @Test
    void shouldCountExactlyAlsoWhereThreadsShareACounter() throws InterruptedException {
        final RateGate gate = gate(RateFilter.sample(10));
        final AtomicLong passed = new AtomicLong();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            final Thread thread = new Thread(() -> passed.addAndGet(passed(gate, 8, 25_000)));
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(passed).hasValue(10_000);
    }

    @Test
    void shouldNeverRecordMoreThanTheLimitInAnySpan() {
        for (int round = 0; round < 200; round++) {
            final RateFilter rate = RateFilter.limit(1 + random.nextInt(random.nextBoolean() ? 20 : 100_000));
            final RateBucket bucket = bucket(rate);
            final Deque<Long> recorded = new ArrayDeque<>();
            final long spanNs = (long) (random.nextDouble() * 3 * SECOND_NS);
            final long most = rate.burst() + spanNs * rate.limitPerSecond() / SECOND_NS;
            final long pauseNs = Math.max(1, 2 * SECOND_NS / rate.limitPerSecond());
            for (int i = 0; i < 2_000; i++) {
                nowNs += random.nextInt(50) == 0 ? spanNs : (long) (random.nextDouble() * (double) pauseNs);
                if (bucket.tryTake()) {
                    recorded.add(nowNs);
                    while (nowNs - recorded.getFirst() > spanNs) {
                        recorded.removeFirst();
                    }
                    assertThat(recorded.size()).as("rate=%s, spanNs=%d", rate, spanNs).isLessThanOrEqualTo((int) most);
                }
            }
        }
    }

    @Test
    void shouldRecordAllThatComesWithinTheLimit() {
        final RateFilter rate = RateFilter.limit(100);
        final RateBucket bucket = bucket(rate);
        for (int i = 0; i < 1_000; i++) {
            nowNs += SECOND_NS / 100;
            assertThat(bucket.tryTake()).isTrue();
        }
    }

    @Test
    void shouldAllowABurstAfterAPauseAndThenAnEvenPace() {
        final RateBucket bucket = bucket(RateFilter.limit(100));
        assertThat(taken(bucket, 50)).isEqualTo(10);
        nowNs += SECOND_NS / 100 - 1;
        assertThat(taken(bucket, 50)).isZero();
        nowNs++;
        assertThat(taken(bucket, 50)).isEqualTo(1);
        nowNs += 3 * SECOND_NS;
        assertThat(taken(bucket, 50)).isEqualTo(10);
    }

    @Test
    void shouldShareALimitAmongThreadsAndEvents() throws InterruptedException {
        final RateBucket bucket = bucket(RateFilter.limit(1_000));
        final AtomicLong passed = new AtomicLong();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            final int threadId = i;
            final RateGate gate = new RateGate(RateFilter.limit(1_000), SESSION_ID, null, bucket);
            final Thread thread = new Thread(() -> passed.addAndGet(passed(gate, threadId, 10_000)));
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(passed).hasValue(100);
    }

    @Test
    void shouldSayOnceWhatALimitHasLeftOut() {
        final RateFilter rate = RateFilter.sample(2).withLimit(1);
        final RateGate gate = new RateGate(rate, SESSION_ID, null, bucket(rate));
        int over = 0;
        for (int i = 0; i < 100; i++) {
            over += gate.ask(payload, 3) == Answer.OVER_LIMIT ? 1 : 0;
        }
        assertThat(over).isEqualTo(49);
        assertThat(gate.takeOverLimit(3)).isEqualTo(49);
        assertThat(gate.takeOverLimit(3)).isZero();
    }

    private RateGate gate(final RateFilter rate) {
        return new RateGate(rate, SESSION_ID, null, null);
    }

    private RateBucket bucket(final RateFilter rate) {
        return new RateBucket(rate, () -> nowNs);
    }

    private static int taken(final RateBucket bucket, final int tries) {
        int taken = 0;
        for (int i = 0; i < tries; i++) {
            taken += bucket.tryTake() ? 1 : 0;
        }
        return taken;
    }

    private int passed(final RateGate gate, final long threadId, final int events) {
        int passed = 0;
        for (int i = 0; i < events; i++) {
            passed += gate.ask(payload, threadId) == Answer.PASSED ? 1 : 0;
        }
        return passed;
    }
}
