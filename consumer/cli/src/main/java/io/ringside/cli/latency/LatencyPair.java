package io.ringside.cli.latency;

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
