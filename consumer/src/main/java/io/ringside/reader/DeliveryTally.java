package io.ringside.reader;

/** The state that the sources of one reader share while they deliver: receiver and counts. Not thread-safe. */
final class DeliveryTally {
    EventHandler handler = event -> {
        throw new IllegalStateException("delivered without a poll");
    };
    long events;
    long lostEvents;
    long gaps;
    long handlerErrors;
}
