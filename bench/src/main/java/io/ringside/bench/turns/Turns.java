package io.ringside.bench.turns;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Several ways to do the same, in turn within one process: what slows the machine for longer than a round slows all of
 * them. A turn is long enough for a way to find in the caches what it has used itself. A call is a batch, and is timed
 * by itself; JMH's own score is that of all ways together, and not shown. For one thread.
 */
public final class Turns {
    private static final long TURN_NS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Whose times are kept, the newest, for each way; a power of two. */
    private static final int CALLS = 16 * 1024;

    private final long[][] callNs;
    /** Made before, as what the JVM allocates in an iteration is measured. */
    private final long[] sortedNs = new long[CALLS];
    private final int[] counts;
    private int way;
    private int eventsOfCall = 1;
    private long turnNs;
    private long beginNs;

    /** So many ways, none of which has had its turn. */
    public Turns(final int ways) {
        callNs = new long[ways][CALLS];
        counts = new int[ways];
    }

    /**
     * Begins an iteration.
     *
     * @param events of each of its calls
     */
    public void reset(final int events) {
        eventsOfCall = events;
        Arrays.fill(counts, 0);
    }

    /** Begins a call: whose turn it is. */
    public int begin() {
        return beginAt(System.nanoTime());
    }

    /** Ends a call, whose results are given back. */
    public long end(final long results) {
        endAt(System.nanoTime());
        return results;
    }

    int beginAt(final long nowNs) {
        if (nowNs - turnNs >= TURN_NS) {
            way = way + 1 < counts.length ? way + 1 : 0;
            turnNs = nowNs;
        }
        beginNs = nowNs;
        return way;
    }

    void endAt(final long nowNs) {
        callNs[way][counts[way]++ & (CALLS - 1)] = nowNs - beginNs;
    }

    /** Whose turn it is, or was last. */
    public int way() {
        return way;
    }

    /** What part of an iteration's calls were of the first so many ways. */
    public double share(final int ofWays) {
        int calls = 0;
        int some = 0;
        for (int i = 0; i < counts.length; i++) {
            calls += counts[i];
            some += i < ofWays ? counts[i] : 0;
        }
        return (double) some / calls;
    }

    /** Nanoseconds of an event, the median of an iteration's calls; not a number if there were none. */
    public double ns(final int ofWay) {
        final int length = Math.min(counts[ofWay], CALLS);
        System.arraycopy(callNs[ofWay], 0, sortedNs, 0, length);
        Arrays.sort(sortedNs, 0, length);
        return length == 0 ? Double.NaN : (double) sortedNs[length / 2] / eventsOfCall;
    }
}
