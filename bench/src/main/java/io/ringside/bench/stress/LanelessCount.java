package io.ringside.bench.stress;

import io.ringside.internal.write.LanelessCounter;
import java.util.concurrent.atomic.AtomicInteger;

/** Counter of events that found no lane. Thread-safe. */
final class LanelessCount implements LanelessCounter {
    private final AtomicInteger events = new AtomicInteger();

    @Override
    public void addNoLane(final int slot, final long timeNs) {
        events.incrementAndGet();
    }

    @Override
    public void addNotAttached(final int slot, final long timeNs) {
        throw new IllegalStateException("no session here was refused: slot=" + slot);
    }

    void reset() {
        events.set(0);
    }

    int events() {
        return events.get();
    }
}
