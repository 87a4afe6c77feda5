package io.ringside.internal.merge;

import io.ringside.RingsideException;
import org.junit.jupiter.api.Test;

import static io.ringside.internal.merge.Watermark.CLOCK_SLACK_NS;
import static io.ringside.internal.merge.Watermark.NULL_BOUND_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WatermarkTest {
    private static final long WINDOW_NS = 1_000_000;

    private final Watermark watermark = new Watermark(WINDOW_NS);

    @Test
    void shouldStandShortOfTheClockWhenEveryLaneIsIdle() {
        watermark.begin(5_000_000);
        watermark.observe(NULL_BOUND_NS, true, true);
        watermark.observe(4_000_000, true, true);

        assertThat(watermark.end()).isEqualTo(5_000_000 - CLOCK_SLACK_NS);
    }

    @Test
    void shouldWaitForALaneInFlightFromItsLastEventOn() {
        watermark.begin(5_000_000);
        watermark.observe(NULL_BOUND_NS, true, true);
        watermark.observe(4_700_000, false, true);

        assertThat(watermark.end()).isEqualTo(4_700_000);
    }

    @Test
    void shouldWaitForALaneInFlightFromTheTurnOnInWhichItWasIdle() {
        watermark.begin(5_000_000);
        final long bound = watermark.observe(1_000_000, true, true);
        watermark.end();
        watermark.begin(5_500_000);
        watermark.observe(bound, false, true);

        assertThat(watermark.end()).isEqualTo(5_000_000 - CLOCK_SLACK_NS);
    }

    @Test
    void shouldNotWaitLongerThanTheWindow() {
        watermark.begin(5_000_000);
        watermark.observe(NULL_BOUND_NS, false, true);

        assertThat(watermark.end()).isEqualTo(5_000_000 - WINDOW_NS);
    }

    @Test
    void shouldWaitForItselfBeyondTheWindow() {
        watermark.begin(5_000_000);
        watermark.observe(4_900_000, false, true);
        watermark.observe(2_000_000, false, false);

        assertThat(watermark.end()).isEqualTo(2_000_000);
    }

    @Test
    void shouldNeverGoBack() {
        watermark.begin(5_000_000);
        watermark.observe(4_900_000, false, true);
        watermark.end();
        watermark.begin(5_000_001);
        watermark.observe(NULL_BOUND_NS, false, true);

        assertThat(watermark.end()).isEqualTo(4_900_000);
    }

    @Test
    void shouldRefuseANegativeWindow() {
        assertThatThrownBy(() -> new Watermark(-1)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("reorderWindowNs=-1");
    }
}
