package io.ringside.cli.latency;

import io.ringside.timeline.Timelines;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The measurements of a meter.
 *
 * @param histogram of the latencies in nanoseconds, with three significant digits; not to be changed
 * @param maxNs     the longest of them, exactly; 0 if there are none
 * @param slowest   the slowest pairs, the slowest first
 * @param pairs     counts of pairs, and of events that are in no pair
 */
public record LatencyReport(Histogram histogram, long maxNs, List<Timelines.Pairs.Pair> slowest,
        Timelines.Pairs pairs) {
    /** Pairs that were measured. */
    public long count() {
        return histogram.getTotalCount();
    }

    /** Events of which the other half did not come. */
    public long unmatched() {
        return pairs.withoutEnd() + pairs.withoutBegin();
    }

    /**
     * A percentile.
     *
     * @param percent 0 to 100
     * @return nanoseconds that so many of all pairs did not exceed; 0 if there are none
     */
    public long percentileNs(final double percent) {
        // The histogram returns the upper end of a range, which may lie above all that was measured.
        return count() == 0 ? 0 : Math.min(maxNs, histogram.getValueAtPercentile(percent));
    }
}
