package io.ringside.reader;

import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.reader.EventComparison;
import io.ringside.internal.reader.EventHeader;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Says whether a reader wants an event, in the language of payload filters ({@link Expression#parse}) with names for
 * what the header says: {@code time id version channel level opcode task keyword pid tid activityId relatedActivityId
 * late provider event host}. All other names are fields, and so is what follows {@code fields.}. {@code keyword
 * contains 0x6} asks for one of several keywords. Levels, opcodes and tasks may be named, also by the names of the
 * event's own provider. Where an event does not have a field, a comparison with it is neither true nor
 * false, and an event is wanted only if the whole is true. For one thread.
 *
 * <pre>{@code
 * EventFilter large = EventFilter.parse("event is 'accepted' and size >= 1000");
 * reader.poll(event -> {
 *     if (large.accepts(event)) {
 *         System.out.println(event);
 *     }
 * });
 * }</pre>
 */
public final class EventFilter {
    private final EventCondition condition;
    private final Map<Expression, EventComparison> comparisons = new LinkedHashMap<>();
    private final EventHeader header = new EventHeader();
    private final PayloadBytes payload = new PayloadBytes().header(header);

    private EventFilter(final Expression expression) {
        // An event that one comparison does not fit counts for the misfits of all, as the rest is not evaluated.
        expression.comparisons().forEach(comparison -> comparisons.computeIfAbsent(comparison,
                each -> new EventComparison(each, header,
                        event -> comparisons.values().forEach(other -> other.meet(event)))));
        condition = expression.compile(each -> Objects.requireNonNull(comparisons.get(each)));
    }

    /**
     * A filter from its text.
     *
     * @param text such as {@code level <= WARNING and (symbol is "ABC" or price > 10)}
     * @return the filter
     * @throws io.ringside.RingsideException if it cannot be understood, or compares something of the
     *                                                    header with what it cannot be
     */
    public static EventFilter parse(final String text) {
        return new EventFilter(Expression.parse(text));
    }

    /**
     * Whether an event is wanted.
     *
     * @param event to be judged
     * @return true if the condition holds
     */
    public boolean accepts(final EventView event) {
        payload.wrap(event.buffer(), event.payloadOffset(), event.payloadLength());
        header.wrap(event);
        return condition.accepts(payload);
    }

    /**
     * Count the events of a provider among those that comparisons may fit, before one is judged.
     *
     * @param provider whose events may come
     */
    public void expect(final ProviderSchema provider) {
        comparisons.values().forEach(comparison -> comparison.expect(provider));
    }

    /**
     * Comparisons that fit no event of the providers that were expected or whose events were judged: most often a slip
     * of the pen.
     *
     * @return for each of them, what it names and what there is, each reason once; empty as long as no event is known
     */
    public List<String> misfits() {
        return comparisons.values().stream().map(EventComparison::misfit).filter(Objects::nonNull).distinct().toList();
    }

    /** {@return names that every event has, whatever its fields} */
    public static List<String> headerNames() {
        return EventHeader.SCHEMA.fields().stream().map(FieldSchema::name).toList();
    }
}
