package io.ringside.bench.latency;

import io.ringside.cli.source.IdleMode;
import java.util.Locale;
import java.util.Map;

/**
 * What is measured at a time. Immutable.
 *
 * @param rate of events in a second; 0 for as many as can be
 * @param idle what the reader does while nothing comes
 */
record LatencyPoint(int rate, IdleMode idle) {
    private static final int FULL_RATE = 1_000_000;

    /** Events that take so long, at least one, and where it is judged at least so many. */
    int events(final int millis, final int leastJudged) {
        return (int) Math.max(isJudged() ? Math.max(1, leastJudged) : 1,
                (rate == 0 ? FULL_RATE : rate) * (long) millis / 1_000);
    }

    /** Whether it is compared with Aeron. */
    boolean isJudged() {
        return rate > 0 && idle == IdleMode.SPIN;
    }

    String rateText() {
        return rate == 0 ? "as fast as possible" : String.format(Locale.ROOT, "%,d", rate);
    }

    Map<String, String> params() {
        return Map.of("events/s", rateText(), "reader", idle.toString());
    }
}
