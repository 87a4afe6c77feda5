package io.ringside.filter;

import io.ringside.internal.expression.Expression;

/**
 * A condition on the values of an event, such as {@code price > 10 and (symbol is "ABC" or side == BUY)}. It knows the
 * names of fields only; whether it fits an event is checked when it is used for one. Immutable, and safe to share by
 * threads. Applications do not implement it.
 */
public interface Condition {
    /**
     * Reads a text. Operators in the order of their strength, weakest first: {@code or}, {@code and}, {@code not},
     * comparisons; parentheses as usual. A comparison is a field, an operator and a value: {@code == != <= > < >=},
     * {@code between 7 and 16}, {@code not between}, {@code % 10} (true for multiples), {@code contains "x"},
     * {@code not contains}, {@code is "x"}, {@code is not}; the last four ignore case unless {@code exactly} follows.
     *
     * @param text of at most 16,384 characters, with at most 100 comparisons.
     * @return the condition.
     * @throws ExpressionException if the text is no condition; the message shows the text with a caret under the place.
     */
    static Condition parse(final String text) {
        return Expression.parse(text);
    }

    /** {@return the condition as text, in its one canonical form} */
    @Override
    String toString();
}
