package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.expression.EventCondition.Step;
import io.ringside.internal.expression.EventCondition.Test;
import io.ringside.internal.schema.DecimalText;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles an expression into steps that skip comparisons which no longer affect the result. Steps are made from last
 * to first, so that the target of every jump is known; negations move into the comparisons. For one compilation.
 */
final class ConditionCompiler {
    private final Function<Expression, @Nullable Leaf> leaves;
    private final List<Step> steps = new ArrayList<>();

    /**
     * A comparison that is ready to be evaluated.
     *
     * @param locator  of the value that is tested; null if the test finds its values itself
     * @param test     of the comparison
     * @param opposite whether the opposite of the test must hold
     */
    private record Leaf(@Nullable FieldLocator locator, Test test, boolean opposite) {}

    private ConditionCompiler(final Function<Expression, @Nullable Leaf> leaves) {
        this.leaves = leaves;
    }

    private static EventCondition compiled(
            final Expression expression, final Function<Expression, @Nullable Leaf> leaves) {
        final ConditionCompiler compiler = new ConditionCompiler(leaves);
        compiler.add(expression, false, EventCondition.ACCEPT, EventCondition.REJECT);
        return new EventCondition(compiler.steps.toArray(new Step[0]));
    }

    /** Compiles an expression for the payloads of one event, and for its header if it is not null. */
    static EventCondition compile(
            final Expression expression, final EventSchema event, final @Nullable EventSchema header) {
        return compiled(expression, leaves(event, header));
    }

    /**
     * Compiles an expression for the payloads of one event. A comparison that does not fit the event is neither true
     * nor false, instead of an error.
     */
    static EventCondition compileFitting(final Expression expression, final EventSchema event) {
        final Function<Expression, Leaf> leaves = leaves(event, null);
        return compiled(expression, leaf -> {
            if (leaf.fields().stream().allMatch(field -> field.isIn(event))) {
                try {
                    return leaves.apply(leaf);
                } catch (final RingsideException e) {
                    // The types do not fit, so the comparison is unknown.
                }
            }
            return null;
        });
    }

    private static Function<Expression, Leaf> leaves(final EventSchema event, final @Nullable EventSchema header) {
        final EventWalk walk = new EventWalk(event);
        final Map<FieldPath, FieldLocator> locators = new HashMap<>();
        return leaf -> {
            if (leaf instanceof final Comparison comparison) {
                final int column = header == null
                        ? EventColumns.NO_COLUMN
                        : EventColumns.indexOf(comparison.field(), header);
                return header != null && column != EventColumns.NO_COLUMN
                        ? ofColumn(comparison, header, column)
                        : ofField(comparison, locators.computeIfAbsent(
                                EventColumns.ownPath(comparison.field(), header), walk::locate));
            }
            final NumberTest test = NumberTest.of((NumberComparison) leaf, walk, header);
            return new Leaf(null, (payload, offset, isTurned) -> test.of(payload) == (isTurned
                    ? NumberTest.FALSE
                    : NumberTest.TRUE), false);
        };
    }

    /** Compiles an expression whose comparisons have tests already. */
    static EventCondition compile(final Expression expression, final Function<Expression, Test> tests) {
        return compiled(expression, leaf -> new Leaf(null, tests.apply(leaf), false));
    }

    /** Adds the steps of an expression; returns the index of the first one to evaluate. */
    private int add(final Expression expression, final boolean negated, final int onTrue, final int onFalse) {
        if (ExpressionCheck.isComparison(expression)) {
            final Leaf leaf = leaves.apply(expression);
            steps.add(leaf == null
                    ? new Step(null, (payload, offset, isTurned) -> false, negated, onFalse, onFalse)
                    : new Step(leaf.locator, leaf.test, leaf.opposite != negated, onTrue, onFalse));
            return steps.size() - 1;
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

    private static Leaf ofColumn(final Comparison comparison, final EventSchema header, final int column) {
        final ValueTest test = ValueTests.of(comparison, header.fields().get(column));
        return new Leaf(null, (payload, offset, isTurned) -> test.holds(payload.header(), column) != isTurned,
                ValueTests.isNegated(comparison.operator()));
    }

    private static Leaf ofField(final Comparison comparison, final FieldLocator locator) {
        final boolean opposite = ValueTests.isNegated(comparison.operator());
        final FieldLocator scale = locator.scaleFrom();
        if (scale != null) {
            final ValueTest[] tests = ValueTests.ofScales(comparison, locator.field());
            return new Leaf(locator, (payload, offset, isTurned) -> {
                final int given = scale.givenScale(payload);
                return given != DecimalText.NO_SCALE && tests[given].holds(payload, offset) != isTurned;
            }, opposite);
        }
        final ValueTest test = ValueTests.of(comparison, locator.field());
        return new Leaf(locator, (payload, offset, isTurned) -> test.holds(payload, offset) != isTurned, opposite);
    }
}
