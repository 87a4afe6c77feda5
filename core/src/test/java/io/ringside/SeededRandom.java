package io.ringside;

import java.util.Random;

/** Random numbers for tests, with a seed that is printed and can be given again. */
public final class SeededRandom {
    private SeededRandom() {}

    /** Prints the seed: a new one each time, or that of {@code -Dringside.seed}. */
    public static Random create(final Class<?> test) {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println(test.getSimpleName() + ": repeat with -Dringside.seed=" + seed);
        return new Random(seed);
    }
}
