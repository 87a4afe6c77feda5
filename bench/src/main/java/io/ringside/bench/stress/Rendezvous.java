package io.ringside.bench.stress;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets the actors of a race begin together. Without it one of them is most often done before the other begins, since
 * what they do here takes long. It gives up soon: jcstress also runs the actors one after the other.
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
