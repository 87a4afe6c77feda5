package io.ringside.internal.reader;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.ComparisonOperator;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;

/** Whether an event has one of the keywords of a mask: {@code keyword contains 0x6}. */
final class KeywordCriterion implements EventCriterion {
    private static final String NAME = "keyword";

    private final long mask;
    private final boolean negated;

    KeywordCriterion(final Comparison comparison) {
        negated = comparison.operator() == ComparisonOperator.NOT_CONTAINS;
        try {
            mask = comparison.value().regionMatches(true, 0, "0x", 0, 2)
                    ? Long.parseUnsignedLong(comparison.value().substring(2), 16)
                    : Long.parseUnsignedLong(comparison.value());
        } catch (final NumberFormatException e) {
            throw new ExpressionException("keywords are given as a mask: value=" + comparison.value()
                    + ": for example keyword contains 0x6");
        }
    }

    static boolean isOne(final Comparison comparison) {
        return HeaderCriterion.isOne(comparison) && comparison.field().steps().get(0).name().equals(NAME)
                && (comparison.operator() == ComparisonOperator.CONTAINS
                        || comparison.operator() == ComparisonOperator.NOT_CONTAINS);
    }

    @Override
    public Truth of(final EventView event, final PayloadBytes header, final PayloadBytes payload) {
        return Truth.of((event.descriptor().keyword() & mask) != 0 != negated);
    }
}
