package io.ringside.cli.latency;

import io.ringside.timeline.Timelines;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The measurements of a latency meter.
 *
 * @param histogram distribution of the latencies in nanoseconds, with three significant digits; must not be modified
 * @param maxNs     exact maximum; 0 if there are no pairs
 * @param slowest   the slowest pairs, slowest first
 * @param pairs     counts of pairs, and of unpaired events
 */
public record LatencyReport(Histogram histogram, long maxNs, List<Timelines.Pairs.Pair> slowest,
        Timelines.Pairs pairs) {
    /** Pairs that were measured. */
    public long count() {
        return histogram.getTotalCount();
    }

    /** Returns the number of events whose counterpart was not found. */
    public long unmatched() {
        return pairs.withoutEnd() + pairs.withoutBegin();
    }

    /**
     * Returns a percentile.
     *
     * @param percent 0 to 100
     * @return the latency in nanoseconds that this percentage of all pairs did not exceed; 0 if there are no pairs
     */
    public long percentileNs(final double percent) {
        // The histogram returns the upper end of a range, which may exceed the maximum.
        return count() == 0 ? 0 : Math.min(maxNs, histogram.getValueAtPercentile(percent));
    }
}
