package io.ringside.consumer.where;

import io.ringside.consumer.EventView;
import io.ringside.expression.Comparison;
import io.ringside.expression.EventCondition;
import io.ringside.expression.PayloadBytes;

/** A comparison with something that the header of every event says. */
final class HeaderCriterion implements EventCriterion {
    private final EventCondition condition;

    HeaderCriterion(final Comparison comparison) {
        condition = comparison.compile(EventHeader.SCHEMA);
    }

    static boolean isOne(final Comparison comparison) {
        return comparison.field().steps().size() == 1 && EventHeader.has(comparison.field().steps().get(0).name());
    }

    @Override
    public Truth of(final EventView event, final PayloadBytes header, final PayloadBytes payload) {
        return Truth.of(condition.accepts(header));
    }
}
