package io.ringside.bench.stress;

import java.util.function.Supplier;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;

/**
 * Pool of a race's objects for reuse in later races: jcstress creates a state per race, and new lanes would be the most
 * expensive part of it. Thread-safe.
 *
 * @param <T> type of the objects
 */
final class Pool<T> {
    private static final int CAPACITY = 1 << 15;

    private final ManyToManyConcurrentArrayQueue<T> free = new ManyToManyConcurrentArrayQueue<>(CAPACITY);
    private final Supplier<T> maker;

    Pool(final Supplier<T> maker) {
        this.maker = maker;
    }

    T take() {
        final T used = free.poll();
        return used == null ? maker.get() : used;
    }

    /** Returns an intact object to the pool; others are left to the garbage collector, including their mappings. */
    void giveBack(final T used) {
        free.offer(used);
    }
}
