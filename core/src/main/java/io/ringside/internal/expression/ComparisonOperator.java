package io.ringside.internal.expression;

import org.jspecify.annotations.Nullable;

/** How a field is compared with a value, with the numbers of ETW. */
public enum ComparisonOperator {
    /** The same; of texts also in case. */
    EQUAL(0, "=="),
    /** Not the same. */
    NOT_EQUAL(1, "!="),
    /** At most. */
    LESS_OR_EQUAL(2, "<="),
    /** More than. */
    GREATER(3, ">"),
    /** Less than. */
    LESS(4, "<"),
    /** At least. */
    GREATER_OR_EQUAL(5, ">="),
    /** In a closed range. */
    BETWEEN(6, "between"),
    /** Outside of a closed range. */
    NOT_BETWEEN(7, "not between"),
    /** A multiple of the value: takes a sample. */
    MODULO(8, "%"),
    /** The text stands somewhere in the field. */
    CONTAINS(20, "contains"),
    /** The text stands nowhere in the field. */
    NOT_CONTAINS(21, "not contains"),
    /** The field is this text. */
    IS(30, "is"),
    /** The field is not this text. */
    IS_NOT(31, "is not");

    private final int code;
    private final String text;

    ComparisonOperator(final int code, final String text) {
        this.code = code;
        this.text = text;
    }

    /** {@return the number of ETW} */
    public int code() {
        return code;
    }

    /** {@return how it is written in an expression} */
    public String text() {
        return text;
    }

    /** {@return true for {@link #BETWEEN} and {@link #NOT_BETWEEN}, which need two values} */
    public boolean isRange() {
        return this == BETWEEN || this == NOT_BETWEEN;
    }

    /** {@return true for the four that are about texts, where case does not count unless asked for} */
    public boolean isTextual() {
        return code >= CONTAINS.code;
    }

    /**
     * Finds an operator by its number.
     *
     * @param code any number.
     * @return the operator; null if there is none.
     */
    public static @Nullable ComparisonOperator ofCode(final int code) {
        for (final ComparisonOperator operator : values()) {
            if (operator.code == code) {
                return operator;
            }
        }
        return null;
    }
}
