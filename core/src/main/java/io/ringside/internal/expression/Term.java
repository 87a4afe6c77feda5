package io.ringside.internal.expression;

import io.ringside.RingsideException;
import java.math.BigDecimal;
import java.util.List;

/**
 * Number in an expression: a field, a constant, or the result of an operation. It refers to fields by name; {@link
 * EventNumber} binds it to events. Immutable; {@code toString} returns a text that parses to an equal term.
 */
public sealed interface Term permits Term.Field, Term.Constant, Term.Operation {
    /** Arithmetic operator between two numbers. */
    enum Operator {
        /** Sum. */
        PLUS("+", 1),
        /** Difference. */
        MINUS("-", 1),
        /** Product. */
        TIMES("*", 2),
        /** Quotient, always as a floating point number. */
        DIVIDED("/", 2),
        /** The remainder of a division, with the sign of the dividend. */
        REMAINDER("%", 2);

        private final String sign;
        private final int strength;

        Operator(final String sign, final int strength) {
            this.sign = sign;
            this.strength = strength;
        }

        boolean isAsStrongAs(final int level) {
            return strength == level;
        }
    }

    /**
     * The value of a field.
     *
     * @param path of the field
     */
    record Field(FieldPath path) implements Term {
        @Override
        public String toString() {
            // A field whose name is a number must have backticks.
            return ComparisonCheck.number(path.toString()) == null
                    ? path.toString()
                    : ExpressionText.inBackticks(path.toString());
        }
    }

    /**
     * Constant number.
     *
     * @param text number as it was written
     */
    record Constant(String text) implements Term {
        /** Checks that it is a number. */
        public Constant {
            if (ComparisonCheck.number(text) == null) {
                throw RingsideException.invalidArgument("constant is no number: value=" + text);
            }
        }

        BigDecimal value() {
            final BigDecimal value = ComparisonCheck.number(text);
            if (value == null) {
                throw new IllegalStateException("checked when it was made: value=" + text);
            }
            return value;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Result of an operator on two numbers.
     *
     * @param left     first number
     * @param operator that joins them
     * @param right    second number
     */
    record Operation(Term left, Operator operator, Term right) implements Term {
        /** Checks the depth. */
        public Operation {
            final int depth = Math.max(left.depth(), right.depth()) + 1;
            if (depth > ExpressionLimits.DEPTH_MAX) {
                throw RingsideException.invalidArgument("expression is nested too deeply: depth=" + depth + ", max="
                        + ExpressionLimits.DEPTH_MAX);
            }
        }

        @Override
        public String toString() {
            return inner(left) + ' ' + operator.sign + ' ' + inner(right);
        }
    }

    /**
     * Parses a text such as {@code (ask - bid) * size}. Operators are between blanks.
     *
     * @param text of at most {@link ExpressionLimits#LENGTH_MAX} characters.
     * @return the term.
     * @throws RingsideException if the text is not a term.
     */
    static Term parse(final String text) {
        return new ExpressionParser(text).parseTerm();
    }

    /**
     * Adds all fields of this term to a list, from left to right.
     *
     * @param fields list to add to.
     */
    default void collect(final List<FieldPath> fields) {
        if (this instanceof final Field field) {
            fields.add(field.path());
        } else if (this instanceof final Operation operation) {
            operation.left().collect(fields);
            operation.right().collect(fields);
        }
    }

    /** {@return number of nested levels of terms, at most {@link ExpressionLimits#DEPTH_MAX}} */
    default int depth() {
        return this instanceof final Operation operation
                ? Math.max(operation.left().depth(), operation.right().depth()) + 1
                : 1;
    }

    private static String inner(final Term term) {
        return term instanceof Operation ? "(" + term + ')' : term.toString();
    }
}
