package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.Channel;
import io.ringside.event.EventDescriptor;
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
        @Nullable EventIdFilter ids, @Nullable EventNameFilter names, @Nullable LevelKeywordFilter levelKeyword) {
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
        if (ids != null && event.channel() != Channel.SELF_DESCRIBING && !ids.accepts(event.id())) {
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
}
