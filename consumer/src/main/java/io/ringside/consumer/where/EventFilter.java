package io.ringside.consumer.where;

import io.ringside.consumer.EventView;
import io.ringside.expression.Expression;
import io.ringside.expression.PayloadBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Tells whether a reader wants an event, in the language of payload filters ({@link Expression#parse}) with names for
 * what the header says: {@code time id version channel level opcode task keyword pid tid activityId relatedActivityId
 * late provider event}. All other names are fields, and so is what follows {@code fields.}. {@code keyword contains
 * 0x6} asks for one of several keywords. Where an event does not have a field, a comparison with it is neither true nor
 * false, and an event is wanted only if the whole is true. For one thread.
 */
public final class EventFilter {
    private final EventCriterion criterion;
    private final List<FieldCriterion> fields;
    private final EventHeader header = new EventHeader();
    private final PayloadBytes payload = new PayloadBytes();

    private EventFilter(final Expression expression) {
        fields = new ArrayList<>();
        criterion = EventCriterion.of(expression, fields);
    }

    /**
     * A filter from its text.
     *
     * @param text such as {@code level <= WARNING and (symbol is "ABC" or price > 10)}
     * @return the filter
     * @throws io.ringside.expression.ExpressionException if it cannot be understood, or compares something of the
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
        return criterion.of(event, header.of(event), payload) == Truth.TRUE;
    }

    /**
     * Fields that no event that was asked for them has, or none of a type that goes with the comparison: most often a
     * slip of the pen.
     *
     * @return their names, each once
     */
    public Set<String> missingFields() {
        return fields.stream().filter(FieldCriterion::isMissing).map(FieldCriterion::field)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
