package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A list of event ids. Self-describing events are identified by name, so the filter does not apply to them. Immutable.
 *
 * @param in  true if listed ids pass, false if all others pass
 * @param ids 1..{@link FilterLimits#IDS_MAX} ids, each 0..65,535
 */
public record EventIdFilter(boolean in, SortedSet<Integer> ids) {
    private static final int ID_MAX = 0xFFFF;

    /**
     * Checks and copies the ids.
     *
     * @param in  true if listed ids pass, false if all others pass
     * @param ids 1..{@link FilterLimits#IDS_MAX} ids, each 0..65,535
     */
    public EventIdFilter {
        ids = Collections.unmodifiableSortedSet(new TreeSet<>(ids));
        FilterLimits.check(FilterType.EVENT_ID, "ids", ids.size(), 1, FilterLimits.IDS_MAX);
        FilterLimits.check(FilterType.EVENT_ID, "id", ids.first(), 0, ID_MAX);
        FilterLimits.check(FilterType.EVENT_ID, "id", ids.last(), 0, ID_MAX);
    }

    /**
     * Creates a filter that accepts only some ids.
     *
     * @param ids that pass.
     * @return the filter.
     * @throws RingsideException if one is out of range, or there are none or too many.
     */
    public static EventIdFilter in(final Collection<Integer> ids) {
        return new EventIdFilter(true, new TreeSet<>(ids));
    }

    /**
     * Creates a filter that accepts only some ids.
     *
     * @param ids that pass.
     * @return the filter.
     * @throws RingsideException if one is out of range, or there are none or too many.
     */
    public static EventIdFilter in(final Integer... ids) {
        return in(List.of(ids));
    }

    /**
     * Creates a filter that rejects some ids.
     *
     * @param ids that are rejected.
     * @return the filter.
     * @throws RingsideException if one is out of range, or there are none or too many.
     */
    public static EventIdFilter out(final Collection<Integer> ids) {
        return new EventIdFilter(false, new TreeSet<>(ids));
    }

    /**
     * Creates a filter that rejects some ids.
     *
     * @param ids that are rejected.
     * @return the filter.
     * @throws RingsideException if one is out of range, or there are none or too many.
     */
    public static EventIdFilter out(final Integer... ids) {
        return out(List.of(ids));
    }

    /**
     * Returns whether an event passes.
     *
     * @param id of the event.
     * @return true if it passes.
     */
    public boolean accepts(final int id) {
        return ids.contains(id) == in;
    }

    /** {@return whether a string, whose id is 0, passes} Called by writers, so it avoids a boxed number. */
    boolean acceptsStrings() {
        return (ids.first() == 0) == in;
    }
}
