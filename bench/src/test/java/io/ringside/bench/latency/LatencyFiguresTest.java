package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.result.Observation;
import io.ringside.cli.source.IdleMode;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class LatencyFiguresTest {
    private static final LatencyPoint POINT = new LatencyPoint(10_000, IdleMode.SPIN);
    private static final LatencyPoint YIELDING = new LatencyPoint(10_000, IdleMode.YIELD);

    @Test
    void shouldDivideWithinARoundWhenItIsJudged() {
        final LatencyFigures figures = new LatencyFigures();
        figures.add(ChannelKind.RINGSIDE, 1, Map.of(POINT, histogram(100), YIELDING, histogram(100)));
        figures.add(ChannelKind.AERON_EXCLUSIVE, 1, Map.of(POINT, histogram(200), YIELDING, histogram(100)));
        figures.add(ChannelKind.RINGSIDE, 2, Map.of(POINT, histogram(300)));
        figures.add(ChannelKind.AERON_EXCLUSIVE, 2, Map.of(POINT, histogram(300)));

        assertThat(figures.observations()).filteredOn(one -> one.target() != null)
                .allMatch(one -> String.valueOf(one.target()).endsWith(", 10,000 events/s"))
                .extracting(Observation::round, Observation::value)
                .containsExactly(
                        tuple(1, 0.5), tuple(2, 1.0),
                        tuple(1, 0.5), tuple(2, 1.0));
    }

    @Test
    void shouldMergeAllRoundsWhenAPictureIsDrawn() {
        final LatencyFigures figures = new LatencyFigures();
        figures.add(ChannelKind.RINGSIDE, 1, Map.of(POINT, histogram(100)));
        figures.add(ChannelKind.RINGSIDE, 2, Map.of(POINT, histogram(1_000, 1_000)));
        final Map<ChannelKind, Histogram> merged = figures.merged(POINT);

        assertThat(merged).containsOnlyKeys(ChannelKind.RINGSIDE);
        assertThat(merged.get(ChannelKind.RINGSIDE).getTotalCount()).isEqualTo(3);
        assertThat(merged.get(ChannelKind.RINGSIDE).getValueAtPercentile(50)).isEqualTo(1_000);
        assertThat(LatencyPlot.svg("title", merged)).contains(">Ringside</text>").contains("<polyline")
                .endsWith("</svg>\n");
    }

    @Test
    void shouldComeBackWholeWhenAHistogramGoesFromProcessToProcess() {
        final Histogram histogram = histogram(1, 70_000, 9_000_000_000L);

        assertThat(LatencyHistograms.decode(LatencyHistograms.encode(histogram))).isEqualTo(histogram);
    }

    @Test
    void shouldSendMoreEventsWhenAPointIsJudged() {
        assertThat(POINT.events(400, 10_000)).isEqualTo(10_000);
        assertThat(YIELDING.events(400, 10_000)).isEqualTo(4_000);
        assertThat(new LatencyPoint(100_000, IdleMode.SPIN).events(400, 10_000)).isEqualTo(40_000);
    }

    @Test
    void shouldMeasureOtherReadersAtFewerRatesWhenToldSo() {
        assertThat(LatencyMain.points(Arguments.parse(LatencyMain.DEFAULTS, "rates=1,0", "idleRates=5")))
                .containsExactly(new LatencyPoint(1, IdleMode.SPIN), new LatencyPoint(0, IdleMode.SPIN),
                        new LatencyPoint(5, IdleMode.YIELD), new LatencyPoint(5, IdleMode.SLEEP));
    }

    private static Histogram histogram(final long... valuesNs) {
        final Histogram histogram = new Histogram(LatencyHistograms.DIGITS);
        for (final long valueNs : valuesNs) {
            histogram.recordValue(valueNs);
        }
        return histogram;
    }
}
