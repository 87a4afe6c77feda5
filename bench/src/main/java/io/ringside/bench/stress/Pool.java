package io.ringside.bench.stress;

import java.util.function.Supplier;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;

/**
 * The objects of a race that the next one uses again: jcstress makes a state per race, and lanes would make that the
 * most expensive part of it. Thread-safe.
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

    /** Gives back what is whole; what is not given back is left to the garbage collector, mappings included. */
    void giveBack(final T used) {
        free.offer(used);
    }
}
