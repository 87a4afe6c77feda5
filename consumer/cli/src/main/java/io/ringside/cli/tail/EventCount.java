package io.ringside.cli.tail;

import io.ringside.reader.EventView;

/** How many events of a kind there were, and how large. */
final class EventCount {
    private long events;
    private long bytes;
    private int largestBytes;
    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;

    void add(final EventView event) {
        events++;
        bytes += event.payloadLength();
        largestBytes = Math.max(largestBytes, event.payloadLength());
        firstNs = Math.min(firstNs, event.timeNs());
        lastNs = Math.max(lastNs, event.timeNs());
    }

    long events() {
        return events;
    }

    long bytes() {
        return bytes;
    }

    int largestBytes() {
        return largestBytes;
    }

    long firstNs() {
        return firstNs;
    }

    long lastNs() {
        return lastNs;
    }

    /** Events in a second, from the first to the last; 0 if there is only one moment. */
    double perSecond() {
        return lastNs <= firstNs ? 0 : events * 1e9 / (double) (lastNs - firstNs);
    }
}
