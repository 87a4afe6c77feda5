package io.ringside.bench.stress;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Barrier that lets the actors of a race begin together. Without it, one actor has usually finished before the other
 * begins, because actors take long here. It gives up soon, because jcstress also runs the actors one after the other.
 */
final class Rendezvous {
    private static final int SPINS = 1000;

    private final AtomicInteger missing;

    Rendezvous(final int actors) {
        missing = new AtomicInteger(actors);
    }

    void await() {
        missing.decrementAndGet();
        for (int i = 0; i < SPINS && missing.get() > 0; i++) {
            Thread.onSpinWait();
        }
    }
}
