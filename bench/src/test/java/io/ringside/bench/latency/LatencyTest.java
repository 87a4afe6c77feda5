package io.ringside.bench.latency;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("proof")
class LatencyTest {
    @ParameterizedTest
    @CsvSource({"10000, 400, 10000, 10000", "100000, 400, 10000, 40000", "0, 50, 0, 50000", "10, 1, 0, 1"})
    void shouldSendEventsForAsLongAsAPointTakesButNotTooFew(final int rate, final int millis, final int least,
            final int expected) {
        assertThat(LatencyMain.events(rate, millis, least)).isEqualTo(expected);
    }

    @Test
    void shouldNameThePercentilesBeyondWhichThereAreEnoughEvents() {
        final Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(100, 950);
        histogram.recordValueWithCount(200, 50);

        assertThat(LatencyReaderMain.percentiles(histogram)).isEqualTo("50=100 75=100 90=100 95=100 99=200 99.5=200");
    }
}
