package io.ringside.bench.tail;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Times of single events by their kind, and of the clock alone, in ns. For one thread. */
final class TailTimes {
    private static final long HIGHEST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int DIGITS = 3;

    private final Map<EventKind, Histogram> kinds = new EnumMap<>(EventKind.class);
    private final Histogram clock = new Histogram(HIGHEST_NS, DIGITS);

    TailTimes() {
        for (final EventKind kind : EventKind.values()) {
            kinds.put(kind, new Histogram(HIGHEST_NS, DIGITS));
        }
    }

    /** Of a kind. */
    Histogram of(final EventKind kind) {
        return Objects.requireNonNull(kinds.get(kind));
    }

    /** Of as many readings of the clock as a timed event makes: its own, and that which times it. */
    Histogram clock() {
        return clock;
    }

    /** Forgets all of them: they were to warm up. */
    void reset() {
        kinds.values().forEach(Histogram::reset);
        clock.reset();
    }
}
