package io.ringside.internal.expression;

import io.ringside.RingsideException;

/**
 * Compares two numbers, of which one at least is computed. Immutable.
 *
 * @param left     first number
 * @param operator one of the six that say how two numbers are to each other
 * @param right    second number
 */
public record NumberComparison(Term left, ComparisonOperator operator, Term right) implements Expression {
    /** Check the operator. */
    public NumberComparison {
        if (!operator.isRelation()) {
            throw RingsideException.invalidArgument("numbers cannot be compared so: left=" + left + ", operator="
                    + operator.text() + ": take one of ==, !=, <=, >, <, >=");
        }
    }

    /** {@return the text of the comparison, which parses back} */
    @Override
    public String toString() {
        // In parentheses a number by itself is no field that is compared with a value.
        return (left instanceof Term.Operation ? left.toString() : "(" + left + ')') + ' ' + operator.text() + ' '
                + right;
    }
}
