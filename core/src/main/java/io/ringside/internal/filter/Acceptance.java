package io.ringside.internal.filter;

/**
 * The formula that decides whether settings accept an event. It serves single enablements and composites, also if their
 * parts are plain words. Stateless, allocates nothing.
 */
public final class Acceptance {
    private Acceptance() {}

    /**
     * Decides whether an enabled session with these (normalised) settings accepts an event. The event's level must be
     * at most the enabled one (the reversed comparison in old texts is wrong), and its keyword must be 0, or share a
     * bit with {@code matchAny} and have every bit of {@code matchAll}. An event of level 0 still needs its keyword to
     * pass.
     *
     * @param eventLevel   of the event, 0..255.
     * @param eventKeyword of the event.
     * @param level        maximum level of accepted events, 0..255.
     * @param matchAny     mask of which the keyword needs at least one bit.
     * @param matchAll     mask of which the keyword needs all bits.
     * @return true if the event is accepted.
     */
    public static boolean accepts(
            final int eventLevel,
            final long eventKeyword,
            final int level,
            final long matchAny,
            final long matchAll) {
        return eventLevel <= level && acceptsKeyword(eventKeyword, matchAny, matchAll);
    }

    private static boolean acceptsKeyword(final long keyword, final long matchAny, final long matchAll) {
        return keyword == 0 || ((keyword & matchAny) != 0 && (keyword & matchAll) == matchAll);
    }
}
