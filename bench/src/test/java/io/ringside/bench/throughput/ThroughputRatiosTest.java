package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ThroughputRatiosTest {
    @Test
    void shouldCompareTheCostOfOneThreadWithAeronExclusive() {
        final List<Observation> measured = List.of(
                threads(ChannelKind.RINGSIDE, "1", 30), threads(ChannelKind.RINGSIDE, "2", 90),
                threads(ChannelKind.AERON_CONCURRENT, "1", 100), threads(ChannelKind.AERON_EXCLUSIVE, "1", 60));

        assertThat(ThroughputRatios.of(measured, 3))
                .containsExactly(Observation.of(HarnessTarget.THREADS_AERON, "", 3, 0.5));
    }

    @Test
    void shouldHaveNoRatioWhenOneSideWasNotMeasured() {
        assertThat(ThroughputRatios.of(List.of(threads(ChannelKind.RINGSIDE, "1", 30)), 1)).isEmpty();
    }

    private static Observation threads(final ChannelKind kind, final String threads, final double ns) {
        return Observation.of(ThreadsRound.TABLE, kind.label(), Map.of(ThreadsRound.THREADS, threads), 3, "ns/event",
                ns);
    }
}
