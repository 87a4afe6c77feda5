package io.ringside.counter;

import io.ringside.RingsideException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CounterFormatTest {
    private static final CounterFormat LARGE = CounterFormat.of(CounterFormat.LARGE);
    private static final CounterFormat REAL = CounterFormat.of(CounterFormat.DOUBLE);
    private static final CounterFormat LONG = CounterFormat.of(CounterFormat.LONG);
    private static final CounterSchema FIGURE = CounterSchema.of(1, "figure", CounterType.LARGE_RAWCOUNT);
    private static final CounterSchema SHARE = CounterSchema.of(1, "share", CounterType.TIMER_100NS);

    @Test
    @DisplayName("R7.32 a process that keeps 4 CPUs busy is at 100, uncapped at 400")
    void shouldCapPercentagesUnlessToldOtherwise() {
        final CounterFormat.Sample older = new CounterFormat.Sample(CounterType.TIMER_100NS, 0, 0, 0, 10_000_000);
        final CounterFormat.Sample newer = new CounterFormat.Sample(CounterType.TIMER_100NS, 40_000_000, 0, 10_000_000,
                10_000_000);

        assertThat(REAL.format(SHARE, older, newer).asDouble()).isEqualTo(100);
        assertThat(CounterFormat.of(CounterFormat.DOUBLE | CounterFormat.NO_CAP).format(SHARE, older, newer).asDouble())
                .isEqualTo(400);
        assertThat(REAL.format(FIGURE, figure(400)).asDouble()).as("no percentage").isEqualTo(400);
    }

    @Test
    @DisplayName("R7.32 a percentage is capped before it is scaled")
    void shouldScaleWhatIsCapped() {
        final CounterFormat.Sample older = new CounterFormat.Sample(CounterType.TIMER_100NS, 0, 0, 0, 10_000_000);
        final CounterFormat.Sample newer = new CounterFormat.Sample(CounterType.TIMER_100NS, 40_000_000, 0, 10_000_000,
                10_000_000);

        assertThat(CounterFormat.of(CounterFormat.LONG | CounterFormat.TIMES_THOUSAND).format(SHARE, older, newer)
                .asLong()).isEqualTo(100_000);
    }

    @ParameterizedTest
    @CsvSource({"29, 29.0, 29", "-29, -29.0, -29"})
    @DisplayName("R7.32 formats are the raw value, whole numbers and real ones")
    void shouldFormatByKind(final long value, final double real, final long whole) {
        assertThat(REAL.format(FIGURE, figure(value)).asDouble()).isEqualTo(real);
        assertThat(LONG.format(FIGURE, figure(value)).asLong()).isEqualTo(whole);
        assertThat(LARGE.format(FIGURE, figure(value)).asLong()).isEqualTo(whole);
        assertThat(CounterFormat.of(CounterFormat.RAW).format(FIGURE.withScale(2), figure(value)).asLong())
                .isEqualTo(value);
    }

    @Test
    @DisplayName("R7.32 the raw value of a rate is there at the first sample")
    void shouldGiveRawValuesOfWhateverType() {
        assertThat(CounterFormat.of(CounterFormat.RAW)
                .format(SHARE, new CounterFormat.Sample(CounterType.TIMER_100NS, 77, 0, 5, 10_000_000)).asLong())
                .isEqualTo(77);
    }

    @Test
    @DisplayName("R7.32 whole numbers lose their fraction, they are not rounded")
    void shouldTruncateWhenAWholeNumberIsAskedFor() {
        final CounterSchema fraction = CounterSchema.of(1, "f", CounterType.RAW_FRACTION);
        final CounterFormat.Sample sample = new CounterFormat.Sample(CounterType.RAW_FRACTION, 2, 3, 0, 0);

        assertThat(LONG.format(fraction, sample).asLong()).isEqualTo(66);
        assertThat(LARGE.format(fraction, sample).asLong()).isEqualTo(66);
        assertThat(REAL.format(fraction, sample).asLong()).isEqualTo(66);
        assertThat(LONG.withScale(-1).format(FIGURE, figure(-19)).asLong()).isEqualTo(-1);
    }

    @Test
    @DisplayName("R7.32 what has no room in 32 or 64 bits is no value")
    void shouldGiveNoValueWhenTheNumberHasNoRoom() {
        assertThat(LONG.format(FIGURE, figure(Integer.MAX_VALUE)).asLong()).isEqualTo(Integer.MAX_VALUE);
        assertThat(LONG.format(FIGURE, figure(Integer.MAX_VALUE + 1L)).status())
                .isEqualTo(CounterValue.Status.INVALID_DATA);
        assertThat(LARGE.withScale(1).format(FIGURE, figure(Long.MAX_VALUE / 10)).asLong())
                .isEqualTo(Long.MAX_VALUE / 10 * 10);
        assertThat(LARGE.withScale(1).format(FIGURE, figure(Long.MAX_VALUE / 10 + 1)).status())
                .isEqualTo(CounterValue.Status.INVALID_DATA);
        assertThat(LARGE.withScale(1).format(FIGURE, figure(Long.MIN_VALUE / 10)).asLong())
                .isEqualTo(Long.MIN_VALUE / 10 * 10);
        assertThat(LARGE.withScale(1).format(FIGURE, figure(Long.MIN_VALUE / 10 - 1)).status())
                .isEqualTo(CounterValue.Status.INVALID_DATA);
        final CounterSchema average = CounterSchema.of(1, "a", CounterType.AVERAGE_BULK);
        final CounterFormat.Sample none = new CounterFormat.Sample(CounterType.AVERAGE_BULK, 0, 0, 0, 0);
        assertThat(
                LARGE.format(average, none, new CounterFormat.Sample(CounterType.AVERAGE_BULK, Long.MAX_VALUE, 1, 0, 0))
                        .status())
                .as("2^63 after rounding").isEqualTo(CounterValue.Status.INVALID_DATA);
    }

    @Test
    @DisplayName("R7.32 figures of 64 bits and their growth are exact as whole numbers")
    void shouldNotRoundWhenFiguresAreLarge() {
        final CounterSchema growth = CounterSchema.of(1, "g", CounterType.LARGE_DELTA);
        final CounterFormat.Sample older = new CounterFormat.Sample(CounterType.LARGE_DELTA, 1, 0, 0, 0);

        assertThat(LARGE.format(FIGURE, figure((1L << 53) + 1)).asLong()).isEqualTo((1L << 53) + 1);
        assertThat(
                LARGE.format(growth, older, new CounterFormat.Sample(CounterType.LARGE_DELTA, (1L << 53) + 2, 0, 0, 0))
                        .asLong())
                .isEqualTo((1L << 53) + 1);
        assertThat(LARGE.format(growth, older, new CounterFormat.Sample(CounterType.LARGE_DELTA, 0, 0, 0, 0)).status())
                .isEqualTo(CounterValue.Status.NEGATIVE_VALUE);
        assertThat(LARGE.format(growth, new CounterFormat.Sample(CounterType.LARGE_DELTA, Long.MIN_VALUE, 0, 0, 0),
                new CounterFormat.Sample(CounterType.LARGE_DELTA, 1, 0, 0, 0)).status())
                .isEqualTo(CounterValue.Status.INVALID_DATA);
    }

    @ParameterizedTest
    @CsvSource({
        "0x200, 0, 5", "0x200, -1, 0.5", "0x200, 2, 500", "0x1200, 2, 5", "0x2200, 0, 5000", "0x2200, -1, 500",
        "0x3200, 2, 5000", "0x400, 2, 500", "0x1400, 2, 5", "0x2400, -1, 500"
    })
    @DisplayName("R7.32 a value is scaled as its counter wants, or not, and a thousand times as much if asked")
    void shouldScaleByPowersOfTen(final int format, final int scale, final double expected) {
        assertThat(CounterFormat.of(format).format(FIGURE.withScale(scale), figure(5)).asDouble()).isEqualTo(expected);
    }

    @Test
    @DisplayName("R7.32 a reader's own factor has exponents from -7 to 7")
    void shouldScaleAsTheReaderWants() {
        assertThat(REAL.withScale(7).format(FIGURE.withScale(2), figure(5)).asDouble()).isEqualTo(50_000_000);
        assertThat(REAL.withScale(-7).format(FIGURE, figure(5)).asDouble()).isEqualTo(5e-7);
        for (final int exponent : new int[]{-8, 8, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> REAL.withScale(exponent)).isInstanceOf(RingsideException.class)
                    .hasMessage("scale out of range: scale=" + exponent + ", min=-7, max=7");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x300, 0x600, 0x110, 0x1000, 0x201, 0x4200, 0x80000200})
    @DisplayName("R7.32 a format has one kind and no unknown bits")
    void shouldRefuseOtherBits(final int bits) {
        assertThatThrownBy(() -> CounterFormat.of(bits)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("format=0x" + Integer.toHexString(bits) + ", kinds=0x710, modifiers=0xb000");
    }

    @Test
    void shouldShowHexTypesInHexAndNothingWithoutAValue() {
        assertThat(LONG.format(Counters.counter(CounterType.RAWCOUNT_HEX),
                new CounterFormat.Sample(CounterType.RAWCOUNT_HEX, 0x2BAD, 0, 0, 0))).hasToString("0x2bad");
        assertThat(LARGE.format(Counters.counter(CounterType.LARGE_RAWCOUNT_HEX),
                new CounterFormat.Sample(CounterType.LARGE_RAWCOUNT_HEX, -1, 0, 0, 0)))
                .hasToString("0xffffffffffffffff");
        assertThat(LARGE.format(FIGURE, figure(-1))).hasToString("-1");
        assertThat(REAL.format(FIGURE, figure(1))).hasToString("1.0");
        final CounterValue none = REAL.format(SHARE, new CounterFormat.Sample(CounterType.TIMER_100NS, 1, 0, 1, 1));
        assertThat(none).hasToString("");
        assertThatThrownBy(none::asDouble).isInstanceOf(IllegalStateException.class)
                .hasMessage("counter has no value: status=INVALID_DATA, type=TIMER_100NS");
        assertThatThrownBy(none::asLong).isInstanceOf(IllegalStateException.class);
    }

    private static CounterFormat.Sample figure(final long value) {
        return new CounterFormat.Sample(CounterType.LARGE_RAWCOUNT, value, 0, 0, 0);
    }
}
