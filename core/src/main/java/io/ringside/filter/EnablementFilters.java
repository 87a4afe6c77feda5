package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.FieldHash;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.filter.FilterLimits;
import io.ringside.internal.filter.FilterType;
import io.ringside.internal.schema.NearestName;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The filters that one session sets for one provider beyond level and keywords. An event must pass all of them.
 * Enabling again replaces all of them. Immutable.
 */
public final class EnablementFilters {
    /** No filter. */
    public static final EnablementFilters NONE = new Builder().build();

    private final @Nullable EventIdFilter eventIds;
    private final @Nullable EventNameFilter eventNames;
    private final ProcessFilter processes;
    private final List<PayloadFilter> payloads;
    private final @Nullable StackFilter stacks;
    private final @Nullable Data data;
    private final @Nullable RateFilter rate;
    /** Whether a payload filter rejects strings, which have no fields. */
    private final boolean needsFieldsOfStrings;

    private EnablementFilters(final EnablementFilters filters, final ProcessFilter processes) {
        this.eventIds = filters.eventIds;
        this.eventNames = filters.eventNames;
        this.processes = processes;
        this.payloads = filters.payloads;
        this.stacks = filters.stacks;
        this.data = filters.data;
        this.rate = filters.rate;
        this.needsFieldsOfStrings = filters.needsFieldsOfStrings;
    }

    EnablementFilters(final Builder builder) {
        this.eventIds = builder.eventIds;
        this.eventNames = builder.eventNames;
        this.processes = builder.processes;
        this.payloads = List.copyOf(builder.payloads);
        this.stacks = builder.stacks;
        this.data = builder.data;
        this.rate = builder.rate;
        this.needsFieldsOfStrings = payloads.stream().anyMatch(PayloadFilter::rejectsStrings);
    }

    /** {@return a builder without any filter} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Replaces the process filter by the given running processes.
     *
     * @param incarnations of the processes that were found for the process ids.
     * @return the filters with these processes.
     * @throws RingsideException if there are too many.
     */
    public EnablementFilters withProcessesNow(final Collection<UUID> incarnations) {
        return new EnablementFilters(this, processes.withProcesses(incarnations));
    }

    /** {@return the filter by event id; null if there is none} */
    public @Nullable EventIdFilter eventIds() {
        return eventIds;
    }

    /** {@return the filter by event name; null if there is none} */
    public @Nullable EventNameFilter eventNames() {
        return eventNames;
    }

    /** {@return the filter by process, {@link ProcessFilter#NONE} if there is none} */
    public ProcessFilter processes() {
        return processes;
    }

    /** {@return the filters by payload; empty if there are none} */
    public List<PayloadFilter> payloads() {
        return payloads;
    }

    /** {@return the filter of stacks; null if there is none} */
    public @Nullable StackFilter stacks() {
        return stacks;
    }

    /** {@return the data for callbacks; null if there is none} */
    public @Nullable Data data() {
        return data;
    }

    /** {@return the filter of the rate; null if there is none} */
    public @Nullable RateFilter rate() {
        return rate;
    }

    /**
     * Returns whether an event passes the filters by id and by name. Ids of self-describing events are ignored.
     *
     * @param event descriptor of the event.
     * @param name  of the event.
     * @return true if it passes.
     */
    public boolean acceptsEvent(final EventDescriptor event, final String name) {
        return acceptsId(event) && acceptsName(event, name);
    }

    /**
     * Returns whether an event passes the filter by id.
     *
     * @param event descriptor of the event.
     * @return true if it passes.
     */
    public boolean acceptsId(final EventDescriptor event) {
        return eventIds == null || event.channel() == EventDescriptor.CHANNEL_SELF_DESCRIBING
                || eventIds.accepts(event.id());
    }

    /**
     * Returns whether an event passes the filter by name.
     *
     * @param event descriptor of the event.
     * @param name  of the event.
     * @return true if it passes.
     */
    public boolean acceptsName(final EventDescriptor event, final String name) {
        return eventNames == null || eventNames.accepts(event, name);
    }

