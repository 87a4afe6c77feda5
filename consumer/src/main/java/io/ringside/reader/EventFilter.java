package io.ringside.reader;

import io.ringside.RingsideException;
import io.ringside.event.ProviderId;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.reader.EventComparison;
import io.ringside.internal.reader.EventHeader;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects events: by a condition, by kind, or by time. A reader that {@link ReaderContext#filter has a filter} delivers
 * only the events that it accepts; other code can call {@link #accepts}. Not thread-safe.
 *
 * <pre>{@code
 * EventFilter large = EventFilter.parse("event is 'accepted' and size >= 1000").during(openNs, closeNs);
 * try (EventReader reader = EventReader.open(new ReaderContext().filter(large), Source.recording(folder))) {
 *     reader.readAvailable(event -> System.out.println(event));
 * }
 * }</pre>
 */
public final class EventFilter {
    private static final EventFilter ALL = new EventFilter(null, null, TimeWindow.ALWAYS);

    private final @Nullable Comparisons where;
    private final @Nullable Kind kind;
    private final TimeWindow window;

    private EventFilter(final @Nullable Comparisons where, final @Nullable Kind kind, final TimeWindow window) {
        this.where = where;
        this.kind = kind;
        this.window = window;
    }

    /** {@return a filter that accepts every event, as a starting point for narrower filters} */
    public static EventFilter all() {
        return ALL;
    }

    /**
     * Parses a filter in the language of payload filters, extended by names of header columns: {@code time id version
     * channel level opcode task keyword pid tid activityId relatedActivityId late provider event host}. All other names
     * are fields; so is a name after the prefix {@code fields.}. {@code keyword contains 0x6} matches events with any
     * of several keywords. Levels, opcodes and tasks can be given by name, including names of the event's own provider.
     * If an event does not have a field, a comparison with it is neither true nor false. An event is accepted only if
     * the whole condition is true.
     *
     * @param text such as {@code level <= WARNING and (symbol is "ABC" or price > 10)}
     * @return the filter
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if it cannot be parsed, or compares
     *                           a header column with an impossible value
     */
    public static EventFilter parse(final String text) {
        return new EventFilter(new Comparisons(Expression.parse(text)), null, TimeWindow.ALWAYS);
    }

    /**
     * Returns a filter of events of one kind.
     *
     * @param text name or id of the event, with or without the name or UUID of its provider, such as {@code accepted},
     *             {@code Acme.Orders/accepted} or {@code Acme.Orders/1}; the last slash separates. Provider names are
     *             compared ignoring case
     * @return the filter
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if a part is empty
     */
    public static EventFilter ofEvent(final String text) {
        return new EventFilter(null, Kind.parse(text), TimeWindow.ALWAYS);
    }

    /**
     * Narrows this filter to a time range.
     *
     * @param sinceNs beginning of the range, in nanoseconds since 1970
     * @param untilNs end of the range, inclusive, in nanoseconds since 1970; not before its beginning
     * @return a filter that accepts those events of this filter that lie in the range
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if the range ends before it begins,
     *                           or this filter accepts no time in it
     */
    public EventFilter during(final long sinceNs, final long untilNs) {
        return new EventFilter(where, kind, window.within(sinceNs, untilNs));
    }

    /**
     * Returns a filter with the time ranges around given moments in place of this filter's time ranges.
     *
     * @param timesNs moments in nanoseconds since 1970, in any order
     * @param spanNs  nanoseconds before and after each moment, at least 0
     * @return a filter that accepts those events of this filter, ignoring its time, that lie around the moments
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if the span is negative
     */
    public EventFilter around(final Collection<Long> timesNs, final long spanNs) {
        if (spanNs < 0) {
            throw RingsideException.invalidArgument("span must not be negative: spanNs=" + spanNs);
        }
        return new EventFilter(where, kind, TimeWindow.around(timesNs, spanNs));
    }

    /**
     * Returns whether the filter accepts an event.
     *
     * @param event event to test
     * @return true if the condition is true, and kind and time match
     */
    public boolean accepts(final EventView event) {
        return (window == TimeWindow.ALWAYS || window.contains(event.timeNs())) && (kind == null || kind.is(event))
                && (where == null || where.accept(event));
    }

    /**
     * Returns whether the filter accepts a gap. It is unknown whether the lost events would have been accepted, so only
     * the time matters.
     *
     * @param gap gap to test
     * @return true if the events may have been in the time range of this filter
     */
    public boolean accepts(final GapView gap) {
        return window == TimeWindow.ALWAYS || window.touches(gap.fromTimeNs(), gap.toTimeNs());
    }

    /**
     * Returns whether the filter accepts an item that is not an event, such as a counter sample: only the time matters.
     *
     * @param timeNs time of the item, in nanoseconds since 1970
     * @return true if it is in the time range of this filter
     */
    public boolean acceptsTime(final long timeNs) {
        return window.contains(timeNs);
    }

    /** Returns whether every event is accepted. */
    boolean isAll() {
        return where == null && kind == null && window == TimeWindow.ALWAYS;
    }

    /** Returns the latest accepted time, in nanoseconds since 1970. */
    long untilNs() {
        return window.endNs();
    }

    /**
     * Note that events of a provider may occur, so that {@link #misfits} considers them before the first one is tested.
     *
     * @param provider provider whose events may occur
     */
    public void expect(final ProviderSchema provider) {
        if (where != null) {
            where.comparisons.values().forEach(comparison -> comparison.expect(provider));
        }
    }

    /**
     * Returns why comparisons fit no event of the providers that were expected or whose events were tested. Most often
     * the reason is a typing error.
     *
     * @return for each such comparison its field and the available names, without duplicates; empty while no event is
     *         known
     */
    public List<String> misfits() {
        return where == null
                ? List.of()
                : where.comparisons.values().stream().map(EventComparison::misfit).filter(Objects::nonNull).distinct()
                        .toList();
    }

    /** {@return the names of header columns, which every event has} */
    public static List<String> headerNames() {
        return EventHeader.SCHEMA.fields().stream().map(FieldSchema::name).toList();
    }

    /** A condition with its comparisons. Holds one event at a time. */
    private static final class Comparisons {
        private final EventCondition condition;
        private final Map<Expression, EventComparison> comparisons = new LinkedHashMap<>();
        private final EventHeader header = new EventHeader();
        private final PayloadBytes payload = new PayloadBytes().header(header);

        Comparisons(final Expression expression) {
            // An event that does not fit one comparison counts as not fitting any, because the rest is not evaluated.
            expression.comparisons().forEach(comparison -> comparisons.computeIfAbsent(comparison,
                    each -> new EventComparison(each, header,
                            event -> comparisons.values().forEach(other -> other.meet(event)))));
            condition = expression.compile(each -> Objects.requireNonNull(comparisons.get(each)));
        }

        boolean accept(final EventView event) {
            payload.wrap(event.buffer(), event.payloadOffset(), event.payloadLength());
            header.wrap(event);
            return condition.accepts(payload);
        }
    }

    /**
     * A kind of event, given by name or id. Immutable.
     *
     * @param provider   name or UUID of the provider; null for any provider
     * @param providerId UUID of the provider; null for any provider
     * @param event      name or id of the event
     * @param eventId    the id; {@value #NO_ID} if the kind is given by name
     */
    private record Kind(@Nullable String provider, @Nullable UUID providerId, String event, int eventId) {
        private static final char SEPARATOR = '/';
        private static final int NO_ID = -1;

        static Kind parse(final String text) {
            final int separator = text.lastIndexOf(SEPARATOR);
            if (separator == 0 || (separator > 0 && separator == text.length() - 1)) {
                throw RingsideException.invalidArgument(
                        "event is not given as PROVIDER/EVENT: text=" + text + ": for example Acme.Orders/accepted");
            }
            if (text.isEmpty()) {
                throw RingsideException.invalidArgument("name of an event is missing: for example accepted");
            }
            final String provider = separator < 0 ? null : text.substring(0, separator);
            final String event = text.substring(separator + 1);
            return new Kind(provider, provider == null ? null : idOf(provider), event, numberOf(event));
        }

        boolean is(final EventView view) {
            final boolean ofProvider = providerId == null || providerId.equals(view.providerId())
                    || view.providerName().equalsIgnoreCase(provider);
            return ofProvider && view.schema() != null
                    && (event.equals(view.eventName()) || eventId == view.descriptor().id());
        }

        private static UUID idOf(final String provider) {
            try {
                return UUID.fromString(provider);
            } catch (final IllegalArgumentException e) {
                return ProviderId.fromName(provider);
            }
        }

        private static int numberOf(final String event) {
            try {
                return Integer.parseInt(event);
            } catch (final NumberFormatException e) {
                return NO_ID;
            }
        }
    }
}
