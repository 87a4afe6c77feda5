package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the filters of one enablement. A filter of a type that is there already is refused, payload filters
 * apart, which ETW takes as one. For one thread.
 */
public final class FilterBuilder {
    @Nullable
    EventIdFilter eventIds;

    @Nullable
    EventNameFilter eventNames;

    ProcessFilter processes = ProcessFilter.NONE;
    final List<PayloadFilter> payloads = new ArrayList<>();

    @Nullable
    StackFilter stacks;

    @Nullable
    FilterData data;

    @Nullable
    RateFilter rate;

    FilterBuilder() {}

    /**
     * Filters by event id.
     *
     * @param filter of ids.
     * @return this.
     * @throws RingsideException if there is such a filter already.
     */
    public FilterBuilder eventIds(final EventIdFilter filter) {
        requireAbsent(eventIds, FilterType.EVENT_ID);
        eventIds = filter;
        return this;
    }

    /**
     * Filters by event name.
     *
     * @param filter of names.
     * @return this.
     * @throws RingsideException if there is such a filter already.
     */
    public FilterBuilder eventNames(final EventNameFilter filter) {
        requireAbsent(eventNames, FilterType.EVENT_NAME);
        eventNames = filter;
        return this;
    }

    /**
     * Takes only processes with certain ids, whenever they start.
     *
     * @param pids process ids.
     * @return this.
     * @throws RingsideException if there is such a filter already, an id is out of range, or there are none or
     *                                  too many.
     */
    public FilterBuilder pids(final Collection<Long> pids) {
        requireAbsent(processes.pids(), FilterType.PID_ALWAYS);
        processes = processes.withPids(pids);
        return this;
    }

    /**
     * Takes only certain processes that live now.
     *
     * @param incarnations that were found for the process ids.
     * @return this.
     * @throws RingsideException if there is such a filter already, or there are too many.
     */
    public FilterBuilder processesNow(final Collection<UUID> incarnations) {
        requireAbsent(processes.processes(), FilterType.PID);
        processes = processes.withProcesses(incarnations);
        return this;
    }

    /**
     * Takes only processes with certain commands.
     *
     * @param names of main classes, simple or full, or of jar files; semicolons may separate several.
     * @return this.
     * @throws RingsideException if there is such a filter already, a name is too long, or there are none or too
     *                                  many.
     */
    public FilterBuilder executables(final Collection<String> names) {
        requireAbsent(processes.executables(), FilterType.EXECUTABLE_NAME);
        processes = processes.withExecutables(names);
        return this;
    }

    /**
     * Filters by payload.
     *
     * @param filter one of several.
     * @return this.
     */
    public FilterBuilder payload(final PayloadFilter filter) {
        payloads.add(filter);
        return this;
    }

    /**
     * Filters by payload, as text.
     *
     * @param filter such as {@code submitted: price > 10}.
     * @return this.
     * @throws ExpressionException      if it is not understood.
     * @throws RingsideException if the event's id or name is not allowed.
     */
    public FilterBuilder payload(final String filter) {
        return payload(PayloadFilter.parse(filter));
    }

    /**
     * Records stacks for some events only; the enablement needs {@code STACK_TRACE} too.
     *
     * @param filter of stacks.
     * @return this.
     * @throws RingsideException if there is such a filter already.
     */
    public FilterBuilder stacks(final StackFilter filter) {
        requireAbsent(stacks, FilterType.STACK_ID);
        stacks = filter;
        return this;
    }

    /**
     * Passes data to the callbacks of the provider.
     *
     * @param newData for them.
     * @return this.
     * @throws RingsideException if there are such data already.
     */
    public FilterBuilder data(final FilterData newData) {
        requireAbsent(data, FilterType.SCHEMATIZED);
        data = newData;
        return this;
    }

    /**
     * Records only a share of the events, or only so many per second.
     *
     * @param filter of the rate.
     * @return this.
     * @throws RingsideException if there is such a filter already.
     */
    public FilterBuilder rate(final RateFilter filter) {
        requireAbsent(rate, FilterType.RATE);
        rate = filter;
        return this;
    }

    /**
     * Makes the filters.
     *
     * @return all that were gathered.
     * @throws RingsideException if the payload filters together are beyond a limit.
     */
    public EnablementFilters build() {
        long predicates = 0;
        long length = 0;
        for (final PayloadFilter filter : payloads) {
            predicates += filter.expression().comparisons().size();
            length += filter.toString().length();
        }
        FilterLimits.check(FilterType.PAYLOAD, "predicates", predicates, 0, FilterLimits.PREDICATES_MAX);
        FilterLimits.check(FilterType.PAYLOAD, "textLength", length, 0, FilterLimits.PAYLOAD_TEXT_LENGTH_MAX);
        return new EnablementFilters(this);
    }

    private static void requireAbsent(final @Nullable Object present, final FilterType type) {
        if (present != null) {
            throw RingsideException.invalidArgument(
                    "filter of one type is given twice: type=" + type + ": give one");
        }
    }
}
