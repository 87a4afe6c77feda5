package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.ProviderId;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.session.Enablement;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The request by which a session enables a provider, which need not be registered yet. Immutable.
 *
 * <pre>{@code
 * EnableRequest.of("Acme.Orders", Enablement.of(Level.INFO, 0x1, 0)).withCapturePeriod(Duration.ofMinutes(1))
 * }</pre>
 *
 * @param providerId      of the provider, or of a group of providers
 * @param providerName    name given by the user; null if the user gave the id
 * @param enablement      level, keywords, filters
 * @param sourceId        source of the request, null if unspecified
 * @param pidsNow         process ids, of which only processes that are alive at the moment of enabling count; empty for
 *                        all processes
 * @param capturePeriod   time between two requests to capture state; null for none
 */
public record EnableRequest(
        UUID providerId,
        @Nullable String providerName,
        Enablement enablement,
        @Nullable UUID sourceId,
        SortedSet<Long> pidsNow,
        @Nullable Duration capturePeriod) {
    /**
     * Check and copy the parts.
     *
     * @param providerId of the provider, or of a group of providers
     * @param providerName name given by the user; null if the user gave the id
     * @param enablement level, keywords, filters
     * @param sourceId source of the request, null if unspecified
     * @param pidsNow process ids, of which only processes that are alive at the moment of enabling count; empty for all
     *                processes
     * @param capturePeriod time between two requests to capture state; null for none
     */
    public EnableRequest {
        pidsNow = Collections.unmodifiableSortedSet(new TreeSet<>(pidsNow));
        inRange("pidsNow", pidsNow.size(), 0, FilterLimits.PROCESSES_MAX);
        if (capturePeriod != null && (capturePeriod.isNegative() || capturePeriod.isZero())) {
            throw RingsideException.invalidArgument("period of capturing state must be positive: capturePeriod="
                    + capturePeriod);
        }
    }

    /**
     * Create a request for a provider by its id.
     *
     * @param providerId id of the provider
     * @param enablement level, keywords, filters
     * @return the request
     */
    public static EnableRequest of(final UUID providerId, final Enablement enablement) {
        return new EnableRequest(providerId, null, enablement, null,
                Collections.emptySortedSet(), null);
    }

    /**
     * Create a request for a provider by its name. The id of the request is derived from the name; if a provider is
     * registered under the name with an id of its own, a {@link Controller} enables that provider.
     *
     * @param providerName of the provider
     * @param enablement   level, keywords, filters
     * @return the request
     */
    public static EnableRequest of(final String providerName, final Enablement enablement) {
        return of(ProviderId.fromName(providerName), enablement).named(providerName);
    }

    /**
     * Return the same request with a name from which its id need not be derived.
     *
     * @param newProviderName name given by the user
     * @return the request
     */
    public EnableRequest named(final String newProviderName) {
        return new EnableRequest(
                providerId, newProviderName, enablement, sourceId, pidsNow, capturePeriod);
    }

    /**
     * Return the same request with another source.
     *
     * @param newSourceId source of the request; null for none
     * @return the request
     */
    public EnableRequest from(final @Nullable UUID newSourceId) {
        return new EnableRequest(providerId, providerName, enablement, newSourceId, pidsNow, capturePeriod);
    }

    /**
     * Return the same request, limited to processes that are alive at the moment of enabling.
     *
     * @param pids ids of the processes, 1 to 1,000
     * @return the request
     * @throws RingsideException INVALID_ARGUMENT if there are none or too many
     */
    public EnableRequest withPidsNow(final Collection<Long> pids) {
        final SortedSet<Long> distinct = new TreeSet<>(pids);
        inRange("pidsNow", distinct.size(), 1, FilterLimits.PROCESSES_MAX);
        return new EnableRequest(providerId, providerName, enablement, sourceId, distinct, capturePeriod);
    }

    /**
     * Return the same request, with state captured regularly.
     *
     * @param period time between two requests to capture state; null for none
     * @return the request
     * @throws RingsideException INVALID_ARGUMENT if it is not positive
     */
    public EnableRequest withCapturePeriod(final @Nullable Duration period) {
        return new EnableRequest(providerId, providerName, enablement, sourceId, pidsNow, period);
    }

    private static void inRange(final String name, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "request to enable is beyond a limit: " + name + "=" + value + ", min=" + min + ", max=" + max);
        }
    }
}
