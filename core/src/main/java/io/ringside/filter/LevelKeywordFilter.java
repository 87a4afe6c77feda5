package io.ringside.filter;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.internal.filter.Acceptance;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;

/**
 * A class of events by level and keywords, evaluated like those of an enablement. Immutable.
 *
 * @param in       true if the events of the class pass, false if all others do
 * @param level    maximum level of the class, 0..255; 0 means no limit
 * @param matchAny keywords of which an event needs at least one; 0 means all
 * @param matchAll keywords of which an event needs all; unused if {@code matchAny} is 0
 */
public record LevelKeywordFilter(boolean in, int level, long matchAny, long matchAll) {
    /**
     * Checks the level.
     *
     * @param in true if the events of the class pass, false if all others do
     * @param level    maximum level of the class, 0..255; 0 means no limit
     * @param matchAny keywords of which an event needs at least one; 0 means all
     * @param matchAll keywords of which an event needs all; unused if {@code matchAny} is 0
     */
    public LevelKeywordFilter {
        FilterLimits.check(FilterType.STACK_LEVEL_KEYWORD, "level", level, Level.LOG_ALWAYS, Level.MAX);
    }

    /**
     * Returns whether an event passes.
     *
     * @param event descriptor with the level and keyword.
     * @return true if it passes.
     */
    public boolean accepts(final EventDescriptor event) {
        return contains(event) == in;
    }

    /** Returns whether an event is in the class. */
    boolean contains(final EventDescriptor event) {
        return contains(event.level(), event.keyword());
    }

    /** Returns whether an event with this level and keyword is in the class. */
    boolean contains(final int itsLevel, final long itsKeyword) {
        final boolean isLimited = matchAny != Keyword.NONE;
        return Acceptance.accepts(itsLevel, itsKeyword, level == Level.LOG_ALWAYS ? Level.MAX : level,
                isLimited ? matchAny : Keyword.ALL, isLimited ? matchAll : Keyword.NONE);
    }
}
