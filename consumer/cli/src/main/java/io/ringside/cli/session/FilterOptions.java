package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.Arguments.EventId;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.PayloadFilter;
import io.ringside.filter.ProcessFilter;
import io.ringside.filter.RateFilter;
import io.ringside.schema.EventSchema;
import io.ringside.session.EnableProperty;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that restrict an enablement. Set by the parser, before the command runs. */
final class FilterOptions {
    @Option(names = "--event-id", paramLabel = "N", split = ",", converter = EventId.class, description = {
        "Record only events with these ids (default: all)."})
    private List<Integer> eventIds = new ArrayList<>();

    @Option(names = "--not-event-id", paramLabel = "N", split = ",", converter = EventId.class, description = {
        "Record all events except those with these ids (default: none excluded)."})
    private List<Integer> notEventIds = new ArrayList<>();

    @Option(names = "--event", paramLabel = "NAME", split = ",", converter = Arguments.Name.class, description = {
        "Record only events with these names (default: all). For Ringside.Jfr a name may have a setting, such as "
                + "'jdk.ThreadPark#threshold=1 ms'."})
    private List<String> events = new ArrayList<>();

    @Option(names = "--pid", paramLabel = "P", split = ",", converter = Arguments.ProcessId.class, description = {
        "Record only processes with these ids, whenever they start (default: all)."})
    private List<Long> pids = new ArrayList<>();

    @Option(names = "--pid-now", paramLabel = "P", split = ",", converter = Arguments.ProcessId.class, description = {
        "Record only running processes with these ids, and none that starts later. A process is known after it has "
                + "registered a provider or otherwise used the trace directory (default: all)."})
    private List<Long> pidsNow = new ArrayList<>();

    @Option(names = "--exe", paramLabel = "NAME", split = ",", converter = Arguments.Name.class, description = {
        "Record only processes that run one of these, given as the simple or full name of the main class or as the "
                + "name of the jar; case does not matter (default: all)."})
    private List<String> executables = new ArrayList<>();

    @Option(names = "--payload", paramLabel = "EXPR", description = {
        "Record only events whose fields match a condition, such as 'price > 10 and symbol is \"ACME\"'. An event "
                + "name or id in front restricts the condition to that event: 'submitted: size %% 100'. If an "
                + "event has several conditions, one of them must hold, and also each that starts with 'all' "
                + "(default: no condition)."})
    private List<PayloadFilter> payloads = new ArrayList<>();

    @Option(names = "--payload-keep-others", description = {
        "Also record events that lack the fields of a --payload condition which names no event."})
    private boolean keepsOthers;

    @Option(names = "--sample", paramLabel = "1/N", converter = Arguments.Share.class, description = {
        "Record one event in N, 2 to 1000000, as each process counts them (default: all)."})
    private @Nullable Integer sample;

    @Option(names = "--sample-by", paramLabel = "FIELD", converter = Arguments.Name.class, description = {
        "Sample by the value of this field: record all events of one value in N, in all processes alike. Events "
                + "without the field are counted (default: all events are counted)."})
    private @Nullable String sampleBy;

    @Option(names = "--limit", paramLabel = "N/s", converter = Arguments.EventRate.class, description = {
        "Record at most N events per second of each process, 1 to 1000000, and a tenth of that at once (default: no "
                + "limit)."})
    private @Nullable Integer limit;

    @Option(names = "--ignore-keyword-0", description = "Do not record events without a keyword.")
    private boolean ignoreKeywordZero;

    @Option(names = "--stack", description = "Record the stack of the writing thread with each event.")
    private boolean stack;

    @Option(names = "--filter-data", paramLabel = "HEX", description = {
        "Bytes to pass to the provider's callbacks, at most 1,024 (default: none)."})
    private @Nullable ByteBuffer filterData;

    /** Whether the name of an event is followed by a setting, which is passed to the provider as filter data. */
    private static boolean hasSetting(final String event) {
        return event.indexOf('=', event.indexOf('#') + 1) > event.indexOf('#') && event.indexOf('#') > 0;
    }

    private static String nameOf(final String event) {
        return hasSetting(event) ? event.substring(0, event.indexOf('#')) : event;
    }

