package io.ringside.proof;

import java.util.Random;

/** How often something is repeated, and with which random numbers. */
final class Rounds {
    private Rounds() {}

    /** Random numbers with a seed that is printed; {@code -Dringside.seed} repeats it. */
    static Random random(final Class<?> test) {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println(test.getSimpleName() + ": repeat with -Dringside.seed=" + seed);
        return new Random(seed);
    }

    /** Whether {@code -Dringside.rounds} asks for more than the checks of every change do. */
    static boolean isComplete() {
        return Integer.getInteger("ringside.rounds", 0) > 0;
    }

    /**
     * Rounds of something random.
     *
     * @param usual    where {@code -Dringside.rounds} says nothing
     * @param complete of the complete proof, which is 200 rounds of {@code -Dringside.rounds}
     */
    static int of(final int usual, final int complete) {
        final int asked = Integer.getInteger("ringside.rounds", 0);
        return asked == 0 ? usual : Math.max(1, (int) ((long) asked * complete / 200));
    }
}
