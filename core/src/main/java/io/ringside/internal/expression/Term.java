package io.ringside.internal.expression;

import io.ringside.RingsideException;
import java.math.BigDecimal;
import java.util.List;

/**
 * A number as an expression writes it: a field, a constant, or computed from two others. It knows names only; {@link
 * EventNumber} ties it to events. Immutable; {@code toString} gives a text that parses back to the same.
 */
public sealed interface Term permits Term.Field, Term.Constant, Term.Operation {
    /** Operator between two numbers. */
    enum Operator {
        /** Sum. */
        PLUS("+", 1),
        /** Difference. */
        MINUS("-", 1),
        /** Product. */
        TIMES("*", 2),
        /** Quotient, never of whole numbers. */
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
            // A name that is a number would be one.
            return ComparisonCheck.number(path.toString()) == null
                    ? path.toString()
                    : ExpressionText.inBackticks(path.toString());
        }
    }

    /**
     * A number.
     *
     * @param text as it was written
     */
    record Constant(String text) implements Term {
        /** Check that it is a number. */
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
     * Two numbers that are joined.
     *
     * @param left     first number
     * @param operator how they are joined
     * @param right    second number
     */
    record Operation(Term left, Operator operator, Term right) implements Term {
        /** Check the depth. */
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
     * Reads a text such as {@code (ask - bid) * size}. The signs stand between blanks.
     *
     * @param text of at most {@link ExpressionLimits#LENGTH_MAX} characters.
     * @return the term.
     * @throws RingsideException if it is none.
     */
    static Term parse(final String text) {
        return new ExpressionParser(text).parseTerm();
    }

    /**
     * Adds all fields of this term to a list, from left to right.
     *
     * @param fields to be added to.
     */
    default void collect(final List<FieldPath> fields) {
        if (this instanceof final Field field) {
            fields.add(field.path());
        } else if (this instanceof final Operation operation) {
            operation.left().collect(fields);
            operation.right().collect(fields);
        }
    }

    /** {@return levels of terms inside terms, at most {@link ExpressionLimits#DEPTH_MAX}} */
    default int depth() {
        return this instanceof final Operation operation
                ? Math.max(operation.left().depth(), operation.right().depth()) + 1
                : 1;
    }

    private static String inner(final Term term) {
        return term instanceof Operation ? "(" + term + ')' : term.toString();
    }
}
