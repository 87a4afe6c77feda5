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
 * Selects the events that get a stack, where the session wants stacks at all; it never keeps an event away. An event
 * must meet all given conditions. Immutable.
 *
 * @param ids          of the events that get one; null if they do not matter
 * @param names        of the events that get one; null if they do not matter
 * @param levelKeyword of the events that get one; null if they do not matter
 */
public record StackFilter(
        @Nullable EventIdFilter ids, @Nullable EventNameFilter names, @Nullable LevelKeyword levelKeyword) {
    /**
     * Checks that there is something.
     *
     * @param ids of the events that get one; null if they do not matter
     * @param names of the events that get one; null if they do not matter
     * @param levelKeyword of the events that get one; null if they do not matter
     */
    public StackFilter {
        if (ids == null && names == null && levelKeyword == null) {
            throw RingsideException.invalidArgument("stack filter is empty");
        }
    }

    /**
     * Gives stacks by id.
     *
     * @param ids of the events that get one.
     * @return the filter.
     */
    public static StackFilter of(final EventIdFilter ids) {
        return new StackFilter(ids, null, null);
    }

    /**
     * Does an event get a stack?
     *
     * @param event its descriptor.
     * @param name  of the event.
     * @return true if it does.
     */
    public boolean accepts(final EventDescriptor event, final String name) {
        if (ids != null && event.channel() != EventDescriptor.CHANNEL_SELF_DESCRIBING && !ids.accepts(event.id())) {
            return false;
        }
        return (names == null || names.accepts(event, name)) && (levelKeyword == null || levelKeyword.accepts(event));
    }

    /**
     * Does a string get a stack? Its id is 0 and it has no name. Allocates nothing.
     *
     * @param level   of the string.
     * @param keyword of the string.
     * @return true if it does.
     */
    public boolean acceptsString(final int level, final long keyword) {
        return (ids == null || ids.acceptsStrings())
                && (names == null || names.acceptsString(level, keyword))
                && (levelKeyword == null || levelKeyword.contains(level, keyword) == levelKeyword.in());
    }

    /**
     * A class of events by level and keywords, which follow the formula of an enablement. Immutable.
     *
     * @param in       true if the events of the class pass, false if all others do
     * @param level    highest level of the class, 0..255; 0 means no limit
     * @param matchAny keywords of which one is enough; 0 means all
     * @param matchAll keywords that are all needed; unused if {@code matchAny} is 0
     */
    public record LevelKeyword(boolean in, int level, long matchAny, long matchAll) {
        /**
         * Checks the level.
         *
         * @param in true if the events of the class pass, false if all others do
         * @param level highest level of the class, 0..255; 0 means no limit
         * @param matchAny keywords of which one is enough; 0 means all
         * @param matchAll keywords that are all needed; unused if {@code matchAny} is 0
         */
        public LevelKeyword {
            FilterLimits.check(FilterType.STACK_LEVEL_KEYWORD, "level", level, Level.LOG_ALWAYS, Level.MAX);
        }

        /**
         * Does an event pass?
         *
         * @param event to be judged by its level and keyword.
         * @return true if it does.
         */
        public boolean accepts(final EventDescriptor event) {
            return contains(event) == in;
        }

        /** Is an event one of the class? */
        boolean contains(final EventDescriptor event) {
            return contains(event.level(), event.keyword());
        }

        /** Is what has that level and keyword one of the class? */
        boolean contains(final int itsLevel, final long itsKeyword) {
            final boolean isLimited = matchAny != Keyword.NONE;
            return Acceptance.accepts(itsLevel, itsKeyword, level == Level.LOG_ALWAYS ? Level.MAX : level,
                    isLimited ? matchAny : Keyword.ALL, isLimited ? matchAll : Keyword.NONE);
        }
    }
}
