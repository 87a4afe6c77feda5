package io.ringside.proof;

import java.util.List;
import java.util.Random;

/**
 * A class of events by level and keywords, as the specification has it (R3.10, R3.13, R3.14, R3.16).
 *
 * @param level highest one; 0 is no limit
 * @param any   keywords of which one is enough; 0 is all, and then {@code all} does not count
 * @param all   keywords that are all needed
 */
record ModelClass(int level, long any, long all) {
    private static final List<Long> KEYWORDS = List.of(0L, 0L, 0L, 1L, 2L, 3L, 4L, 6L, 7L, 0x8000_0000_0000_0000L, -1L);

    static ModelClass random(final Random random) {
        return new ModelClass(List.of(0, 1, 2, 3, 4, 5, 5, 255).get(random.nextInt(8)), keyword(random),
                random.nextInt(3) == 0 ? keyword(random) : 0);
    }

    static long keyword(final Random random) {
        return KEYWORDS.get(random.nextInt(KEYWORDS.size()));
    }

    boolean contains(final ModelEvent event) {
        final boolean ofLevel = level == 0 || event.level() <= level;
        final boolean ofKeyword = event.keyword() == 0 || any == 0
                || ((event.keyword() & any) != 0 && (event.keyword() & all) == all);
        return ofLevel && ofKeyword;
    }

    @Override
    public String toString() {
        return "level " + level + " any 0x" + Long.toHexString(any) + " all 0x" + Long.toHexString(all);
    }
}
