package io.ringside.cli.stat;

import java.util.concurrent.TimeUnit;

/**
 * Events and bytes per second. Immutable.
 *
 * @param wanted    events that the session wanted
 * @param delivered events that were taken
 * @param lost      events that were lost, by whatever cause
 * @param bytes     bytes of rings that were written, headers included
 */
record Rates(double wanted, double delivered, double lost, double bytes) {
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** What has grown within a time. Nothing shrinks but by readings beside a writer that do not agree. */
    static Rates of(final long wanted, final long delivered, final long lost, final long bytes,
            final long elapsedNs) {
        final double perUnit = NS_PER_SECOND / Math.max(1, elapsedNs);
        return new Rates(Math.max(0, wanted) * perUnit, Math.max(0, delivered) * perUnit,
                Math.max(0, lost) * perUnit, Math.max(0, bytes) * perUnit);
    }
}