    /**
     * Returns whether a string passes the filters by id and by name. Its id is 0, and it has no name and no fields.
     * Allocates nothing.
     *
     * @param level   of the string.
     * @param keyword of the string.
     * @return true if it passes.
     */
    public boolean acceptsString(final int level, final long keyword) {
        return (eventIds == null || eventIds.acceptsStrings())
                && (eventNames == null || eventNames.acceptsString(level, keyword))
                && !needsFieldsOfStrings;
    }

    /**
     * Returns whether a process passes the filter by process.
     *
     * @param process that writes.
     * @return true if it passes.
     */
    public boolean acceptsProcess(final ProcessFilter.Facts process) {
        return processes.accepts(process);
    }

    /**
     * Returns whether the stack of an event is recorded, if the session requests stacks at all.
     *
     * @param event descriptor of the event.
     * @param name  of the event.
     * @return true if it is.
     */
    public boolean wantsStack(final EventDescriptor event, final String name) {
        return stacks == null || stacks.accepts(event, name);
    }

    /**
     * Returns the condition that the payload of an event must meet: all mandatory payload filters for the event, and at
     * least one of the others.
     *
     * @param event that is written.
     * @return the condition; null if no filter applies to the event or fits its fields. A comparison with a field that
     *         the event lacks is neither true nor false.
     */
    public @Nullable Condition payloadCondition(final EventSchema event) {
        final List<Expression> any = new ArrayList<>();
        final List<Expression> all = new ArrayList<>();
        for (final PayloadFilter filter : payloads) {
            if (filter.isFor(event) && (filter.needsFields() || filter.fits(event))) {
                (filter.matchAll() ? all : any).add(filter.expression());
            }
        }
        if (!any.isEmpty()) {
            all.add(Expression.of(any, true));
        }
        return all.isEmpty() ? null : Expression.of(all, false);
    }

    /**
     * Returns whether an event can pass the filters by payload, as far as its schema determines this. It cannot if it
     * lacks fields that the filters need.
     *
     * @param event of the provider.
     * @return true if it can.
     */
    public boolean acceptsFields(final EventSchema event) {
        final Condition condition = payloads.stream().anyMatch(PayloadFilter::needsFields)
                ? payloadCondition(event)
                : null;
        return condition == null || EventCondition.mayAccept((Expression) condition, event);
    }

    /**
     * Returns whether an event may pass the filters by payload, judging by its first fields. This allows a provider
     * that knows its sessions' filters to avoid work for events that no session receives. Slow: each call prepares the
     * filters.
     *
     * @param event     of the provider.
     * @param beginning buffer that holds the first fields of a payload.
     * @param offset    of the first byte.
     * @param length    in bytes.
     * @return false only if every event whose payload begins like this is rejected.
     */
    public boolean mayPass(final EventSchema event, final DirectBuffer beginning, final int offset, final int length) {
        final EventCondition condition = payloads.isEmpty() ? null : EventCondition.of(this, event);
        return condition == null || condition.mayAccept(new PayloadBytes().wrap(beginning, offset, length));
    }

    /**
     * Returns faults of payload filters that apply to an event but do not fit its fields. Such a filter rejects
     * nothing, or the event if it needs the fields.
     *
     * @param event of the provider.
     * @return a description of each fault.
     */
    public List<String> payloadMisfits(final EventSchema event) {
        return payloads.stream().filter(filter -> filter.isFor(event) && !filter.fits(event))
                .map(filter -> misfit(filter, event)).toList();
    }

    /**
     * Returns faults of payload filters that fit none of the events to which they apply, and of a field to sample by
     * that no event has. With these a session receives other events than intended.
     *
     * @param events all known events of the provider.
     * @return a description of each fault; none for a filter that applies to none of the events.
     */
    public List<String> impossible(final Collection<EventSchema> events) {
        final List<String> impossible = new ArrayList<>();
        for (final PayloadFilter filter : payloads) {
            final List<EventSchema> meant = events.stream().filter(filter::isFor).toList();
            if (!meant.isEmpty() && (meant.stream().noneMatch(filter::fits)
                    || (filter.needsFields() && !filter.fitsBetween(meant)))) {
                impossible.add(misfit(filter, meant.get(0)));
            }
        }
        final String field = rate == null ? null : rate.sampleBy();
        if (field != null && !events.isEmpty()) {
            final List<String> reasons = events.stream().map(event -> FieldHash.misfit(field, event))
                    .map(reason -> reason == null ? "" : reason).toList();
            if (!reasons.contains("")) {
                impossible.add(reasons.get(0));
            }
        }
        return impossible;
    }