    /** Rejects contradictory options before anything is changed. */
    void check() {
        if (sampleBy != null && sample == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "option needs another: option=--sample-by, needs=--sample: see ringside enable --help");
        }
        if (filterData != null && events.stream().anyMatch(FilterOptions::hasSetting)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "options cannot be combined: "
                    + "options=[--filter-data, --event NAME#SETTING=VALUE]: see ringside enable --help");
        }
        if (!eventIds.isEmpty() && !notEventIds.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "options cannot be combined: "
                    + "options=[--event-id, --not-event-id]: see ringside enable --help");
        }
    }

    /**
     * Returns the names of events that are not recorded because they lack the fields of conditions that apply to all
     * events.
     *
     * @param known events of the provider
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if these are all the named events
     */
    List<String> others(final List<EventSchema> known) {
        final EnablementFilters filters = filters();
        final Map<Boolean, Set<String>> names = known.stream()
                .filter(event -> filters.acceptsEvent(event.descriptor(), event.name()))
                .collect(Collectors.partitioningBy(filters::acceptsFields,
                        Collectors.mapping(EventSchema::name, Collectors.toCollection(TreeSet::new))));
        final Set<String> others = names.getOrDefault(false, Set.of());
        others.removeAll(names.getOrDefault(true, Set.of()));
        if (!events.isEmpty() && !others.isEmpty() && names.getOrDefault(true, Set.of()).isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "no named event has the condition's fields: events="
                    + others + ": name others, or add --payload-keep-others");
        }
        return List.copyOf(others);
    }

    /** Returns a condition that rejects events without its fields, unless it names an event or they are to be kept. */
    private PayloadFilter payload(final PayloadFilter filter) {
        return keepsOthers || filter.eventName() != null || filter.eventId() != null
                ? filter
                : filter.withNeededFields();
    }

    /**
     * Returns all filters except the one for processes that run now.
     *
     * @throws RingsideException with {@link ErrorCode#LIMIT} if there are too many values of a kind
     */
    EnablementFilters filters() {
        try {
            final EnablementFilters.Builder filters = EnablementFilters.builder();
            if (!eventIds.isEmpty()) {
                filters.eventIds(EventIdFilter.in(eventIds));
            }
            if (!notEventIds.isEmpty()) {
                filters.eventIds(EventIdFilter.out(notEventIds));
            }
            if (!events.isEmpty()) {
                filters.eventNames(EventNameFilter.in(events.stream().map(FilterOptions::nameOf).toList()));
            }
            if (!pids.isEmpty()) {
                filters.pids(pids);
            }
            if (!executables.isEmpty()) {
                filters.executables(executables);
            }
            payloads.forEach(filter -> filters.payload(payload(filter)));
            if (sample != null || limit != null) {
                filters.rate(new RateFilter(sample == null ? 1 : sample, sampleBy,
                        limit == null ? RateFilter.NO_LIMIT : limit));
            }
            final String settings = events.stream().filter(FilterOptions::hasSetting)
                    .collect(Collectors.joining("\n"));
            if (!settings.isEmpty()) {
                filters.data(EnablementFilters.Data.of(0, 0, settings.getBytes(StandardCharsets.UTF_8)));
            }
            if (filterData != null) {
                final byte[] bytes = new byte[filterData.remaining()];
                filterData.get(filterData.position(), bytes);
                filters.data(EnablementFilters.Data.of(0, 0, bytes));
            }
            return filters.build();
        } catch (final RingsideException e) {
            if (e.position() != null) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                        "option is not understood: option=--sample-by: " + e.getMessage(), e);
            }
            throw new RingsideException(ErrorCode.LIMIT, e.getMessage() + ": narrow it down, or use another session",
                    e);
        }
    }

    /**
     * Returns the ids of the running processes to which the enablement is restricted; empty for no restriction.
     *
     * @throws RingsideException with {@link ErrorCode#LIMIT} if there are too many ids
     */
    List<Long> pidsNow() {
        if (pidsNow.size() > ProcessFilter.PROCESSES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "filter is beyond a limit: type=PID, processes="
                    + pidsNow.size() + ", max=" + ProcessFilter.PROCESSES_MAX + ": use another session");
        }
        return pidsNow;
    }

    /** Returns the bits of {@link EnableProperty}. */
    int properties() {
        return (ignoreKeywordZero ? EnableProperty.IGNORE_KEYWORD_ZERO : EnableProperty.NONE)
                | (stack ? EnableProperty.STACK_TRACE : EnableProperty.NONE);
    }
}
