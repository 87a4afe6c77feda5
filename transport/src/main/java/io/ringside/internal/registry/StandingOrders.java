package io.ringside.internal.registry;

import io.ringside.event.Level;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The requests of a session to a provider in addition to its enablement; enabling again keeps them. Immutable.
 *
 * @param captureGeneration generation of the newest request to capture state, 0 if there was none
 * @param captureLevel      level of that request
 * @param captureAny        match-any keywords of that request
 * @param captureAll        match-all keywords of that request
 * @param capturePeriodNs   period of automatic requests, 0 if there are none
 * @param disallowed        providers of the group that are excluded
 */
public record StandingOrders(
        long captureGeneration,
        int captureLevel,
        long captureAny,
        long captureAll,
        long capturePeriodNs,
        SortedSet<UUID> disallowed) {
    /** There are no requests. */
    public static final StandingOrders NONE = new StandingOrders(0, 0, 0, 0, 0, Collections.emptySortedSet());

    /** Maximum number of excluded providers of a group: as many as a process may have. */
    public static final int DISALLOWED_MAX = 1_024;

    public StandingOrders {
        disallowed = Collections.unmodifiableSortedSet(new TreeSet<>(disallowed));
        RowCheck.inRange("captureGeneration", captureGeneration, 0, Long.MAX_VALUE);
        RowCheck.inRange("captureLevel", captureLevel, Level.LOG_ALWAYS, Level.MAX);
        RowCheck.inRange("capturePeriodNs", capturePeriodNs, 0, Long.MAX_VALUE);
        RowCheck.inRange("disallowed", disallowed.size(), 0, DISALLOWED_MAX);
    }

    /**
     * Returns these requests with a newer request to capture state.
     *
     * @param generation of the change counter, positive
     * @param level      of the request
     * @param matchAny   match-any keywords of the request
     * @param matchAll   match-all keywords of the request
     */
    public StandingOrders withCapture(
            final long generation, final int level, final long matchAny, final long matchAll) {
        return new StandingOrders(generation, level, matchAny, matchAll, capturePeriodNs, disallowed);
    }

    /**
     * Returns these requests with another period of automatic requests to capture state.
     *
     * @param periodNs period in nanoseconds, 0 for none
     */
    public StandingOrders withCapturePeriodNs(final long periodNs) {
        return new StandingOrders(captureGeneration, captureLevel, captureAny, captureAll, periodNs, disallowed);
    }

    /**
     * Returns these requests with other excluded providers of the group.
     *
     * @param providers ids of the excluded providers
     */
    public StandingOrders withDisallowed(final Collection<UUID> providers) {
        return new StandingOrders(captureGeneration, captureLevel, captureAny, captureAll, capturePeriodNs,
                new TreeSet<>(providers));
    }
}