    /**
     * Returns faults of filters that do not fit a provider, for the controller to report: {@link #impossible} payload
     * filters, and ids and names that no event has.
     *
     * @param events all known events of the provider.
     * @return a description of each fault; none if no event is known.
     */
    public List<String> misfits(final Collection<EventSchema> events) {
        if (events.isEmpty()) {
            return List.of();
        }
        final List<String> misfits = new ArrayList<>();
        if (eventIds != null) {
            addUnknown(misfits, "id", eventIds.ids(),
                    events.stream().filter(event -> !event.isSelfDescribing()).map(event -> event.descriptor().id()));
        }
        final EventNameFilter names = eventNames;
        if (names != null) {
            addUnknown(misfits, "name", names.names(),
                    events.stream().filter(event -> names.looksAt(event.descriptor())).map(EventSchema::name));
        }
        payloads.stream().filter(filter -> events.stream().noneMatch(filter::isFor))
                .forEach(filter -> misfits.add("filter is for no event: filter=" + filter));
        misfits.addAll(impossible(events));
        return misfits;
    }

    private static <T extends Comparable<T>> void addUnknown(
            final List<String> misfits, final String what, final Set<T> listed, final Stream<T> inUse) {
        final SortedSet<T> known = inUse.collect(Collectors.toCollection(TreeSet::new));
        final List<T> unknown = listed.stream().filter(each -> !known.contains(each)).toList();
        if (!unknown.isEmpty()) {
            final List<String> names = known.stream().map(String::valueOf).toList();
            misfits.add("no event has this " + what + ": " + what + "s=" + unknown + ", known=" + known
                    + unknown.stream().filter(String.class::isInstance).map(String.class::cast)
                            .flatMap(name -> NearestName.of(name, names).stream())
                            .findFirst().map(near -> ", did you mean " + near + "?").orElse(""));
        }
    }

    private static String misfit(final PayloadFilter filter, final EventSchema event) {
        return "filter does not fit the event: filter=" + filter + ", event=" + event.name() + ": "
                + filter.misfit(event);
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof EnablementFilters that
                && Objects.equals(eventIds, that.eventIds)
                && Objects.equals(eventNames, that.eventNames)
                && processes.equals(that.processes)
                && payloads.equals(that.payloads)
                && Objects.equals(stacks, that.stacks)
                && Objects.equals(data, that.data)
                && Objects.equals(rate, that.rate);
    }

    @Override
    public int hashCode() {
        return Objects.hash(eventIds, eventNames, processes, payloads, stacks, data, rate);
    }

    @Override
    public String toString() {
        return "EnablementFilters{eventIds=" + eventIds + ", eventNames=" + eventNames + ", processes=" + processes
                + ", payloads=" + payloads + ", stacks=" + stacks + ", data=" + data + ", rate=" + rate + '}';
    }

    /**
     * Collects the filters of one enablement. A second filter of the same type is refused, except for payload filters,
     * which ETW treats as one. Not thread-safe.
     */
    public static final class Builder {
        @Nullable
        EventIdFilter eventIds;

        @Nullable
        EventNameFilter eventNames;

        ProcessFilter processes = ProcessFilter.NONE;
        final List<PayloadFilter> payloads = new ArrayList<>();

        @Nullable
        StackFilter stacks;

        @Nullable
        Data data;

        @Nullable
        RateFilter rate;

        Builder() {}

