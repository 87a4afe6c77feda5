package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.Channel;
import io.ringside.event.EventDescriptor;
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
        @Nullable EventIdFilter ids, @Nullable EventNameFilter names, @Nullable LevelKeywordFilter levelKeyword) {
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
        if (ids != null && event.channel() != Channel.SELF_DESCRIBING && !ids.accepts(event.id())) {
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
}
