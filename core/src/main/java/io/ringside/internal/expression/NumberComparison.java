package io.ringside.internal.expression;

import io.ringside.RingsideException;

/**
 * Comparison of two numbers, at least one of which is computed. Immutable.
 *
 * @param left     first number
 * @param operator one of the six operators that order two numbers
 * @param right    second number
 */
public record NumberComparison(Term left, ComparisonOperator operator, Term right) implements Expression {
    /** Checks the operator. */
    public NumberComparison {
        if (!operator.isRelation()) {
            throw RingsideException.invalidArgument("numbers cannot be compared so: left=" + left + ", operator="
                    + operator.text() + ": take one of ==, !=, <=, >, <, >=");
        }
    }

    /** {@return the text of the comparison, which parses to an equal one} */
    @Override
    public String toString() {
        // Parentheses distinguish a number from a field that is compared with a value.
        return (left instanceof Term.Operation ? left.toString() : "(" + left + ')') + ' ' + operator.text() + ' '
                + right;
    }
}
