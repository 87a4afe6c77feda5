package io.ringside.reader;

import java.util.ArrayDeque;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/**
 * The state that the sources of one reader share while they deliver: receiver, counts, and what a handler that threw
 * has left for the next poll. Not thread-safe.
 */
final class DeliveryTally {
    EventHandler handler = event -> {
        throw new IllegalStateException("delivered without a poll");
    };
    long events;
    /** Events that the filter did not accept. */
    long leftOut;
    /** Whether one of these was later than all that the filter accepts. */
    boolean isBehindFilter;
    long lostEvents;
    long gaps;
    long handlerErrors;
    /** Number of events at which the delivery of what was held ends. */
    long heldLimit = Long.MAX_VALUE;
    private final ArrayDeque<Held> held = new ArrayDeque<>(0);
    private @Nullable Throwable failure;
    private boolean isHolding;
    private boolean isResuming;

    /** Events or a loss that were taken, and are delivered by the next poll. */
    private record Held(long events, Runnable delivery) {}

    /** Events and gaps up to now, delivered or left out. */
    long work() {
        return events + leftOut + gaps;
    }

    /** Note what a handler has thrown, for the caller of the poll: nothing more is delivered until the next one. */
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

    /** Keep something until the next poll. While what was held is delivered, it is the rest of the first part. */
    void hold(final long ofEvents, final Runnable delivery) {
        final Held rest = new Held(ofEvents, delivery);
        if (isResuming) {
            held.addFirst(rest);
        } else {
            held.add(rest);
        }
    }

    /** Begin a poll with what was held. Returns whether all of it was delivered. */
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

    /** Returns whether everything that was taken was delivered. */
    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Number of events that are held. */
    long heldEvents() {
        long sum = 0;
        for (final Held each : held) {
            sum += each.events;
        }
        return sum;
    }

    /** Throw what a handler has thrown since the last call. */
    void rethrow() {
        final Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            LangUtil.rethrowUnchecked(thrown);
        }
    }
}
