package io.ringside.internal.machine;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A counter that is kept in step with a clock that drifts, stops and is corrected. */
class TickCalibrationTest {
    private static final long CYCLE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final SteppedMachine machine = new SteppedMachine();
    private final TickCalibration calibration = new TickCalibration(machine::readCounter, machine::readMonotonic);
    private TickScale scale = TickScale.NONE;
    private long largestErrorNs;
    private long lastNs = Long.MIN_VALUE;

    @BeforeEach
    void begin() {
        scale = calibration.start();
    }

    @Test
    void shouldShowTheMonotonicClockFromTheFirstMoment() {
        assertThat(machine.errorNs(scale)).isBetween(-100L, 100L);
        assertThat(scale.covers(machine.ticks())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, -20, 500, -500})
    void shouldStayInStepWithAClockOfAnotherRate(final double ppm) {
        machine.drift(ppm);
        run(3 * SECOND_NS);
        largestErrorNs = 0;
        run(60 * SECOND_NS);
        assertThat(largestErrorNs).isLessThan(300);
    }

    @Test
    void shouldFollowCorrectionsOfTheClockWithinTwoSeconds() {
        run(3 * SECOND_NS);
        machine.drift(50);
        run(2 * SECOND_NS);
        assertThat(largestErrorNs).as("not more than the drift until it is seen").isLessThan(110_000);
        run(2 * SECOND_NS);
        largestErrorNs = 0;
        run(2 * SECOND_NS);
        assertThat(largestErrorNs).isLessThan(500);
    }

    @Test
    void shouldReadTheMonotonicClockItselfWhenNobodyCalibrates() {
        run(3 * SECOND_NS);
        machine.drift(500);
        for (int i = 0; i < 100; i++) {
            machine.pass(SECOND_NS);
            stamp();
        }
        assertThat(scale.covers(machine.ticks())).isFalse();
        assertThat(machine.errorNs(scale)).isZero();
        assertThat(largestErrorNs).as("within the four seconds").isLessThan(3_000_000);
    }

    @Test
    void shouldShowTheMonotonicClockAfterALongSleep() {
        run(3 * SECOND_NS);
        machine.sleep(3600 * SECOND_NS);
        assertThat(machine.errorNs(scale)).as("before anybody has noticed").isZero();
        scale = calibration.next(scale);
        assertThat(scale.covers(machine.ticks())).isTrue();
        assertThat(machine.errorNs(scale)).isBetween(-100L, 100L);
        run(10 * SECOND_NS);
        assertThat(machine.errorNs(scale)).isBetween(-100L, 100L);
    }

    @Test
    void shouldBeginALineAnewAfterASleepThatNoStampShows() {
        run(3 * SECOND_NS);
        machine.sleep(SECOND_NS / 2);
        assertThat(machine.errorNs(scale)).isGreaterThan(SECOND_NS / 3);
        machine.pass(SECOND_NS);
        scale = calibration.next(scale);
        assertThat(machine.errorNs(scale)).isBetween(-100L, 100L);
    }

    @Test
    void shouldShowTheMonotonicClockWhenTheCounterBeginsAnew() {
        run(3 * SECOND_NS);
        machine.restartCounter();
        assertThat(machine.errorNs(scale)).isZero();
        scale = calibration.next(scale);
        run(10 * SECOND_NS);
        assertThat(scale.covers(machine.ticks())).isTrue();
        assertThat(machine.errorNs(scale)).isBetween(-100L, 100L);
    }

    @Test
    void shouldKeepTheLineWhenTheClocksCannotBeReadAtOnce() {
        run(3 * SECOND_NS);
        machine.interrupt(50_000);
        machine.pass(SECOND_NS);
        assertThat(calibration.next(scale)).isSameAs(scale);
        machine.interrupt(0);
        assertThat(calibration.next(scale)).isNotSameAs(scale);
    }

    @Test
    void shouldNotUseACounterThatStands() {
        assertThat(new TickCalibration(() -> 5, machine::readMonotonic).start()).isSameAs(TickScale.NONE);
    }

    @Test
    void shouldGiveEqualTicksOneTimeWhetherTheNewLineWasSeenOrNot() {
        machine.drift(100);
        run(3 * SECOND_NS);
        machine.drift(-100);
        machine.pass(SECOND_NS);
        final TickScale before = scale;
        scale = calibration.next(scale);
        assertThat(scale).isNotSameAs(before);
        final long aheadTicks = (long) (TickCalibration.AHEAD_NS * SteppedMachine.TICKS_OF_NS);
        final long from = machine.ticks();
        for (long ticks = from; ticks < from + aheadTicks - 1_000; ticks += 997) {
            assertThat(scale.toNs(ticks) - before.toNs(ticks)).isBetween(-1L, 1L);
        }
        assertThat(scale.toNs(from + 200 * aheadTicks)).isNotEqualTo(before.toNs(from + 200 * aheadTicks));
    }

    @Test
    @DisplayName("R4.50 24,000,000 ticks of a counter of 24 MHz are a second")
    void shouldConvertByTheRateOfTheCounter() {
        final TickScale slow = TickScale.from(1_000, 5_000, 1e9 / 24_000_000, 2 * SECOND_NS);
        assertThat(slow.toNs(24_001_000) - slow.toNs(1_000)).isBetween(SECOND_NS - 1, SECOND_NS);
        final TickScale same = TickScale.from(0, 0, 1e9 / 1_000_000_000, 2 * SECOND_NS);
        assertThat(same.toNs(123_456_789)).isEqualTo(123_456_789);
    }

    @Test
    void shouldNeverGoBackWhateverTheClockDoesButSleep() {
        final long seed = new Random().nextLong();
        System.out.println("TickCalibrationTest: seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            machine.drift((random.nextDouble() - 0.5) * 1000);
            run(1 + random.nextLong(3 * SECOND_NS));
            if (random.nextInt(10) == 0) {
                machine.pass(random.nextLong(10 * SECOND_NS));
            }
        }
    }

    /** The control thread's cycles, with writes in between that must never be stamped earlier than those before. */
    private void run(final long ns) {
        for (long passed = 0; passed < ns; passed += CYCLE_NS) {
            for (int i = 0; i < 5; i++) {
                machine.pass(CYCLE_NS / 5);
                stamp();
            }
            if (calibration.isDue(machine.monotonicNs())) {
                scale = calibration.next(scale);
                stamp();
            }
        }
    }

    private void stamp() {
        final long ns = machine.stamp(scale);
        assertThat(ns).isGreaterThanOrEqualTo(lastNs);
        lastNs = ns;
        largestErrorNs = Math.max(largestErrorNs, Math.abs(machine.errorNs(scale)));
    }
}
