package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.ProviderId;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.session.EnableParameters;
import io.ringside.session.Enablement;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a session is to want of a provider, which need not exist yet (R3.22, R4.31). Immutable.
 *
 * @param providerId      of the provider
 * @param providerName    by which it was asked for; null if by id
 * @param enablement      level, keywords, filters
 * @param sourceId        who asks, {@link EnablementRow#NULL_SOURCE_ID} if nobody says (R3.6)
 * @param pidsNow         process ids of which only the processes that live at the moment of enabling are wanted
 *                        (R4.43); null if they do not matter
 * @param capturePeriodNs time between two requests to capture state that come by themselves (R4.57), 0 if none do
 */
public record EnableRequest(
        UUID providerId,
        @Nullable String providerName,
        Enablement enablement,
        UUID sourceId,
        @Nullable SortedSet<Long> pidsNow,
        long capturePeriodNs) {
    /** Check and copy the parts. */
    public EnableRequest {
        if (pidsNow != null) {
            pidsNow = Collections.unmodifiableSortedSet(new TreeSet<>(pidsNow));
            inRange("pidsNow", pidsNow.size(), 1, FilterLimits.PROCESSES_MAX);
        }
        inRange("capturePeriodNs", capturePeriodNs, 0, Long.MAX_VALUE);
    }

    /**
     * Ask for an enablement and nothing beside it.
     *
     * @param providerId   of the provider
     * @param providerName by which it was asked for; null if by id
     * @param enablement   level, keywords, filters
     * @param sourceId     who asks, {@link EnablementRow#NULL_SOURCE_ID} if nobody says (R3.6)
     */
    public EnableRequest(
            final UUID providerId,
            final @Nullable String providerName,
            final Enablement enablement,
            final UUID sourceId) {
        this(providerId, providerName, enablement, sourceId, null, 0);
    }

    /**
     * Ask by id.
     *
     * @param providerId of the provider
     * @param enablement level, keywords, filters
     */
    public static EnableRequest of(final UUID providerId, final Enablement enablement) {
        return new EnableRequest(providerId, null, enablement, EnablementRow.NULL_SOURCE_ID);
    }

    /**
     * Ask by name, from which the id follows (R2.24).
     *
     * @param providerName of the provider
     * @param enablement   level, keywords, filters
     */
    public static EnableRequest of(final String providerName, final Enablement enablement) {
        return new EnableRequest(
                ProviderId.fromName(providerName), providerName, enablement, EnablementRow.NULL_SOURCE_ID);
    }

    /**
     * Ask in the form of ETW's EnableTraceEx2 (R4.37).
     *
     * @param providerId of the provider
     * @param level      highest level that is wanted, 0..255; 0 means no limit
     * @param matchAny   keywords of which one is enough; 0 means all
     * @param matchAll   keywords that are all needed; unused if {@code matchAny} is 0
     * @param parameters properties, source and filters
     * @throws RingsideException INVALID_ARGUMENT if the level is out of range, or a filter does not go with the
     *                           properties
     */
    public static EnableRequest of(
            final UUID providerId,
            final int level,
            final long matchAny,
            final long matchAll,
            final EnableParameters parameters) {
        final Enablement enablement;
        try {
            enablement = parameters.enablement(level, matchAny, matchAll);
        } catch (final IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    e.getMessage() + ": see which values EnableTraceEx2 takes", e);
        }
        return of(providerId, enablement).from(parameters.sourceId());
    }

    /**
     * The same request of a source.
     *
     * @param newSourceId who asks
     */
    public EnableRequest from(final UUID newSourceId) {
        return new EnableRequest(providerId, providerName, enablement, newSourceId, pidsNow, capturePeriodNs);
    }

    /**
     * The same request for processes that live at the moment of enabling only (R4.43).
     *
     * @param pids their ids, 1 to {@link FilterLimits#PROCESSES_MAX}
     * @throws RingsideException INVALID_ARGUMENT if there are none or too many
     */
    public EnableRequest withPidsNow(final Collection<Long> pids) {
        return new EnableRequest(
                providerId, providerName, enablement, sourceId, new TreeSet<>(pids), capturePeriodNs);
    }

    /**
     * The same request with a period after which state is captured again and again (R4.57).
     *
     * @param periodNs time between two, 0 for none
     * @throws RingsideException INVALID_ARGUMENT if it is negative
     */
    public EnableRequest withCapturePeriodNs(final long periodNs) {
        return new EnableRequest(providerId, providerName, enablement, sourceId, pidsNow, periodNs);
    }

    private static void inRange(final String name, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "request to enable is beyond a limit: " + name + "=" + value + ", min=" + min + ", max=" + max);
        }
    }
}
