package io.ringside.consumer.where;

import io.ringside.consumer.EventView;
import io.ringside.expression.Comparison;
import io.ringside.expression.Expression;
import io.ringside.expression.PayloadBytes;
import java.util.ArrayList;
import java.util.List;

/** A condition on whole events, as a tree of comparisons. */
@FunctionalInterface
interface EventCriterion {
    /**
     * Judge an event.
     *
     * @param event   to be judged
     * @param header  what its header says
     * @param payload its fields
     */
    Truth of(EventView event, PayloadBytes header, PayloadBytes payload);

    /** The criterion of an expression; those of its comparisons with fields are added to a list. */
    static EventCriterion of(final Expression expression, final List<FieldCriterion> fields) {
        if (expression instanceof final Expression.And and) {
            final List<EventCriterion> parts = parts(and.parts(), fields);
            return (event, header, payload) -> all(parts, event, header, payload);
        }
        if (expression instanceof final Expression.Or or) {
            final List<EventCriterion> parts = parts(or.parts(), fields);
            return (event, header, payload) -> any(parts, event, header, payload);
        }
        if (expression instanceof final Expression.Not not) {
            final EventCriterion part = of(not.part(), fields);
            return (event, header, payload) -> part.of(event, header, payload).not();
        }
        return ofComparison((Comparison) expression, fields);
    }

    private static EventCriterion ofComparison(final Comparison comparison, final List<FieldCriterion> fields) {
        if (KeywordCriterion.isOne(comparison)) {
            return new KeywordCriterion(comparison);
        }
        if (HeaderCriterion.isOne(comparison)) {
            return new HeaderCriterion(comparison);
        }
        final FieldCriterion field = new FieldCriterion(comparison);
        fields.add(field);
        return field;
    }

    private static List<EventCriterion> parts(final List<Expression> expressions, final List<FieldCriterion> fields) {
        final List<EventCriterion> parts = new ArrayList<>();
        expressions.forEach(expression -> parts.add(of(expression, fields)));
        return parts;
    }

    private static Truth all(final List<EventCriterion> parts, final EventView event, final PayloadBytes header,
            final PayloadBytes payload) {
        Truth truth = Truth.TRUE;
        for (int i = 0; truth != Truth.FALSE && i < parts.size(); i++) {
            truth = truth.and(parts.get(i).of(event, header, payload));
        }
        return truth;
    }

    private static Truth any(final List<EventCriterion> parts, final EventView event, final PayloadBytes header,
            final PayloadBytes payload) {
        Truth truth = Truth.FALSE;
        for (int i = 0; truth != Truth.TRUE && i < parts.size(); i++) {
            truth = truth.or(parts.get(i).of(event, header, payload));
        }
        return truth;
    }
}
