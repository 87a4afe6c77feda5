package io.ringside.etw.control;

import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.internal.filter.FilterType;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Optional part of ETW's EnableTraceEx2, for controllers that are ported from ETW. Immutable.
 *
 * @param version        2, or 1 with at most one filter
 * @param enableProperty of {@link EnableProperty}
 * @param controlFlags   0
 * @param sourceId       source of the request
 * @param filters        that restrict the request; null if there are none
 * @param filterCount    number of types of filters
 */
public record EnableParameters(
        int version,
        int enableProperty,
        int controlFlags,
        UUID sourceId,
        @Nullable EnablementFilters filters,
        int filterCount) {
    /** Version that allows several filters. */
    public static final int VERSION = 2;

    /** Maximum number of filters in a request: the number of ETW's types. */
    public static final int FILTERS_MAX = 13;

    private static final int SINGLE_FILTER_VERSION = 1;

    /**
     * Checks the parts and rejects them where ETW returns INVALID_PARAMETER.
     *
     * @param version 2, or 1 with at most one filter
     * @param enableProperty of {@link EnableProperty}
     * @param controlFlags 0
     * @param sourceId source of the request
     * @param filters that restrict the request; null if there are none
     * @param filterCount number of types of filters
     */
    public EnableParameters {
        // Enablements check the properties.
        Enablement.of(Level.LOG_ALWAYS, Keyword.NONE, Keyword.NONE, enableProperty);
        require("version", version, SINGLE_FILTER_VERSION, VERSION);
        require("controlFlags", controlFlags, 0, 0);
        require("filterCount", filterCount, 0, version == SINGLE_FILTER_VERSION ? 1 : FILTERS_MAX);
        final int present = filters == null ? 0 : FilterType.of(filters).size();
        require("filterCount", filterCount, present, present);
    }

    /**
     * Makes the enablement with these parameters.
     *
     * @param level    maximum level, 0..255; 0 means no limit.
     * @param matchAny keywords of which an event needs at least one; 0 means all events.
     * @param matchAll keywords that an event needs all of; unused if {@code matchAny} is 0.
     * @return the enablement.
     * @throws RingsideException if the level is out of range, or a filter does not go with the properties.
     */
    public Enablement enablement(final int level, final long matchAny, final long matchAll) {
        return Enablement.of(level, matchAny, matchAll, enableProperty,
                filters == null ? EnablementFilters.NONE : filters);
    }

    /**
     * Makes the request with these parameters.
     *
     * @param providerId of the provider.
     * @param level      maximum level, 0..255; 0 means no limit.
     * @param matchAny   keywords of which an event needs at least one; 0 means all events.
     * @param matchAll   keywords that an event needs all of; unused if {@code matchAny} is 0.
     * @return a request of the source, for a controller.
     * @throws RingsideException if the level is out of range, or a filter does not go with the properties.
     */
    public EnableRequest request(final UUID providerId, final int level, final long matchAny, final long matchAll) {
        return EnableRequest.of(providerId, enablement(level, matchAny, matchAll)).from(sourceId);
    }

    private static void require(final String name, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw RingsideException.invalidArgument("parameter of enablement is not allowed: " + name + '=' + value
                    + ", min=" + min + ", max=" + max);
        }
    }
}
