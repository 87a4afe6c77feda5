package io.ringside.reader;

/** What the sources of one reader share while they deliver: the receiver, and the counts. Not thread-safe. */
final class DeliveryTally {
    EventHandler handler = event -> {
        throw new IllegalStateException("delivered without a poll");
    };
    long events;
    long lostEvents;
    long gaps;
    long handlerErrors;
}
