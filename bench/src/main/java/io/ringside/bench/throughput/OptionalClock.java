package io.ringside.bench.throughput;

import org.agrona.concurrent.NanoClock;

/** The clock that peers read for each event, or none. Set while no thread writes. */
final class OptionalClock implements NanoClock {
    private boolean read = true;

    void read(final boolean isRead) {
        read = isRead;
    }

    @Override
    public long nanoTime() {
        return read ? System.nanoTime() : 0;
    }
}
