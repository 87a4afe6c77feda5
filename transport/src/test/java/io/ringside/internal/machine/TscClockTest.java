package io.ringside.internal.machine;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The counter of this machine, where there is one that can be read. */
@Tag("jdk25")
class TscClockTest {
    private static final int READINGS = 200_000;
    /** Of both clocks together; a reading of both that was interrupted is not compared. */
    private static final long ACCURACY_NS = TimeUnit.MICROSECONDS.toNanos(5);
    /** What the JVM allocates for itself, now and then, is excluded by measuring again. */
    private static final int ATTEMPTS = 3;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void shouldRefuseForTheMachineOrForTheJvmAndForNothingElse() {
        final String ofMachine = CounterFacts.ofThisMachine().refusal();
        final String expected = ofMachine == null ? ForeignFunctions.refusal() : ofMachine;
        assertThat(TscClock.refusal()).isEqualTo(expected);
        assertThat(TscClock.start()).isEqualTo(expected);
    }

    @Test
    void shouldNeedAJvmThatHasForeignFunctionsAndMayCallThem() {
        final String refusal = ForeignFunctions.refusal();
        if (Runtime.version().feature() < 22) {
            assertThat(refusal).contains("java=" + Runtime.version().feature()).contains("22 or newer");
        } else {
            assertThat(refusal).satisfiesAnyOf(none -> assertThat(none).isNull(),
                    flag -> assertThat(flag).contains("--enable-native-access=ALL-UNNAMED"));
        }
    }

    @Test
    void shouldBeTheMonotonicClockWithoutItsPrice() {
        assumeThat(TscClock.start()).isNull();
        int compared = 0;
        long last = TscClock.nanoTime();
        for (int i = 0; i < READINGS; i++) {
            final long before = System.nanoTime();
            final long ns = TscClock.nanoTime();
            final long after = System.nanoTime();
            assertThat(ns).isGreaterThanOrEqualTo(last);
            last = ns;
            if (after - before < ACCURACY_NS) {
                compared++;
                assertThat(ns).isBetween(before - ACCURACY_NS, after + ACCURACY_NS);
            }
            TscClock.calibrate();
        }
        assertThat(compared).isGreaterThan(READINGS / 2);
    }

    @Test
    void shouldAllocateNothing() {
        assumeThat(TscClock.start()).isNull();
        long readings = 0;
        long allocated = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && allocated != 0; attempt++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            readings |= sum();
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(readings).isNotZero();
        assertThat(allocated).isZero();
    }

    private static long sum() {
        long sum = 0;
        for (int i = 0; i < READINGS; i++) {
            sum |= TscClock.nanoTime();
        }
        return sum;
    }
}
