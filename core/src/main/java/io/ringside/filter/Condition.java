package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.internal.expression.Expression;

/**
 * A condition on the values of an event, such as {@code price > 10 and (symbol is "ABC" or side == BUY)}. It refers to
 * fields by name; whether it fits an event is checked when it is applied to one. Immutable, and safe to share between
 * threads. Applications do not implement it.
 */
public interface Condition {
    /**
     * Parses a text. Operators by precedence, weakest first: {@code or}, {@code and}, {@code not}, comparisons;
     * parentheses as usual. A comparison is a field, an operator and a value: {@code == != <= > < >=}, {@code between 7
     * and 16}, {@code not between}, {@code in (BUY, SELL)}, {@code not in}, {@code % 10} (true for multiples), {@code
     * contains "x"}, {@code not contains}, {@code is "x"}, {@code is not}, {@code like "AB%"} with {@code %} for any
     * characters and {@code _} for one, {@code not like}, {@code matches "^A[0-9]+"} for a regular expression that is
     * found in the text, {@code not matches}; the operators on texts, from {@code contains} on, ignore case unless
     * {@code exactly} follows. Values in the list of {@code in} are compared as by {@code ==}.
     * <p>
     * Numbers may be expressions: {@code ask - bid > 2 * tick}, {@code orderId % 10 == 3}. The operators {@code + - *
     * /} need blanks around them, as names may contain them. Whole numbers are exact; the result of {@code /}, and of
     * anything with a floating point number, is a {@code double}. If a number is missing, a result does not fit 64
     * bits, or a divisor is 0, the comparison is neither true nor false.
     *
     * @param text of at most 16,384 characters, with at most 100 comparisons.
     * @return the condition.
     * @throws RingsideException if the text is not a condition; the message shows it with a caret under the faulty
     *                             position.
     */
    static Condition parse(final String text) {
        return Expression.parse(text);
    }

    /** {@return the condition as text in its canonical form} */
    @Override
    String toString();
}
