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
 * The events that a reader wants: those that meet a condition, are of one kind, or lie in a time. A reader that {@link
 * ReaderContext#filter has a filter} delivers only these; any other code may ask {@link #accepts}. For one thread.
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

    /** {@return a filter that accepts each event, to be narrowed down} */
    public static EventFilter all() {
        return ALL;
    }

    /**
     * A filter from its text, in the language of payload filters with names for what the header says: {@code time id
     * version channel level opcode task keyword pid tid activityId relatedActivityId late provider event host}. All
     * other names are fields, and so is what follows {@code fields.}. {@code keyword contains 0x6} asks for one of
     * several keywords. Levels, opcodes and tasks may be named, also by the names of the event's own provider. Where an
     * event does not have a field, a comparison with it is neither true nor false, and an event is wanted only if the
     * whole is true.
     *
     * @param text such as {@code level <= WARNING and (symbol is "ABC" or price > 10)}
     * @return the filter
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if it cannot be understood, or
     *                           compares something of the header with what it cannot be
     */
    public static EventFilter parse(final String text) {
        return new EventFilter(new Comparisons(Expression.parse(text)), null, TimeWindow.ALWAYS);
    }

    /**
     * A filter of events of one kind.
     *
     * @param text name or id of the event, with or without the name or UUID of its provider, such as {@code accepted},
     *             {@code Acme.Orders/accepted} or {@code Acme.Orders/1}; the last slash separates. Names of providers
     *             are compared without regard to letter case
     * @return the filter
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if a part is empty
     */
    public static EventFilter ofEvent(final String text) {
        return new EventFilter(null, Kind.parse(text), TimeWindow.ALWAYS);
    }

    /**
     * Narrows this filter down to a time.
     *
     * @param sinceNs the first, in nanoseconds since 1970
     * @param untilNs the last, in nanoseconds since 1970, not before the first
     * @return a filter that accepts of the events of this one those of the time
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if the time ends before it begins,
     *                           or this filter accepts no time of it
     */
    public EventFilter during(final long sinceNs, final long untilNs) {
        return new EventFilter(where, kind, window.within(sinceNs, untilNs));
    }

    /**
     * Makes a filter of the times around moments, in place of the times of this filter.
     *
     * @param timesNs in nanoseconds since 1970, in any order
     * @param spanNs  before and after each, at least 0
     * @return a filter that accepts of the events of this one, of whatever time, those around the moments
     * @throws RingsideException with {@link io.ringside.ErrorCode#INVALID_ARGUMENT} if the span is negative
     */
    public EventFilter around(final Collection<Long> timesNs, final long spanNs) {
        if (spanNs < 0) {
            throw RingsideException.invalidArgument("span must not be negative: spanNs=" + spanNs);
        }
        return new EventFilter(where, kind, TimeWindow.around(timesNs, spanNs));
    }

    /**
     * Whether an event is wanted.
     *
     * @param event to be judged
     * @return true if the condition holds, and the event is of the kind and the time
     */
    public boolean accepts(final EventView event) {
        return (window == TimeWindow.ALWAYS || window.contains(event.timeNs())) && (kind == null || kind.is(event))
                && (where == null || where.accept(event));
    }

    /**
     * Whether a loss is wanted. It is unknown whether what was lost would have been wanted, so only the time decides.
     *
     * @param gap to be judged
     * @return true if it may have been in the time of this filter
     */
    public boolean accepts(final GapView gap) {
        return window == TimeWindow.ALWAYS || window.touches(gap.fromTimeNs(), gap.toTimeNs());
    }

    /**
     * Whether something that is no event is wanted, such as a sample of a counter: only the time decides.
     *
     * @param timeNs in nanoseconds since 1970
     * @return true if it is in the time of this filter
     */
    public boolean acceptsTime(final long timeNs) {
        return window.contains(timeNs);
    }

    /** Whether every event is wanted. */
    boolean isAll() {
        return where == null && kind == null && window == TimeWindow.ALWAYS;
    }

    /** The last time that is wanted, in nanoseconds since 1970. */
    long untilNs() {
        return window.endNs();
    }

    /**
     * Count the events of a provider among those that comparisons may fit, before one is judged.
     *
     * @param provider whose events may come
     */
    public void expect(final ProviderSchema provider) {
        if (where != null) {
            where.comparisons.values().forEach(comparison -> comparison.expect(provider));
        }
    }

    /**
     * Comparisons that fit no event of the providers that were expected or whose events were judged: most often a slip
     * of the pen.
     *
     * @return for each of them, what it names and what there is, each reason once; empty as long as no event is known
     */
    public List<String> misfits() {
        return where == null
                ? List.of()
                : where.comparisons.values().stream().map(EventComparison::misfit).filter(Objects::nonNull).distinct()
                        .toList();
    }

    /** {@return names that every event has, whatever its fields} */
    public static List<String> headerNames() {
        return EventHeader.SCHEMA.fields().stream().map(FieldSchema::name).toList();
    }

    /** A condition, with its comparisons. For one event at a time. */
    private static final class Comparisons {
        private final EventCondition condition;
        private final Map<Expression, EventComparison> comparisons = new LinkedHashMap<>();
        private final EventHeader header = new EventHeader();
        private final PayloadBytes payload = new PayloadBytes().header(header);

        Comparisons(final Expression expression) {
            // An event that one comparison does not fit counts for the misfits of all, as the rest is not evaluated.
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
     * Events of one name, or one id. Immutable.
     *
     * @param provider   name or UUID of the provider; null for any provider
     * @param providerId of the provider; null for any provider
     * @param event      name or id of the event
     * @param eventId    the id; {@value #NO_ID} if it is a name
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
