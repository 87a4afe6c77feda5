package io.ringside.measure;

import io.ringside.RingsideException;
import io.ringside.internal.expression.EventNumber;
import io.ringside.internal.expression.FieldPath;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.expression.Term;
import io.ringside.internal.reader.EventHeader;
import io.ringside.internal.reader.SchemaFit;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures one number in each event, by group and window. Run it as the handler of a reader, which need not merge. Not
 * thread-safe; {@link #share} creates measurements for other threads that share the sources.
 * <p>
 * Memory is bounded: groups beyond {@link MeasureContext#groupLimit} are summed into one, and percentiles become less
 * precise beyond {@link MeasureContext#histogramBytes}. Events without the number are not measured, only counted.
 *
 * <pre>{@code
 * Measurement sizes = new Measurement(new MeasureContext().of("size").by(List.of("symbol")));
 * reader.readAvailable(sizes);
 * sizes.groups(10).forEach(System.out::println);
 * }</pre>
 */
public final class Measurement implements EventHandler {
    /**
     * Figures of one group of events in one window. Immutable. The figures of a measurement by {@link
     * MeasureContext#COUNT} are {@code count}, {@code measured}, {@code perSecond}, {@code lost} and {@code elsewhere};
     * the others are then null, and {@code percentiles} is empty. Numbers are Longs or BigIntegers if all that was
     * measured is whole, BigDecimals if some are decimals, else Doubles.
     *
     * @param windowNs    beginning of the window in nanoseconds since 1970; null if there are none
     * @param key         value of each field of {@link MeasureContext#by}: a number, a string, a UUID or a Boolean;
     *                    null if the event has no value. Empty for the combined rest
     * @param isRest      whether this is the combined rest of the groups that are not shown individually
     * @param groups      number of groups combined here: 1, or more for the rest; 0 if unknown
     * @param count       events; if a session samples events, an estimate of all, unless the measurement is not
     *                    {@linkplain MeasureContext#scaled scaled}
     * @param measured    events that were measured; fewer than {@code count} if the figures are scaled up
     * @param perSecond   events per second of the window; without windows, of the time from the first event to the
     *                    last; 0 if both have the same time
     * @param sum         exact if the numbers are whole or decimals; null if nothing was measured
     * @param mean        sum by count; null if nothing was measured
     * @param least       the least number, exactly; null if nothing was measured
     * @param greatest    the greatest number, exactly; null if nothing was measured
     * @param percentiles at {@link #percents}; empty if nothing was measured
     * @param precision   width of a percentile's bucket, as a fraction of its value
     * @param lost        lost events that may have been in this group and window
     * @param elsewhere   events that may have been in this group and window but are missing for another reason: newer
     *                    events replaced them, or the recording does not contain them
     */
    public record Group(@Nullable Long windowNs, List<@Nullable Object> key, boolean isRest, long groups, long count,
            long measured, double perSecond, @Nullable Number sum, @Nullable Double mean, @Nullable Number least,
            @Nullable Number greatest,
            List<Number> percentiles, double precision, long lost, long elsewhere) {
        private static final double[] PERCENTS = {50, 90, 99, 99.9, 99.99};

        /**
         * Copies the lists, without checks.
         *
         * @param windowNs    as above
         * @param key         as above
         * @param isRest      as above
         * @param groups      as above
         * @param count       as above
         * @param measured    as above
         * @param perSecond   as above
         * @param sum         as above
         * @param mean        as above
         * @param least       as above
         * @param greatest    as above
         * @param percentiles as above
         * @param precision   as above
         * @param lost        as above
         * @param elsewhere   as above
         */
        public Group {
            key = Collections.unmodifiableList(new ArrayList<>(key));
            percentiles = List.copyOf(percentiles);
        }

        /** {@return whether the figures, except the minimum and maximum, are estimates from a sample of the events} */
        public boolean isScaled() {
            return count != measured;
        }

        /** {@return the percentages of {@link #percentiles}, in ascending order} */
        public static double[] percents() {
            return PERCENTS.clone();
        }
    }

    /** Stands in for the beginning of a window if there are no windows. */
    private static final long NULL_WINDOW = Long.MIN_VALUE;
    private static final double NS_PER_SECOND = 1e9;
    /** Maximum number of windows that have a combined rest of their own. */
    private static final int REST_WINDOWS_MAX = 10_000;

    private final MeasureContext context;
    private final Bounds bounds;
    private final @Nullable Term term;
    private final SchemaFit fit;
    private final KeyColumn[] columns;
    private final EventHeader header = new EventHeader();
    private final PayloadBytes payload = new PayloadBytes().header(header);
    private final SchemaMap<Optional<EventNumber>> numbers = new SchemaMap<>();
    private final Map<GroupKey, Tally> tallies = new HashMap<>();
    /** Combined figures of the groups beyond the limit, by window. */
    private final Map<Long, Tally> rests = new HashMap<>();
    private final GapLog gaps = new GapLog();
    /** Units of the numbers; empty if there are none. */
    private final Set<String> units = new HashSet<>();
    private final GroupKey probe;
    private final long windowNs;
    private final boolean countsOnly;
    private final boolean isScaled;
    /** The tally found last. */
    private @Nullable Tally latest;
    private long withoutNumber;
    private long closedBeforeNs = Long.MIN_VALUE;
    private long tooLate;
    private long beyondLimit;

    /** Limits that all threads share: a group that one thread measures individually, all threads do. */
    private static final class Bounds {
        private final AtomicLong bytes;
        private final AtomicInteger left;
        private final ConcurrentHashMap<GroupKey, Boolean> groups = new ConcurrentHashMap<>();

        Bounds(final MeasureContext context) {
            bytes = new AtomicLong(context.histogramBytes());
            left = new AtomicInteger(context.groupLimit());
        }

        boolean admits(final GroupKey key) {
            return groups.computeIfAbsent(key, absent -> left.getAndUpdate(n -> Math.max(0, n - 1)) > 0
                    ? Boolean.TRUE
                    : null) != null;
        }

        void remove(final GroupKey key) {
            if (groups.remove(key) != null) {
                left.incrementAndGet();
            }
        }
    }

    /**
     * Creates an empty measurement.
     *
     * @param settings number to measure, grouping and windows
     * @throws RingsideException if the expression is not a number, or a name to group by is invalid
     */
    public Measurement(final MeasureContext settings) {
        this(settings, new Bounds(settings), null);
    }

    private Measurement(final MeasureContext settings, final Bounds bounds, final @Nullable Measurement origin) {
        context = new MeasureContext().of(settings.of()).by(settings.by()).windowNs(settings.windowNs())
                .groupLimit(settings.groupLimit()).histogramBytes(settings.histogramBytes())
                .scaled(settings.isScaled());
        this.bounds = bounds;
        windowNs = context.windowNs();
        isScaled = context.isScaled();
        countsOnly = context.of().equals(MeasureContext.COUNT);
        term = countsOnly || context.of().equals(MeasureContext.BYTES) ? null : Term.parse(context.of());
        final List<FieldPath> named = new ArrayList<>();
        if (term != null) {
            term.collect(named);
        }
        fit = origin != null ? origin.fit : new SchemaFit(EventHeader.ownFields(named), this::requireNumber);
        columns = new KeyColumn[context.by().size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = origin == null
                    ? KeyColumn.of(context.by().get(i), i)
                    : new KeyColumn(context.by().get(i), i, origin.columns[i].fit);
        }
        probe = new GroupKey(columns.length);
    }

    /**
     * Creates a measurement with the same settings and limits for another thread that reads the same sources.
     *
     * @return an empty measurement; {@linkplain #add add} it when everything has been read
     */
    public Measurement share() {
        return new Measurement(context, bounds, this);
    }

    /**
     * Adds the figures of another thread's measurement.
     *
     * @param share the other measurement; its thread must have ended
     */
    public void add(final Measurement share) {
        tooLate += share.tooLate;
        share.tallies.forEach((key, tally) -> {
            final Tally own = tallies.get(key);
            if (own == null) {
                tallies.put(key, tally);
            } else {
                own.add(tally);
                tally.histogram.close();
            }
        });
        share.rests.forEach((window, others) -> rest(window).add(others));
        beyondLimit += share.beyondLimit;
        gaps.add(share.gaps);
        units.addAll(share.units);
        withoutNumber += share.withoutNumber;
        for (int i = 0; i < columns.length; i++) {
            columns[i].add(share.columns[i]);
        }
    }

    @Override
    public void onEvent(final EventView event) {
        EventNumber number = null;
        if (term != null) {
            number = number(event);
            if (number == null) {
                withoutNumber++;
                return;
            }
        }
        if (number != null || columns.length > 0) {
            header.wrap(event);
            payload.wrap(event.buffer(), event.payloadOffset(), event.payloadLength());
        }
        final long timeNs = event.timeNs();
        final Tally tally = tally(event, timeNs);
        if (tally == null) {
            tooLate++;
            return;
        }
        final long before = tally.measured;
        tally.weight = isScaled ? event.weight() : 1;
        if (number != null) {
            number.read(payload, tally);
        } else if (countsOnly) {
            tally.onEvent();
        } else {
            tally.onWhole(event.payloadLength(), 0);
        }
        if (tally.measured == before) {
            withoutNumber++;
        } else {
            tally.at(timeNs);
            // Only tallies of groups beyond the limit have no group.
            beyondLimit += tally.groups == 0 ? 1 : 0;
        }
    }

    @Override
    public void onGap(final GapView gap) {
        gaps.add(gap);
    }

    /** {@return events that were not measured because they do not have the number, or it does not fit 64 bits} */
    public long withoutNumber() {
        return withoutNumber;
    }

    /** {@return the unit of the measured number, if it is a field with the same unit in all events; else null} */
    public @Nullable String unit() {
        return units.size() == 1 && !units.contains("") ? units.iterator().next() : null;
    }

    /** {@return events that arrived after their window was {@linkplain #close closed}} */
    public long tooLate() {
        return tooLate;
    }

    /** {@return events of groups beyond the limit, which were combined} */
    public long beyondLimit() {
        return beyondLimit;
    }

    /**
     * Returns why the measurement is unusable: no event has the number or a field to group by, or such a field has
     * values of two types.
     *
     * @return the reasons, each with the names or types found; empty if there is no problem, or there were no events
     */
    public List<String> misfits() {
        final List<String> reasons = new ArrayList<>();
        if (term != null) {
            reasons.add(fit.misfit());
        }
        for (final KeyColumn column : columns) {
            reasons.add(column.fit.misfit());
            reasons.add(column.clash());
        }
        return reasons.stream().filter(Objects::nonNull).distinct().toList();
    }

    /**
     * Returns the figures of all groups: windows in order of time, and in each window the groups with the greatest sums
     * first, or the most events if only events are counted. The combined rest is the last of its window.
     *
     * @param most maximum number of groups to show individually: the greatest over all windows
     * @return the figures
     */
    public List<Group> groups(final int most) {
        return figures(tallies, most, rests);
    }

    /**
     * Returns the figures of windows that have ended, as {@link #groups}, and forgets these windows.
     *
     * @param timeNs closes windows that end at or before this time, in nanoseconds since 1970; their later events are
     *               counted in {@link #tooLate}
     * @param most   maximum number of groups to show individually in each window
     * @return the figures
     */
    public List<Group> close(final long timeNs, final int most) {
        if (windowNs == MeasureContext.NO_WINDOW) {
            return List.of();
        }
        final long end = Math.floorDiv(timeNs, windowNs) * windowNs;
        if (end <= closedBeforeNs) {
            return List.of();
        }
        closedBeforeNs = end;
        latest = null;
        final Map<Long, Map<GroupKey, Tally>> closed = new TreeMap<>();
        for (final Iterator<Map.Entry<GroupKey, Tally>> i = tallies.entrySet().iterator(); i.hasNext();) {
            final Map.Entry<GroupKey, Tally> entry = i.next();
            if (entry.getKey().windowNs < end) {
                closed.computeIfAbsent(entry.getKey().windowNs, window -> new HashMap<>())
                        .put(entry.getKey(), entry.getValue());
                bounds.remove(entry.getKey());
                entry.getValue().histogram.close();
                i.remove();
            }
        }
        final Map<Long, Tally> closedRests = new HashMap<>();
        for (final Iterator<Map.Entry<Long, Tally>> i = rests.entrySet().iterator(); i.hasNext();) {
            final Map.Entry<Long, Tally> entry = i.next();
            if (entry.getKey() != NULL_WINDOW && entry.getKey() < end) {
                closed.computeIfAbsent(entry.getKey(), window -> new HashMap<>());
                closedRests.put(entry.getKey(), entry.getValue());
                entry.getValue().histogram.close();
                i.remove();
            }
        }
        final List<Group> figures = new ArrayList<>();
        closed.forEach((window, groups) -> {
            final Tally others = closedRests.get(window);
            figures.addAll(figures(groups, most, others == null ? Map.of() : Map.of(window, others)));
        });
        gaps.forgetBefore(end);
        return figures;
    }

    /**
     * Returns the distribution of the numbers of all groups.
     *
     * @return greatest number and count of each non-empty bucket, in ascending order; empty if only events were counted
     */
    public double[][] distribution() {
        final Tally all = new Tally(bounds.bytes);
        tallies.values().forEach(all::add);
        rests.values().forEach(all::add);
        final double[][] buckets = all.histogram.buckets();
        all.histogram.close();
        return buckets;
    }

    private void requireNumber(final EventSchema schema) {
        EventNumber.of(Objects.requireNonNull(term), schema, EventHeader.SCHEMA);
    }

    private @Nullable EventNumber number(final EventView event) {
        final EventSchema schema = event.schema();
        if (schema == null) {
            return null;
        }
        Optional<EventNumber> number = numbers.get(schema);
        if (number == null) {
            number = compile(event, schema);
            numbers.put(schema, number);
        }
        return number.orElse(null);
    }

    private Optional<EventNumber> compile(final EventView event, final EventSchema schema) {
        fit.note(schema, event.providerSchema());
        for (final KeyColumn column : columns) {
            column.fit.note(schema, event.providerSchema());
        }
        try {
            final EventNumber number = EventNumber.of(Objects.requireNonNull(term), schema, EventHeader.SCHEMA);
            units.add(Objects.requireNonNullElse(number.unit(), ""));
            return Optional.of(number);
        } catch (final RingsideException e) {
            return Optional.empty();
        }
    }

    /** Returns the tally that counts an event; null if its window is closed. */
    private @Nullable Tally tally(final EventView event, final long timeNs) {
        if (windowNs == MeasureContext.NO_WINDOW) {
            probe.windowNs = NULL_WINDOW;
        } else {
            final long sinceBegin = timeNs - probe.windowNs;
            // The event is in the same window as the one before, if the difference does not overflow.
            if (timeNs < probe.windowNs || sinceBegin < 0 || sinceBegin >= windowNs) {
                probe.windowNs = Math.floorDiv(timeNs, windowNs) * windowNs;
            }
        }
        if (windowNs != MeasureContext.NO_WINDOW && probe.windowNs < closedBeforeNs) {
            return null;
        }
        for (final KeyColumn column : columns) {
            column.read(event, payload, probe);
        }
        // The group is mostly that of the event before.
        final Tally same = latest;
        if (same != null && probe.equals(same.key)) {
            return same;
        }
        final Tally known = tallies.get(probe);
        if (known != null) {
            latest = known;
            return known;
        }
        final GroupKey key = probe.copy();
        if (!bounds.admits(key)) {
            return rest(key.windowNs);
        }
        final Tally made = new Tally(bounds.bytes);
        made.key = key;
        tallies.put(key, made);
        latest = made;
        return made;
    }

    /** Returns the combined tally of a window's groups beyond the limit. The number of these groups is unknown. */
    private Tally rest(final long window) {
        // Times may be wrong; beyond the maximum number of windows, all share one tally.
        final long at = rests.containsKey(window) || rests.size() < REST_WINDOWS_MAX
                ? window
                : NULL_WINDOW;
        return rests.computeIfAbsent(at, absent -> {
            final Tally others = new Tally(bounds.bytes);
            others.groups = 0;
            return others;
        });
    }

    /** Returns the windows in order of time; groups without a window are last. */
    private static List<Long> windows(final Map<GroupKey, Tally> from, final Map<Long, Tally> beyond) {
        return Stream.concat(from.keySet().stream().map(key -> key.windowNs), beyond.keySet().stream()).distinct()
                .sorted(Comparator.comparing((Long window) -> window == NULL_WINDOW)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private List<Group> figures(final Map<GroupKey, Tally> from, final int most,
            final Map<Long, Tally> beyond) {
        final Map<List<@Nullable Object>, Double> weights = new HashMap<>();
        from.forEach((key, tally) -> weights.merge(values(key), weight(tally), Double::sum));
        final Comparator<List<@Nullable Object>> heaviest = Comparator
                .comparingDouble((List<@Nullable Object> key) -> -weights.getOrDefault(key, 0.0))
                .thenComparing(String::valueOf);
        final List<List<@Nullable Object>> shown = weights.keySet().stream().sorted(heaviest).limit(most).toList();
        final Map<List<@Nullable Object>, Integer> ranks = new HashMap<>();
        shown.forEach(key -> ranks.put(key, ranks.size()));
        final Map<Long, List<Map.Entry<GroupKey, Tally>>> byWindow = from.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<GroupKey, Tally> entry) -> ranks
                        .getOrDefault(values(entry.getKey()), Integer.MAX_VALUE)))
                .collect(Collectors.groupingBy(entry -> entry.getKey().windowNs));
        final List<Group> figures = new ArrayList<>();
        for (final long window : windows(from, beyond)) {
            Tally others = null;
            for (final Map.Entry<GroupKey, Tally> entry : byWindow.getOrDefault(window, List.of())) {
                final List<@Nullable Object> key = values(entry.getKey());
                if (ranks.containsKey(key)) {
                    figures.add(figures(window, key, entry.getValue()));
                } else {
                    others = others == null ? newRest() : others;
                    others.add(entry.getValue());
                    others.groups++;
                }
            }
            if (others != null) {
                figures.add(figures(window, null, others));
            }
            final Tally unnamed = beyond.get(window);
            if (unnamed != null) {
                figures.add(figures(window, null, unnamed));
            }
        }
        return figures;
    }

    private static Tally newRest() {
        final Tally others = new Tally(new AtomicLong(Long.MAX_VALUE / 2));
        others.groups = 0;
        return others;
    }

    private double weight(final Tally tally) {
        return countsOnly ? (double) tally.count : tally.real();
    }

    private List<@Nullable Object> values(final GroupKey key) {
        final List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            values.add(columns[i].shown(key.value(i)));
        }
        return values;
    }

    private Group figures(final long window, final @Nullable List<@Nullable Object> key, final Tally tally) {
        final boolean isWindow = window != NULL_WINDOW;
        final long[] gone = isWindow
                ? gaps.within(window, window + windowNs - 1)
                : gaps.within(Long.MIN_VALUE, Long.MAX_VALUE);
        final double perSecond = isWindow
                ? (double) tally.count * NS_PER_SECOND / (double) windowNs
                : tally.lastNs <= tally.firstNs
                        ? 0
                        : (double) tally.count * NS_PER_SECOND / (double) (tally.lastNs - tally.firstNs);
        final boolean isMeasured = !countsOnly && tally.count > 0;
        return new Group(isWindow ? (Long) window : null, key == null ? List.of() : key, key == null, tally.groups,
                tally.count,
                tally.measured,
                perSecond,
                isMeasured ? tally.sum() : null,
                isMeasured ? tally.real() / (double) tally.count : null,
                isMeasured ? tally.least() : null,
                isMeasured ? tally.greatest() : null,
                isMeasured ? List.of(tally.percentiles(Group.percents())) : List.of(),
                tally.histogram.precision(), gone[0], gone[1]);
    }
}
