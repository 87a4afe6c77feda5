package io.ringside.reader;

import java.util.ArrayDeque;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/**
 * State that the sources of one reader share during delivery: handler, counts, and the events that a failed handler has
 * left for the next poll. Not thread-safe.
 */
final class DeliveryTally {
    EventHandler handler = event -> {
        throw new IllegalStateException("delivered without a poll");
    };
    long events;
    /** Number of events that the filter rejected. */
    long leftOut;
    /** Whether a rejected event was later than the end of the filter's time. */
    boolean isBehindFilter;
    long lostEvents;
    long gaps;
    long handlerErrors;
    /** Number of delivered events at which the delivery of held events stops. */
    long heldLimit = Long.MAX_VALUE;
    private final ArrayDeque<Held> held = new ArrayDeque<>(0);
    private @Nullable Throwable failure;
    private boolean isHolding;
    private boolean isResuming;

    /** Events or a loss that were taken and will be delivered by the next poll. */
    private record Held(long events, Runnable delivery) {}

    /** Returns the number of events and gaps so far, delivered or left out. */
    long work() {
        return events + leftOut + gaps;
    }

    /** Store an exception of a handler for the caller of the poll. Nothing more is delivered until the next poll. */
    void fail(final Throwable cause) {
        isHolding = true;
        if (failure == null) {
            failure = cause;
        } else if (failure != cause) {
            failure.addSuppressed(cause);
        }
    }

    /** Deliver nothing more until the next poll. */
    void holdRest() {
        isHolding = true;
    }

    boolean isHolding() {
        return isHolding;
    }

    /** Hold events or a loss until the next poll. While held items are being delivered, this is the rest of one. */
    void hold(final long ofEvents, final Runnable delivery) {
        final Held rest = new Held(ofEvents, delivery);
        if (isResuming) {
            held.addFirst(rest);
        } else {
            held.add(rest);
        }
    }

    /** Begin a poll with the held events. Returns whether all of them were delivered. */
    boolean resume(final int eventLimit) {
        isHolding = false;
        if (held.isEmpty()) {
            return true;
        }
        isResuming = true;
        heldLimit = events + eventLimit;
        try {
            while (!held.isEmpty() && !isHolding && events < heldLimit) {
                held.remove().delivery.run();
            }
        } finally {
            isResuming = false;
            heldLimit = Long.MAX_VALUE;
        }
        return held.isEmpty() && !isHolding;
    }

    /** Returns whether all taken events have been delivered. */
    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Returns the number of held events. */
    long heldEvents() {
        long sum = 0;
        for (final Held each : held) {
            sum += each.events;
        }
        return sum;
    }

    /** Throw the exceptions of handlers stored since the last call. */
    void rethrow() {
        final Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            LangUtil.rethrowUnchecked(thrown);
        }
    }
}
