package io.ringside.cli.latency;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a meter has measured.
 *
 * @param histogram of the latencies in nanoseconds, with three significant digits; not to be changed
 * @param maxNs     the longest of them, exactly; 0 if there are none
 * @param slowest   the slowest pairs, the slowest first
 * @param unpaired  events that are in no pair
 * @param isSampled whether an event of either kind stands for several, as a session recorded a share of them
 * @param standFor  pairs that the measured ones stand for, each for as many as the one of its events with more
 */
public record LatencyReport(Histogram histogram, long maxNs, List<LatencyPair> slowest, Unpaired unpaired,
        boolean isSampled, long standFor) {
    /**
     * Events that are in no pair.
     *
     * @param withoutEnd   begins whose end did not come
     * @param begunAgain   of these, how many are there because another begin of their key was open at the same time
     * @param withoutBegin ends whose begin did not come
     * @param maybeLost    of those without end or begin, how many may have lost it in a gap
     * @param withoutKey   events that have no activity, or no such field that can be a key
     */
    public record Unpaired(long withoutEnd, long begunAgain, long withoutBegin, long maybeLost, long withoutKey) {}

    /** Pairs that were measured. */
    public long count() {
        return histogram.getTotalCount();
    }

    /** Events of which the other half did not come. */
    public long unmatched() {
        return unpaired.withoutEnd() + unpaired.withoutBegin();
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

    /**
     * Two events that belong together. Immutable.
     *
     * @param key       what they have in common, as text
     * @param fromNs    time of the first in nanoseconds since 1970
     * @param toNs      time of the second in nanoseconds since 1970, not before the first
     * @param processId of the writer of the second
     */
    public record LatencyPair(String key, long fromNs, long toNs, long processId) {
        /** Nanoseconds from the first event to the second. */
        public long latencyNs() {
            return toNs - fromNs;
        }
    }
}
