package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.filter.Condition;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A condition on the values of an event, as text {@code price > 10 and (symbol is "ABC" or side == BUY)}. It knows
 * names only; {@link #compile} ties it to the payload of one event. Immutable; {@code toString} gives a text that
 * parses back to the same.
 */
public sealed interface Expression extends Condition permits Expression.And, Expression.Or, Expression.Not, Comparison,
        NumberComparison {
    /**
     * All parts must hold.
     *
     * @param parts at least two
     */
    record And(List<Expression> parts) implements Expression {
        /** Check and copy the parts. */
        public And {
            parts = ExpressionCheck.several(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " and ");
        }
    }

    /**
     * One part at least must hold.
     *
     * @param parts at least two
     */
    record Or(List<Expression> parts) implements Expression {
        /** Check and copy the parts. */
        public Or {
            parts = ExpressionCheck.several(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " or ");
        }
    }

    /**
     * The part must not hold.
     *
     * @param part that is turned round
     */
    record Not(Expression part) implements Expression {
        /** Check the part. */
        public Not {
            ExpressionCheck.depth(part);
        }

        @Override
        public String toString() {
            return "not " + inner(part);
        }
    }

    /**
     * Reads a text. Weakest first: {@code or}, {@code and}, {@code not}, comparisons; parentheses as usual. A
     * comparison is a field, an operator and a value: {@code == != <= > < >=}, {@code between 7 and 16},
     * {@code not between}, {@code in (1, 2)} (which is {@code == 1 or == 2}), {@code not in}, {@code % 10} (true for
     * multiples), {@code contains "x"}, {@code not contains}, {@code is "x"}, {@code is not}, {@code like "A%_"},
     * {@code not like}, {@code matches "[A-Z]+$"}, {@code not matches}; those about texts ignore case unless
     * {@code exactly} follows. Instead of a field there may be a {@link Term}, and beside it another one:
     * {@code ask - bid > 2 * tick}. Words of the language may be in capitals; {@code =}, {@code <>} and
     * {@code modulo} are understood too.
     *
     * @param text of at most {@link ExpressionLimits#LENGTH_MAX} characters.
     * @return the expression.
     * @throws RingsideException if it is none; the message has the text with a caret under the place.
     */
    static Expression parse(final String text) {
        return new ExpressionParser(text).parseAll();
    }

    /**
     * Joins expressions as ETW's EventMatchANY does.
     *
     * @param parts    at least one.
     * @param matchAny true if one is enough, false if all must hold.
     * @return the expression.
     * @throws RingsideException if there is none, or together they are beyond a limit.
     */
    static Expression of(final List<? extends Expression> parts, final boolean matchAny) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        final List<Expression> copy = List.copyOf(parts);
        return matchAny ? new Or(copy) : new And(copy);
    }

    /**
     * Prepares the evaluation on payloads of an event.
     *
     * @param event whose fields are named.
     * @return the condition.
     * @throws RingsideException if the event has no such field, or an operator or a value does not fit its type.
     */
    default EventCondition compile(final EventSchema event) {
        return ConditionCompiler.compile(this, event, null);
    }

    /**
     * Prepares the evaluation on the header and the payload of an event.
     *
     * @param event  whose fields are named; those that have the name of a column stand after {@code fields.}.
     * @param header whose columns are named.
     * @return the condition, for payloads with a header.
     * @throws RingsideException if there is no such field, or an operator or a value does not fit its type.
     */
    default EventCondition compile(final EventSchema event, final EventSchema header) {
        return ConditionCompiler.compile(this, event, header);
    }

    /**
     * Prepares the evaluation by tests of its comparisons.
     *
     * @param tests by comparison.
     * @return the condition.
     */
    default EventCondition compile(final Function<Expression, EventCondition.Test> tests) {
        return ConditionCompiler.compile(this, tests);
    }

    /** {@return all comparisons, from left to right: those of a field and those of numbers} */
    default List<Expression> comparisons() {
        final List<Expression> comparisons = new ArrayList<>();
        ExpressionCheck.collect(this, comparisons);
        return comparisons;
    }

    /** {@return all fields that are compared, from left to right} */
    default List<FieldPath> fields() {
        final List<FieldPath> fields = new ArrayList<>();
        for (final Expression part : comparisons()) {
            if (part instanceof final Comparison comparison) {
                fields.add(comparison.field());
            } else if (part instanceof final NumberComparison numbers) {
                numbers.left().collect(fields);
                numbers.right().collect(fields);
            }
        }
        return fields;
    }

    /** {@return levels of conditions inside conditions, at most {@link ExpressionLimits#DEPTH_MAX}} */
    default int depth() {
        return ExpressionCheck.depthOf(this);
    }

    private static String joined(final List<Expression> parts, final String word) {
        return parts.stream().map(Expression::inner).collect(Collectors.joining(word));
    }

    private static String inner(final Expression part) {
        return part instanceof And || part instanceof Or ? "(" + part + ')' : part.toString();
    }
}
