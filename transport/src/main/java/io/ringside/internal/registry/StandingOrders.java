package io.ringside.internal.registry;

import io.ringside.event.Level;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The requests of a session to a provider beside its enablement, which enabling again leaves as they are. Immutable.
 *
 * @param captureGeneration generation of the newest request to capture state, 0 if there was none
 * @param captureLevel      level that goes with it
 * @param captureAny        match-any that goes with it
 * @param captureAll        match-all that goes with it
 * @param capturePeriodNs   time between two requests that come by themselves, 0 if none do
 * @param disallowed        providers of the group that are left out
 */
public record StandingOrders(
        long captureGeneration,
        int captureLevel,
        long captureAny,
        long captureAll,
        long capturePeriodNs,
        SortedSet<UUID> disallowed) {
    /** Nothing is asked for. */
    public static final StandingOrders NONE = new StandingOrders(0, 0, 0, 0, 0, Collections.emptySortedSet());

    /** Most providers of a group that are left out: as many as a process may have. */
    public static final int DISALLOWED_MAX = 1_024;

    /** Check and copy the parts. */
    public StandingOrders {
        disallowed = Collections.unmodifiableSortedSet(new TreeSet<>(disallowed));
        RowCheck.inRange("captureGeneration", captureGeneration, 0, Long.MAX_VALUE);
        RowCheck.inRange("captureLevel", captureLevel, Level.LOG_ALWAYS, Level.MAX);
        RowCheck.inRange("capturePeriodNs", capturePeriodNs, 0, Long.MAX_VALUE);
        RowCheck.inRange("disallowed", disallowed.size(), 0, DISALLOWED_MAX);
    }

    /**
     * The same with a newer request to capture state.
     *
     * @param generation of the change counter, positive
     * @param level      that goes with it
     * @param matchAny   that goes with it
     * @param matchAll   that goes with it
     */
    public StandingOrders withCapture(
            final long generation, final int level, final long matchAny, final long matchAll) {
        return new StandingOrders(generation, level, matchAny, matchAll, capturePeriodNs, disallowed);
    }

    /**
     * The same with another period of requests to capture state.
     *
     * @param periodNs time between two, 0 for none
     */
    public StandingOrders withCapturePeriodNs(final long periodNs) {
        return new StandingOrders(captureGeneration, captureLevel, captureAny, captureAll, periodNs, disallowed);
    }

    /**
     * The same with other providers left out of the group.
     *
     * @param providers their ids
     */
    public StandingOrders withDisallowed(final Collection<UUID> providers) {
        return new StandingOrders(captureGeneration, captureLevel, captureAny, captureAll, capturePeriodNs,
                new TreeSet<>(providers));
    }
}
