package io.ringside.bench.growth;

import java.util.Arrays;

/**
 * Times of short things on a machine that others use too: the median of many, and for what is so short that it is done
 * in batches the best of many. Stateless.
 */
final class Timing {
    private Timing() {}

    /** The median time of a task in ns, each of its runs for another number. */
    static double medianNs(final int runs, final Task task) throws Exception {
        final long[] ns = new long[runs];
        for (int i = 0; i < runs; i++) {
            final long begin = System.nanoTime();
            task.run(i);
            ns[i] = System.nanoTime() - begin;
        }
        Arrays.sort(ns);
        return ns[runs / 2];
    }

    /** The time of one of the things that a batch does, in ns: that of the fastest batch. */
    static double bestNs(final int batches, final int things, final Task batch, final Task between) throws Exception {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < batches; i++) {
            final long begin = System.nanoTime();
            batch.run(i);
            best = Math.min(best, System.nanoTime() - begin);
            between.run(i);
        }
        return (double) best / things;
    }

    /** Something that is timed. */
    @FunctionalInterface
    interface Task {
        /** Does it once more. */
        void run(int number) throws Exception;
    }
}
