package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import java.util.ArrayList;
import java.util.List;

/** What a round tells of the targets that compare us with peers: one writer, records of 64 bytes. Stateless. */
final class ThroughputRatios {
    private static final String JUDGED_PAYLOAD = "32";
    private static final String JUDGED_WRITERS = "1";

    private ThroughputRatios() {}

    /** Those whose both sides were measured. */
    static List<Observation> of(final List<Observation> measured, final int round) {
        final List<Observation> ratios = new ArrayList<>();
        for (final boolean read : List.of(true, false)) {
            final String clock = read ? ThroughputRound.READ : ThroughputRound.GIVEN;
            final double ours = best(measured, clock, ChannelKind.RINGSIDE);
            add(ratios, read ? HarnessTarget.THROUGHPUT_AERON : HarnessTarget.THROUGHPUT_GIVEN_TIME, round,
                    ours / best(measured, clock, ChannelKind.AERON_EXCLUSIVE));
            add(ratios, read ? HarnessTarget.THROUGHPUT_RING : HarnessTarget.THROUGHPUT_GIVEN_TIME_RING, round,
                    ours / best(measured, clock, ChannelKind.ONE_TO_ONE, ChannelKind.MANY_TO_ONE));
        }
        add(ratios, HarnessTarget.THREADS_AERON, round, oneThreadNs(measured, ChannelKind.RINGSIDE)
                / oneThreadNs(measured, ChannelKind.AERON_EXCLUSIVE));
        return ratios;
    }

    private static double oneThreadNs(final List<Observation> measured, final ChannelKind kind) {
        return measured.stream()
                .filter(one -> one.title().equals(ThreadsRound.TABLE) && one.name().equals(kind.label())
                        && JUDGED_WRITERS.equals(one.params().get(ThreadsRound.THREADS)))
                .mapToDouble(Observation::value).findFirst().orElse(Double.NaN);
    }

    private static void add(final List<Observation> ratios, final HarnessTarget target, final int round,
            final double ratio) {
        if (ratio > 0) {
            ratios.add(Observation.of(target, "", round, ratio));
        }
    }

    private static double best(final List<Observation> measured, final String clock, final ChannelKind... kinds) {
        double best = Double.NaN;
        for (final ChannelKind kind : kinds) {
            for (final Observation one : measured) {
                if (one.name().equals(kind.label()) && isJudged(one, clock) && !(one.value() <= best)) {
                    best = one.value();
                }
            }
        }
        return best;
    }

    private static boolean isJudged(final Observation one, final String clock) {
        return one.title().equals(ThroughputRound.TABLE)
                && JUDGED_PAYLOAD.equals(one.params().get(ThroughputRound.PAYLOAD))
                && JUDGED_WRITERS.equals(one.params().get(ThroughputRound.WRITERS))
                && clock.equals(one.params().get(ThroughputRound.CLOCK));
    }
}
