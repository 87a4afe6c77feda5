package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The histograms of all rounds, and what follows from them. For one thread. */
final class LatencyFigures {
    static final String TABLE = "Latency from one process to another";

    private static final double[] PERCENTS = {50, 99, 99.9, 99.99};
    private static final Map<Double, HarnessTarget> JUDGED = Map.of(
            50.0, HarnessTarget.LATENCY_MEDIAN,
            99.9, HarnessTarget.LATENCY_TAIL);

    private final Map<LatencyPoint, Map<ChannelKind, List<Histogram>>> rounds = new LinkedHashMap<>();

    /** Add a round; rounds come in their order. */
    void add(final ChannelKind kind, final int round, final Map<LatencyPoint, Histogram> measured) {
        measured.forEach((point, histogram) -> {
            final List<Histogram> all = rounds.computeIfAbsent(point, key -> new TreeMap<>())
                    .computeIfAbsent(kind, key -> new ArrayList<>());
            all.add(histogram);
            if (all.size() != round) {
                throw new IllegalArgumentException("rounds are not in their order: kind=" + kind + ", round=" + round);
            }
        });
    }

    /** All rounds of a point in one histogram, for each channel. */
    Map<ChannelKind, Histogram> merged(final LatencyPoint point) {
        final Map<ChannelKind, Histogram> merged = new TreeMap<>();
        rounds.getOrDefault(point, Map.of())
                .forEach((kind, histograms) -> merged.put(kind, LatencyHistograms.merge(histograms)));
        return merged;
    }

    /** Percentiles of each round, and their ratios within it. */
    List<Observation> observations() {
        final List<Observation> all = new ArrayList<>();
        rounds.forEach((point, kinds) -> {
            for (final double percent : PERCENTS) {
                kinds.forEach((kind, histograms) -> figures(all, point, percent, kind, histograms));
                final HarnessTarget target = JUDGED.get(percent);
                if (target != null && point.isJudged()) {
                    ratios(all, target, point, percent, kinds);
                }
            }
        });
        return all;
    }

    private static void figures(final List<Observation> all, final LatencyPoint point, final double percent,
            final ChannelKind kind, final List<Histogram> histograms) {
        final Map<String, String> params = new TreeMap<>(point.params());
        params.put("percentile", "p" + (percent == Math.rint(percent) ? String.valueOf((int) percent) : percent));
        for (int i = 0; i < histograms.size(); i++) {
            all.add(Observation.of(TABLE, kind.label(), params, i + 1, "ns",
                    (double) histograms.get(i).getValueAtPercentile(percent)));
        }
    }

    private static void ratios(final List<Observation> all, final HarnessTarget target, final LatencyPoint point,
            final double percent, final Map<ChannelKind, List<Histogram>> kinds) {
        final List<Histogram> ours = kinds.getOrDefault(ChannelKind.RINGSIDE, List.of());
        final List<Histogram> peers = kinds.getOrDefault(ChannelKind.AERON_EXCLUSIVE, List.of());
        for (int i = 0; i < Math.min(ours.size(), peers.size()); i++) {
            all.add(Observation.of(target, point.rateText() + " events/s", i + 1,
                    (double) ours.get(i).getValueAtPercentile(percent)
                            / Math.max(1, peers.get(i).getValueAtPercentile(percent))));
        }
    }
}
