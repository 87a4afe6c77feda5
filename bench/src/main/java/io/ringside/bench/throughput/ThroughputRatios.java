package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import java.util.ArrayList;
import java.util.List;

/** What a round tells of the targets: one writer, records of 64 bytes. Stateless. */
final class ThroughputRatios {
    private static final String JUDGED_PAYLOAD = "32";
    private static final String JUDGED_WRITERS = "1";

    private ThroughputRatios() {}

    /** Those whose both sides were measured. */
    static List<Observation> of(final List<Observation> measured, final int round) {
        final double ours = best(measured, ChannelKind.RINGSIDE);
        final double aeron = best(measured, ChannelKind.AERON_EXCLUSIVE);
        final double ring = best(measured, ChannelKind.ONE_TO_ONE, ChannelKind.MANY_TO_ONE);
        final List<Observation> ratios = new ArrayList<>();
        if (ours / aeron > 0) {
            ratios.add(Observation.of(HarnessTarget.THROUGHPUT_AERON, "", round, ours / aeron));
        }
        if (ours / ring > 0) {
            ratios.add(Observation.of(HarnessTarget.THROUGHPUT_RING, "", round, ours / ring));
        }
        return ratios;
    }

    private static double best(final List<Observation> measured, final ChannelKind... kinds) {
        double best = Double.NaN;
        for (final ChannelKind kind : kinds) {
            for (final Observation one : measured) {
                if (one.name().equals(kind.label()) && isJudged(one) && !(one.value() <= best)) {
                    best = one.value();
                }
            }
        }
        return best;
    }

    private static boolean isJudged(final Observation one) {
        return one.title().equals(ThroughputRound.TABLE)
                && JUDGED_PAYLOAD.equals(one.params().get(ThroughputRound.PAYLOAD))
                && JUDGED_WRITERS.equals(one.params().get(ThroughputRound.WRITERS))
                && ThroughputRound.READ.equals(one.params().get(ThroughputRound.CLOCK));
    }
}
