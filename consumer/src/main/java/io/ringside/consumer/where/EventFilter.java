package io.ringside.consumer.where;

import io.ringside.consumer.EventView;
import io.ringside.expression.Expression;
import io.ringside.expression.PayloadBytes;

/**
 * Tells whether a reader wants an event, in the language of payload filters ({@link Expression#parse}) with names for
 * what the header says: {@code time id version channel level opcode task keyword pid tid activityId relatedActivityId
 * late provider event}. All other names are fields, and so is what follows {@code fields.}. {@code keyword contains
 * 0x6} asks for one of several keywords. Where an event does not have a field, a comparison with it is neither true nor
 * false, and an event is wanted only if the whole is true. For one thread.
 */
public final class EventFilter {
    private final EventCriterion criterion;
    private final EventHeader header = new EventHeader();
    private final PayloadBytes payload = new PayloadBytes();

    private EventFilter(final EventCriterion criterion) {
        this.criterion = criterion;
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
        return new EventFilter(EventCriterion.of(Expression.parse(text)));
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
}
