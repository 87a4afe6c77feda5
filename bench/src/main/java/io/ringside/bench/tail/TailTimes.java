package io.ringside.bench.tail;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Times of single events, in ns, by what is special about the event. For one thread. */
final class TailTimes {
    private static final long HIGHEST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int DIGITS = 3;

    private final Map<Kind, Histogram> kinds = new EnumMap<>(Kind.class);

    /** The kind of an event. */
    enum Kind {
        /** No event, but as many readings of the clock as a timed event makes: its own, and the one that times it. */
        CLOCK("clock"),
        /** Nothing: the lane has room in its block. */
        STEADY("steady"),
        /** It begins a block. */
        BLOCK_CHANGE("blockChange"),
        /** It begins the lane anew. */
        WRAP("wrap"),
        /** Its thread was started for it, and has neither writer nor lane yet. */
        FIRST_OF_THREAD("firstOfThread"),
        /** The session has just enabled the provider again. */
        FIRST_AFTER_ENABLING("firstAfterEnabling");

        private final String label;

        Kind(final String label) {
            this.label = label;
        }

        /** Returns the name in results. */
        String label() {
            return label;
        }
    }

    TailTimes() {
        for (final Kind kind : Kind.values()) {
            kinds.put(kind, new Histogram(HIGHEST_NS, DIGITS));
        }
    }

    /** Returns the histogram of a kind. */
    Histogram of(final Kind kind) {
        return Objects.requireNonNull(kinds.get(kind));
    }

    /** Forgets all of them: they were to warm up. */
    void reset() {
        kinds.values().forEach(Histogram::reset);
    }
}
