package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.internal.filter.Acceptance;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import org.jspecify.annotations.Nullable;

/**
 * Selects the events whose stack is recorded, if the session requests stacks at all; it never rejects an event. An
 * event must meet all given conditions. Immutable.
 *
 * @param ids          of the events with a stack; null if they do not matter
 * @param names        of the events with a stack; null if they do not matter
 * @param levelKeyword of the events with a stack; null if they do not matter
 */
public record StackFilter(
        @Nullable EventIdFilter ids, @Nullable EventNameFilter names, @Nullable LevelKeyword levelKeyword) {
    /**
     * Checks that there is at least one condition.
     *
     * @param ids          of the events with a stack; null if they do not matter
     * @param names        of the events with a stack; null if they do not matter
     * @param levelKeyword of the events with a stack; null if they do not matter
     */
    public StackFilter {
        if (ids == null && names == null && levelKeyword == null) {
            throw RingsideException.invalidArgument("stack filter is empty");
        }
    }

    /**
     * Selects events by id.
     *
     * @param ids of the events with a stack.
     * @return the filter.
     */
    public static StackFilter of(final EventIdFilter ids) {
        return new StackFilter(ids, null, null);
    }

    /**
     * Returns whether the stack of an event is recorded.
     *
     * @param event descriptor of the event.
     * @param name  of the event.
     * @return true if it is.
     */
    public boolean accepts(final EventDescriptor event, final String name) {
        if (ids != null && event.channel() != EventDescriptor.CHANNEL_SELF_DESCRIBING && !ids.accepts(event.id())) {
            return false;
        }
        return (names == null || names.accepts(event, name)) && (levelKeyword == null || levelKeyword.accepts(event));
    }

    /**
     * Returns whether the stack of a string is recorded. Its id is 0 and it has no name. Allocates nothing.
     *
     * @param level   of the string.
     * @param keyword of the string.
     * @return true if it is.
     */
    public boolean acceptsString(final int level, final long keyword) {
        return (ids == null || ids.acceptsStrings())
                && (names == null || names.acceptsString(level, keyword))
                && (levelKeyword == null || levelKeyword.contains(level, keyword) == levelKeyword.in());
    }

    /**
     * A class of events by level and keywords, evaluated like those of an enablement. Immutable.
     *
     * @param in       true if the events of the class pass, false if all others do
     * @param level    maximum level of the class, 0..255; 0 means no limit
     * @param matchAny keywords of which an event needs at least one; 0 means all
     * @param matchAll keywords of which an event needs all; unused if {@code matchAny} is 0
     */
    public record LevelKeyword(boolean in, int level, long matchAny, long matchAll) {
        /**
         * Checks the level.
         *
         * @param in true if the events of the class pass, false if all others do
         * @param level    maximum level of the class, 0..255; 0 means no limit
         * @param matchAny keywords of which an event needs at least one; 0 means all
         * @param matchAll keywords of which an event needs all; unused if {@code matchAny} is 0
         */
        public LevelKeyword {
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
}
