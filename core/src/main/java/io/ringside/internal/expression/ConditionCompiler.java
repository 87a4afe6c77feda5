package io.ringside.internal.expression;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.EventCondition.Step;
import io.ringside.internal.schema.DecimalText;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns an expression into steps that jump over what does not matter any more. Steps are made from the last to the
 * first, so that the target of every jump is known; negations sink into the comparisons. For one compilation.
 */
final class ConditionCompiler {
    private final EventSchema schema;
    private final EventWalk event;
    /** Whether a comparison that does not fit the event is neither true nor false, instead of an error. */
    private final boolean lenient;
    private final Map<FieldPath, FieldLocator> locators = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();

    private ConditionCompiler(final EventSchema schema, final boolean lenient) {
        this.schema = schema;
        this.event = new EventWalk(schema);
        this.lenient = lenient;
    }

    static EventCondition compile(final Expression expression, final EventSchema event, final boolean lenient) {
        final ConditionCompiler compiler = new ConditionCompiler(event, lenient);
        compiler.add(expression, false, EventCondition.ACCEPT, EventCondition.REJECT);
        return new EventCondition(compiler.steps.toArray(new Step[0]));
    }

    /** Adds the steps of an expression; returns the one to begin with. */
    private int add(final Expression expression, final boolean negated, final int onTrue, final int onFalse) {
        if (expression instanceof Comparison || expression instanceof NumberComparison) {
            return lenient
                    ? addIfFits(expression, negated, onTrue, onFalse)
                    : addLeaf(expression, negated, onTrue, onFalse);
        }
        if (expression instanceof Expression.Not not) {
            return add(not.part(), !negated, onTrue, onFalse);
        }
        final List<Expression> parts = ExpressionCheck.parts(expression);
        final boolean allNeeded = expression instanceof Expression.And != negated;
        int next = allNeeded ? onTrue : onFalse;
        for (int i = parts.size() - 1; i >= 0; i--) {
            next = allNeeded
                    ? add(parts.get(i), negated, next, onFalse)
                    : add(parts.get(i), negated, onTrue, next);
        }
        return next;
    }

    private int addIfFits(final Expression leaf, final boolean negated, final int onTrue, final int onFalse) {
        if (leaf.fields().stream().allMatch(field -> field.isIn(schema))) {
            try {
                return addLeaf(leaf, negated, onTrue, onFalse);
            } catch (final ExpressionException e) {
                // The types do not fit.
            }
        }
        steps.add(new Step(null, (payload, offset, isTurned) -> false, negated, onFalse, onFalse));
        return steps.size() - 1;
    }

    private int addLeaf(final Expression leaf, final boolean negated, final int onTrue, final int onFalse) {
        if (leaf instanceof final NumberComparison numbers) {
            final NumberTest test = NumberTest.of(numbers, event, null);
            steps.add(new Step(null, (payload, offset, isTurned) -> test.of(payload, payload) == (isTurned
                    ? NumberTest.FALSE
                    : NumberTest.TRUE), negated, onTrue, onFalse));
            return steps.size() - 1;
        }
        final Comparison comparison = (Comparison) leaf;
        final FieldLocator locator = locators.computeIfAbsent(comparison.field(), event::locate);
        final boolean turned = ValueTests.isNegated(comparison.operator()) != negated;
        final FieldLocator scale = locator.scaleFrom();
        if (scale != null) {
            final ValueTest[] tests = ValueTests.ofScales(comparison, locator.field());
            steps.add(new Step(locator, (payload, offset, isTurned) -> {
                final int given = scale.givenScale(payload);
                return given != DecimalText.NO_SCALE && tests[given].holds(payload, offset) != isTurned;
            }, turned, onTrue, onFalse));
            return steps.size() - 1;
        }
        final ValueTest test = ValueTests.of(comparison, locator.field());
        steps.add(new Step(locator, (payload, offset, isTurned) -> test.holds(payload, offset) != isTurned, turned,
                onTrue, onFalse));
        return steps.size() - 1;
    }
}
