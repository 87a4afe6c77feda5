package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.filter.Condition;
import io.ringside.schema.EventSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Condition on the values of an event, written as {@code price > 10 and (symbol is "ABC" or side == BUY)}. It refers to
 * fields by name; {@link #compile} binds it to the payload of one event. Immutable; {@code toString} returns a text
 * that parses to an equal expression.
 */
public sealed interface Expression extends Condition permits Expression.And, Expression.Or, Expression.Not, Comparison,
        NumberComparison {
    /**
     * Holds if all parts hold.
     *
     * @param parts at least two
     */
    record And(List<Expression> parts) implements Expression {
        /** Checks and copies the parts. */
        public And {
            parts = ExpressionCheck.several(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " and ");
        }
    }

    /**
     * Holds if at least one part holds.
     *
     * @param parts at least two
     */
    record Or(List<Expression> parts) implements Expression {
        /** Checks and copies the parts. */
        public Or {
            parts = ExpressionCheck.several(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " or ");
        }
    }

    /**
     * Holds if the part does not hold.
     *
     * @param part to negate
     */
    record Not(Expression part) implements Expression {
        /** Checks the part. */
        public Not {
            ExpressionCheck.depth(part);
        }

        @Override
        public String toString() {
            return "not " + inner(part);
        }
    }

    /**
     * Parses a text. Precedence, weakest first: {@code or}, {@code and}, {@code not}, comparisons; parentheses as
     * usual. A comparison is a field, an operator and a value: {@code == != <= > < >=}, {@code between 7 and 16},
     * {@code not between}, {@code in (1, 2)} (which is {@code == 1 or == 2}), {@code not in}, {@code % 10} (true for
     * multiples), {@code contains "x"}, {@code not contains}, {@code is "x"}, {@code is not}, {@code like "A%_"},
     * {@code not like}, {@code matches "[A-Z]+$"}, {@code not matches}; operators on texts ignore case unless {@code
     * exactly} follows. A {@link Term} may replace the field, and another one the value: {@code ask - bid > 2 * tick}.
     * Keywords may be in capitals; {@code =}, {@code <>} and {@code modulo} are accepted too.
     *
     * @param text of at most {@link ExpressionLimits#LENGTH_MAX} characters.
     * @return the expression.
     * @throws RingsideException if the text is invalid; the message shows it with a caret under the faulty place.
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
     * @throws RingsideException if there is no part, or together they exceed a limit.
     */
    static Expression of(final List<? extends Expression> parts, final boolean matchAny) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        final List<Expression> copy = List.copyOf(parts);
        return matchAny ? new Or(copy) : new And(copy);
    }

    /**
     * Compiles the expression for the payloads of an event.
     *
     * @param event whose fields are named.
     * @return the condition.
     * @throws RingsideException if the event has no such field, or an operator or a value does not fit its type.
     */
    default EventCondition compile(final EventSchema event) {
        return ConditionCompiler.compile(this, event, null);
    }

    /**
     * Compiles the expression for the header and the payload of an event.
     *
     * @param event  whose fields are named; those with the name of a column have the prefix {@code fields.}.
     * @param header whose columns are named.
     * @return the condition, for payloads with a header.
     * @throws RingsideException if there is no such field, or an operator or a value does not fit its type.
     */
    default EventCondition compile(final EventSchema event, final EventSchema header) {
        return ConditionCompiler.compile(this, event, header);
    }

    /**
     * Compiles the expression with given tests for its comparisons.
     *
     * @param tests returns the test of a comparison.
     * @return the condition.
     */
    default EventCondition compile(final Function<Expression, EventCondition.Test> tests) {
        return ConditionCompiler.compile(this, tests);
    }

    /** {@return all comparisons, from left to right: with values as well as between numbers} */
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

    /** {@return number of nested levels of conditions, at most {@link ExpressionLimits#DEPTH_MAX}} */
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
