package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import io.ringside.internal.schema.SchemaLimits;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A list of event names. ETW applies it only to events that describe themselves, since it knows the names of no others;
 * here declared events have names too, so it applies to them unless {@link #ofSelfDescribing} is asked for. Immutable.
 *
 * @param in             true if the listed ones pass, false if all others do
 * @param names          1..{@link FilterLimits#NAMES_MAX} of them, compared exactly
 * @param category       the events that are filtered, all others pass: by level and keywords
 * @param selfDescribing true if declared events always pass, as in ETW
 */
public record EventNameFilter(
        boolean in, SortedSet<String> names, StackFilter.LevelKeyword category, boolean selfDescribing) {
    private static final StackFilter.LevelKeyword ALL = new StackFilter.LevelKeyword(true, 0, 0, 0);

    /**
     * Checks and copies the names.
     *
     * @param in true if the listed ones pass, false if all others do
     * @param names 1..{@link FilterLimits#NAMES_MAX} of them, compared exactly
     * @param category the events that are filtered, all others pass: by level and keywords
     * @param selfDescribing true if declared events always pass, as in ETW
     */
    public EventNameFilter {
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
        FilterLimits.check(FilterType.EVENT_NAME, "names", names.size(), 1, FilterLimits.NAMES_MAX);
        for (final String name : names) {
            checkName(FilterType.EVENT_NAME, name, SchemaLimits.NAME_LENGTH_MAX);
        }
        if (!category.in()) {
            throw RingsideException
                    .invalidArgument("category of an event name filter must be what is looked at: in=false");
        }
    }

    /**
     * Lets only some names pass.
     *
     * @param names that pass.
     * @return the filter.
     * @throws RingsideException if a name is not allowed, or there are none or too many.
     */
    public static EventNameFilter in(final Collection<String> names) {
        return new EventNameFilter(true, new TreeSet<>(names), ALL, false);
    }

    /**
     * Lets all names pass but some.
     *
     * @param names that do not pass.
     * @return the filter.
     * @throws RingsideException if a name is not allowed, or there are none or too many.
     */
    public static EventNameFilter out(final Collection<String> names) {
        return new EventNameFilter(false, new TreeSet<>(names), ALL, false);
    }

    /**
     * Selects only a category of events.
     *
     * @param level    highest level of the category, 0..255; 0 means no limit.
     * @param matchAny keywords of which one is enough; 0 means all.
     * @param matchAll keywords that are all needed; unused if {@code matchAny} is 0.
     * @return the filter with that category.
     * @throws RingsideException if the level is out of range.
     */
    public EventNameFilter within(final int level, final long matchAny, final long matchAll) {
        return new EventNameFilter(in, names, new StackFilter.LevelKeyword(true, level, matchAny, matchAll),
                selfDescribing);
    }

    /** {@return the filter that applies only to events that describe themselves} */
    public EventNameFilter ofSelfDescribing() {
        return new EventNameFilter(in, names, category, true);
    }

    /**
     * Does an event pass?
     *
     * @param event its descriptor.
     * @param name  of the event.
     * @return true if it does, or if the filter does not apply to it.
     */
    public boolean accepts(final EventDescriptor event, final String name) {
        return !looksAt(event) || names.contains(name) == in;
    }

    /** Does a string pass, which has no name? */
    boolean acceptsString(final int level, final long keyword) {
        return !in || selfDescribing || !category.contains(level, keyword);
    }

    /** Is an event one of the category, and of a kind that is filtered? */
    boolean looksAt(final EventDescriptor event) {
        return (!selfDescribing || event.channel() == EventDescriptor.CHANNEL_SELF_DESCRIBING)
                && category.contains(event);
    }

    static void checkName(final FilterType type, final String name, final int lengthMax) {
        FilterLimits.check(type, "nameLength", name.length(), 1, lengthMax);
        FilterLimits.check(type, "nameControlCharacters", name.chars().filter(Character::isISOControl).count(), 0, 0);
    }
}
