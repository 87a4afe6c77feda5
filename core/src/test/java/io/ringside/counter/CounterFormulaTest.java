package io.ringside.counter;

import io.ringside.SeededRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CounterFormulaTest {
    private static final List<CounterType> TYPES = List.of(CounterType.values());
    private static final long[] EDGES = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, Integer.MIN_VALUE, -1, 0, 1, 2, 100, 0xFFFFFFFFL, Long.MAX_VALUE - 1,
        Long.MAX_VALUE};

    /** Values of their own for each type: N0 B0 D0, then N1 B1 D1, at F units a second. */
    @ParameterizedTest
    @DisplayName("R7.44 every formula of two samples divides real numbers")
    @CsvSource({
        "DELTA, 500 0 0, 530 0 0, 0, 30",
        "LARGE_DELTA, 5000000000 0 0, 5000000030 0 0, 0, 30",
        "COUNTER, 100 0 1000, 400 0 2500, 1000, 200",
        "BULK_COUNT, 100 0 1000, 401 0 3000, 1000, 150.5",
        "SAMPLE_COUNTER, 7 0 0, 8 0 4000, 1000, 0.25",
        "QUEUELEN, 1000 0 100, 1600 0 500, 7, 1.5",
        "LARGE_QUEUELEN, 1000 0 100, 1100 0 500, 7, 0.25",
        "QUEUELEN_100NS, 0 0 0, 30000000 0 10000000, 10000000, 3",
        "OBJECT_TIME_QUEUELEN, 0 0 0, 5 0 2, 1, 2.5",
        "TIMER, 1000 0 0, 1250 0 1000, 7, 25",
        "TIMER_100NS, 0 0 0, 1250000 0 10000000, 10000000, 12.5",
        "OBJECT_TIME_TIMER, 0 0 50, 1 0 58, 1, 12.5",
        "PRECISION_SYSTEM_TIMER, 0 1000 0, 3 1008 0, 7, 37.5",
        "PRECISION_100NS_TIMER, 0 1000 0, 5 1008 0, 7, 62.5",
        "PRECISION_OBJECT_TIMER, 0 1000 0, 7 1008 0, 7, 87.5",
        "SAMPLE_FRACTION, 10 100 0, 13 108 0, 0, 37.5",
        "TIMER_INVERSE, 0 0 0, 250 0 1000, 7, 75",
        "TIMER_100NS_INVERSE, 0 0 0, 1250000 0 10000000, 10000000, 87.5",
        "MULTI_TIMER, 0 9 0, 3 4 1500000, 1000000, 50",
        "MULTI_TIMER_100NS, 0 9 0, 30000000 4 10000000, 10000000, 75",
        "MULTI_TIMER_INVERSE, 0 9 0, 3000 4 2000, 1000, 250",
        "MULTI_TIMER_100NS_INVERSE, 0 9 0, 5000000 4 10000000, 10000000, 350",
        "AVERAGE_TIMER, 0 10 0, 3000000 16 0, 1000000, 0.5",
        "AVERAGE_BULK, 4096 10 0, 8192 18 0, 0, 512"
    })
    void shouldCalculateFromTwoSamples(
            final CounterType type, final String older, final String newer, final long frequency,
            final double expected) {
        assertThat(Counters.real(sample(type, older, frequency), sample(type, newer, frequency)).asDouble())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @DisplayName("R7.40 every formula of one sample gives a value at once")
    @CsvSource({
        "RAWCOUNT, 42, 0, 0, 0, 42",
        "LARGE_RAWCOUNT, -42, 0, 0, 0, -42",
        "RAWCOUNT_HEX, 255, 0, 0, 0, 255",
        "LARGE_RAWCOUNT_HEX, 255, 0, 0, 0, 255",
        "RAW_FRACTION, 30, 120, 0, 0, 25",
        "LARGE_RAW_FRACTION, 30, 80, 0, 0, 37.5",
        "ELAPSED_TIME, 1000, 0, 3500, 1000, 2.5"
    })
    void shouldCalculateFromOneSample(
            final CounterType type, final long n, final long b, final long d, final long frequency,
            final double expected) {
        assertThat(Counters.real(new CounterFormat.Sample(type, n, b, d, frequency)).asDouble()).isEqualTo(expected);
    }

    @Test
    @DisplayName("R7.44 a multi timer over 1.5 s counts 1.5 s, not one")
    void shouldNotCutSecondsOffWhenTimersAreMany() {
        final CounterFormat.Sample older = new CounterFormat.Sample(CounterType.MULTI_TIMER, 0, 1, 0, 10_000_000);

        assertThat(Counters.real(older, new CounterFormat.Sample(CounterType.MULTI_TIMER, 1, 1, 15_000_000, 10_000_000))
                .asDouble()).isCloseTo(66.667, within(0.001));
        assertThat(Counters.real(older, new CounterFormat.Sample(CounterType.MULTI_TIMER, 1, 1, 5_000_000, 10_000_000))
                .asDouble()).as("less than a second").isEqualTo(200);
    }

    @Test
    @DisplayName("R7.36 a rate over 1.5 s")
    void shouldTakeTheTimeThatPassedWhenItIsNoWholeSecond() {
        assertThat(Counters.real(
                new CounterFormat.Sample(CounterType.COUNTER, 100, 0, 0, 1_000_000_000),
                new CounterFormat.Sample(CounterType.COUNTER, 400, 0, 1_500_000_000, 1_000_000_000)).asDouble())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(CounterType.class)
    @DisplayName("R7.40 the first sample gives a value unless the type has the delta bit or is an average")
    void shouldNeedTwoSamplesByTheBitOfTheType(final CounterType type) {
        final boolean isShown = !type.name().endsWith("BASE") && type != CounterType.TEXT && type != CounterType.NODATA;
        final boolean needsTwo = (type.code() & 0x00400000) != 0
                || type == CounterType.AVERAGE_TIMER || type == CounterType.AVERAGE_BULK;

        final CounterValue first = Counters.real(new CounterFormat.Sample(type, 30, 120, 500, 10));

        assertThat(first.status())
                .isEqualTo(isShown && !needsTwo ? CounterValue.Status.VALID_DATA : CounterValue.Status.INVALID_DATA);
        assertThat(type.samples()).isEqualTo(isShown ? needsTwo ? 2 : 1 : 0);
        assertThat(Counters
                .real(new CounterFormat.Sample(type, 30, 120, 500, 10),
                        new CounterFormat.Sample(type, 31, 130, 600, 10))
                .status().isValid()).isEqualTo(isShown);
    }

    @Test
    @DisplayName("R7.41 a value that falls gives none, and the one after it does again")
    void shouldGiveNoValueWhenTheValueFalls() {
        final CounterFormat.Sample first = new CounterFormat.Sample(CounterType.COUNTER, 500, 0, 1_000, 1_000);
        final CounterFormat.Sample second = new CounterFormat.Sample(CounterType.COUNTER, 400, 0, 2_000, 1_000);
        final CounterFormat.Sample third = new CounterFormat.Sample(CounterType.COUNTER, 450, 0, 3_000, 1_000);

        assertThat(Counters.real(first, second).status()).isEqualTo(CounterValue.Status.NEGATIVE_VALUE);
        assertThat(Counters.real(second, third).asDouble()).isEqualTo(50);
    }

    @Test
    @DisplayName("R7.41 samples of different types give none")
    void shouldGiveNoValueWhenTypesDiffer() {
        final CounterFormat.Sample counter = new CounterFormat.Sample(CounterType.COUNTER, 1, 0, 1_000, 1_000);
        final CounterFormat.Sample bulk = new CounterFormat.Sample(CounterType.BULK_COUNT, 2, 0, 2_000, 1_000);

        assertThat(Counters.real(counter, bulk).status()).isEqualTo(CounterValue.Status.INVALID_DATA);
        assertThat(Counters.real(bulk, counter).status()).isEqualTo(CounterValue.Status.INVALID_DATA);
    }

    @Test
    @DisplayName("R7.41 a figure that is shown as it is may fall")
    void shouldGiveAValueWhenAFigureFalls() {
        assertThat(Counters.real(new CounterFormat.Sample(CounterType.RAWCOUNT, 500, 0, 0, 0),
                new CounterFormat.Sample(CounterType.RAWCOUNT, 400, 0, 0, 0)).asDouble()).isEqualTo(400);
    }

    @Test
    @DisplayName("R7.42 a base of zero gives no value, and no NaN")
    void shouldGiveNoValueWhenTheBaseIsZero() {
        assertThat(Counters.real(new CounterFormat.Sample(CounterType.RAW_FRACTION, 30, 120, 0, 0)).asDouble())
                .isEqualTo(25);
        assertThat(Counters.real(new CounterFormat.Sample(CounterType.RAW_FRACTION, 30, 0, 0, 0)).status())
                .isEqualTo(CounterValue.Status.INVALID_DATA);
        assertThat(Counters.real(new CounterFormat.Sample(CounterType.RAW_FRACTION, 0, 0, 0, 0)).status())
                .isEqualTo(CounterValue.Status.INVALID_DATA);
    }

    @Test
    @DisplayName("R7.42 averages of no operation give no value")
    void shouldGiveNoValueWhenTheBaseDoesNotGrow() {
        final CounterFormat.Sample time = new CounterFormat.Sample(CounterType.AVERAGE_TIMER, 1_000_000, 10, 0,
                1_000_000);
        final CounterFormat.Sample bulk = new CounterFormat.Sample(CounterType.AVERAGE_BULK, 100, 10, 0, 0);

        assertThat(Counters.real(time, new CounterFormat.Sample(CounterType.AVERAGE_TIMER, 4_000_000, 16, 0, 1_000_000))
                .asDouble()).isEqualTo(0.5);
        assertThat(Counters.real(time, new CounterFormat.Sample(CounterType.AVERAGE_TIMER, 4_000_000, 10, 0, 1_000_000))
                .status()).isEqualTo(CounterValue.Status.INVALID_DATA);
        assertThat(Counters.real(bulk, new CounterFormat.Sample(CounterType.AVERAGE_BULK, 4_196, 18, 0, 0)).asDouble())
                .isEqualTo(512);
        assertThat(Counters.real(bulk, new CounterFormat.Sample(CounterType.AVERAGE_BULK, 4_196, 10, 0, 0)).status())
                .isEqualTo(CounterValue.Status.INVALID_DATA);
    }

    @Test
    @DisplayName("R7.43 a value of 32 bits that wrapped gives none")
    void shouldGiveNoValueWhenTheValueWraps() {
        assertThat(Counters.real(new CounterFormat.Sample(CounterType.COUNTER, 4_294_967_290L, 0, 0, 1_000),
                new CounterFormat.Sample(CounterType.COUNTER, 10, 0, 1_000, 1_000)).status().isValid()).isFalse();
    }

    @ParameterizedTest
    @DisplayName("R7.31 statuses of what is negative")
    @CsvSource({
        "COUNTER, 0 0 2000, 5 0 1000, 1000, NEGATIVE_TIMEBASE",
        "COUNTER, 0 0 1000, 5 0 1000, 1000, INVALID_DATA",
        "COUNTER, 0 0 1000, 5 0 2000, 0, INVALID_DATA",
        "COUNTER, 0 0 1000, 5 0 2000, -1, NEGATIVE_TIMEBASE",
        "COUNTER, 6 0 2000, 5 0 1000, 0, NEGATIVE_VALUE",
        "DELTA, 6 0 0, 5 0 0, 0, NEGATIVE_VALUE",
        "SAMPLE_FRACTION, 0 9 0, 5 8 0, 0, NEGATIVE_DENOMINATOR",
        "AVERAGE_BULK, 0 9 0, 5 8 0, 0, NEGATIVE_DENOMINATOR",
        "RAW_FRACTION, 0 1 0, 5 -8 0, 0, NEGATIVE_DENOMINATOR",
        "RAW_FRACTION, 0 1 0, -5 8 0, 0, NEGATIVE_VALUE",
        "MULTI_TIMER_INVERSE, 0 1 0, 5 0 5, 1, INVALID_DATA",
        "TIMER_INVERSE, 0 0 0, 1001 0 1000, 1, NEGATIVE_VALUE",
        "ELAPSED_TIME, 0 0 0, 1001 0 1000, 1, NEGATIVE_VALUE"
    })
    void shouldSayWhyThereIsNoValue(
            final CounterType type, final String older, final String newer, final long frequency,
            final CounterValue.Status expected) {
        assertThat(Counters.real(sample(type, older, frequency), sample(type, newer, frequency)).status())
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("R7.42 whatever numbers a sample holds, there is a finite value or none")
    void shouldNeverGiveWhatIsNoNumberWhenSamplesAreHostile() {
        final Random random = SeededRandom.create(CounterFormulaTest.class);
        for (int i = 0; i < 20_000; i++) {
            final CounterType type = TYPES.get(random.nextInt(TYPES.size()));
            final CounterFormat.Sample older = hostile(type, random);
            final CounterFormat.Sample newer = hostile(type, random);
            final CounterValue value = Counters.real(older, newer);
            if (value.status().isValid()) {
                assertThat(value.asDouble()).as("%s, %s", older, newer).isFinite();
                assertThat(type.formula().isWhole() || value.asDouble() >= 0).as("%s, %s", older, newer).isTrue();
            }
        }
    }

    private static CounterFormat.Sample sample(final CounterType type, final String numbers, final long frequency) {
        final long[] parts = Arrays.stream(numbers.split(" ")).mapToLong(Long::parseLong).toArray();
        return new CounterFormat.Sample(type, parts[0], parts[1], parts[2], frequency);
    }

    private static CounterFormat.Sample hostile(final CounterType type, final Random random) {
        return new CounterFormat.Sample(type, edge(random), edge(random), edge(random), edge(random));
    }

    private static long edge(final Random random) {
        return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
    }
}