        /**
         * Filters by event id.
         *
         * @param filter of ids.
         * @return this.
         * @throws RingsideException if there is such a filter already.
         */
        public Builder eventIds(final EventIdFilter filter) {
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
        public Builder eventNames(final EventNameFilter filter) {
            requireAbsent(eventNames, FilterType.EVENT_NAME);
            eventNames = filter;
            return this;
        }

        /**
         * Accepts only processes with certain ids, whenever they start.
         *
         * @param pids process ids.
         * @return this.
         * @throws RingsideException if there is such a filter already, an id is out of range, or there are none or
         *                                  too many.
         */
        public Builder pids(final Collection<Long> pids) {
            requireAbsent(processes.pids(), FilterType.PID_ALWAYS);
            processes = processes.withPids(pids);
            return this;
        }

        /**
         * Accepts only certain processes that are running now.
         *
         * @param incarnations of the processes that were found for the process ids.
         * @return this.
         * @throws RingsideException if there is such a filter already, or there are too many.
         */
        public Builder processesNow(final Collection<UUID> incarnations) {
            requireAbsent(processes.processes(), FilterType.PID);
            processes = processes.withProcesses(incarnations);
            return this;
        }

        /**
         * Accepts only processes with certain commands.
         *
         * @param names of main classes, simple or full, or of jar files; semicolons may separate several.
         * @return this.
         * @throws RingsideException if there is such a filter already, a name is too long, or there are none or too
         *                                  many.
         */
        public Builder executables(final Collection<String> names) {
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
        public Builder payload(final PayloadFilter filter) {
            payloads.add(filter);
            return this;
        }

        /**
         * Filters by payload, in text form.
         *
         * @param filter such as {@code submitted: price > 10}.
         * @return this.
         * @throws RingsideException if it cannot be parsed, or the event's id or name is not allowed.
         */
        public Builder payload(final String filter) {
            return payload(PayloadFilter.parse(filter));
        }

        /**
         * Records stacks for some events only; the enablement also needs {@code STACK_TRACE}.
         *
         * @param filter of stacks.
         * @return this.
         * @throws RingsideException if there is such a filter already.
         */
        public Builder stacks(final StackFilter filter) {
            requireAbsent(stacks, FilterType.STACK_ID);
            stacks = filter;
            return this;
        }

        /**
         * Passes data to the callbacks of the provider.
         *
         * @param newData data for the callbacks.
         * @return this.
         * @throws RingsideException if there is such data already.
         */
        public Builder data(final Data newData) {
            requireAbsent(data, FilterType.SCHEMATIZED);
            data = newData;
            return this;
        }

        /**
         * Records only a fraction of the events, or a limited number per second.
         *
         * @param filter of the rate.
         * @return this.
         * @throws RingsideException if there is such a filter already.
         */
        public Builder rate(final RateFilter filter) {
            requireAbsent(rate, FilterType.RATE);
            rate = filter;
            return this;
        }

        /**
         * Creates the filters.
         *
         * @return the collected filters.
         * @throws RingsideException if the payload filters together exceed a limit.
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

    /**
     * Data that a session passes to the callbacks of a provider, which interpret it. Nothing else of an enablement's
     * filters is passed to them. Immutable.
     */
    public static final class Data {
        private static final int ID_MAX = 0xFFFF;
        private static final int VERSION_MAX = 0xFF;

        private final int id;
        private final int version;
        private final byte[] bytes;

        private Data(final int id, final int version, final byte[] bytes) {
            FilterLimits.check(FilterType.SCHEMATIZED, "id", id, 0, ID_MAX);
            FilterLimits.check(FilterType.SCHEMATIZED, "version", version, 0, VERSION_MAX);
            FilterLimits.check(FilterType.SCHEMATIZED, "bytes", bytes.length, 0, FilterLimits.DATA_LENGTH_MAX);
            this.id = id;
            this.version = version;
            this.bytes = bytes.clone();
        }

        /**
         * Creates filter data.
         *
         * @param id      number whose meaning the provider defines, 0..65,535.
         * @param version of the data's layout, 0..255.
         * @param bytes   at most {@link FilterLimits#DATA_LENGTH_MAX} bytes, which are copied.
         * @return the data.
         * @throws RingsideException if a number is out of range or there are too many bytes.
         */
        public static Data of(final int id, final int version, final byte[] bytes) {
            return new Data(id, version, bytes);
        }

        /** {@return a number whose meaning the provider defines, 0..65,535} */
        public int id() {
            return id;
        }

        /** {@return the version of the data's layout, 0..255} */
        public int version() {
            return version;
        }

        /** {@return a copy of the bytes} */
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public boolean equals(final @Nullable Object other) {
            return other instanceof Data that
                    && id == that.id
                    && version == that.version
                    && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * id + version) + Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "FilterData{id=" + id + ", version=" + version + ", bytes=" + HexFormat.of().formatHex(bytes) + '}';
        }
    }
}
