package io.ringside.internal.reader;

import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.NumberComparison;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A condition on whole events, as a tree of comparisons. */
@FunctionalInterface
public interface EventCriterion {
    /**
     * Judge an event.
     *
     * @param event   to be judged
     * @param header  what its header says
     * @param payload its fields
     */
    Truth of(EventView event, PayloadBytes header, PayloadBytes payload);

    /** Why the comparison fits none of the events that were judged; null if it fits some, or there were none. */
    default @Nullable String misfit() {
        return null;
    }

    /** Learns of events of a provider that may come. */
    default void expect(final ProviderSchema provider) {
        // It fits every event.
    }

    /** The criterion of an expression; those of its comparisons are added to a list. */
    static EventCriterion of(final Expression expression, final List<EventCriterion> leaves) {
        if (expression instanceof final Expression.And and) {
            final List<EventCriterion> parts = parts(and.parts(), leaves);
            return (event, header, payload) -> all(parts, event, header, payload);
        }
        if (expression instanceof final Expression.Or or) {
            final List<EventCriterion> parts = parts(or.parts(), leaves);
            return (event, header, payload) -> any(parts, event, header, payload);
        }
        if (expression instanceof final Expression.Not not) {
            final EventCriterion part = of(not.part(), leaves);
            return (event, header, payload) -> part.of(event, header, payload).not();
        }
        final EventCriterion leaf = expression instanceof final NumberComparison numbers
                ? new NumberCriterion(numbers)
                : ofComparison((Comparison) expression);
        leaves.add(leaf);
        return leaf;
    }

    private static EventCriterion ofComparison(final Comparison comparison) {
        return KeywordCriterion.isOne(comparison)
                ? new KeywordCriterion(comparison)
                : HeaderCriterion.isOne(comparison) ? new HeaderCriterion(comparison) : new FieldCriterion(comparison);
    }

    private static List<EventCriterion> parts(final List<Expression> expressions, final List<EventCriterion> leaves) {
        final List<EventCriterion> parts = new ArrayList<>();
        expressions.forEach(expression -> parts.add(of(expression, leaves)));
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
