package io.ringside.bench.tail;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Times of single events, in ns, by kind of event. Not thread-safe. */
final class TailTimes {
    private static final long HIGHEST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int DIGITS = 3;

    private final Map<Kind, Histogram> kinds = new EnumMap<>(Kind.class);

    enum Kind {
        /**
         * No event, but as many readings of the clock as for a timed event: the event's own, and the one that times the
         * event.
         */
        CLOCK("clock"),
        /** An ordinary event: the lane has space in its current block. */
        STEADY("steady"),
        /** The event begins a block. */
        BLOCK_CHANGE("blockChange"),
        /** The event begins the lane anew. */
        WRAP("wrap"),
        /** The event is the first one of a new thread, which has neither writer nor lane yet. */
        FIRST_OF_THREAD("firstOfThread"),
        /** The session has just enabled the provider again. */
        FIRST_AFTER_ENABLING("firstAfterEnabling");

        private final String label;

        Kind(final String label) {
            this.label = label;
        }

        /** Returns the name used in results. */
        String label() {
            return label;
        }
    }

    TailTimes() {
        for (final Kind kind : Kind.values()) {
            kinds.put(kind, new Histogram(HIGHEST_NS, DIGITS));
        }
    }

    Histogram of(final Kind kind) {
        return Objects.requireNonNull(kinds.get(kind));
    }

    /** Clears all times, after the warm-up. */
    void reset() {
        kinds.values().forEach(Histogram::reset);
    }
}
