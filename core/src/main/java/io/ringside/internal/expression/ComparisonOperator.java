package io.ringside.internal.expression;

import org.jspecify.annotations.Nullable;

/** Operator that compares a field with a value. Those that exist in ETW have its numbers. */
public enum ComparisonOperator {
    /** Equal; texts are compared with their case. */
    EQUAL(0, "=="),
    /** Not equal; texts are compared with their case. */
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
    /** A multiple of the value; serves for sampling. */
    MODULO(8, "%"),
    /** The text is somewhere in the field. */
    CONTAINS(20, "contains"),
    /** The text is nowhere in the field. */
    NOT_CONTAINS(21, "not contains"),
    /** The field is this text. */
    IS(30, "is"),
    /** The field is not this text. */
    IS_NOT(31, "is not"),
    /**
     * The whole text fits a pattern: {@code %} matches any characters, {@code _} exactly one. ETW has no such operator.
     */
    LIKE(ComparisonOperator.NO_CODE, "like"),
    /** The whole text does not fit a pattern. ETW has no such operator. */
    NOT_LIKE(ComparisonOperator.NO_CODE, "not like"),
    /** A regular expression is found in the text. ETW has no such operator. */
    MATCHES(ComparisonOperator.NO_CODE, "matches"),
    /** A regular expression is not found in the text. ETW has no such operator. */
    NOT_MATCHES(ComparisonOperator.NO_CODE, "not matches");

    private static final int NO_CODE = -1;

    private final int code;
    private final String text;

    ComparisonOperator(final int code, final String text) {
        this.code = code;
        this.text = text;
    }

    /** {@return ETW's number of the operator; negative if ETW has no such operator} */
    public int code() {
        return code;
    }

    /** {@return the operator as written in an expression} */
    public String text() {
        return text;
    }

    /** {@return true for {@link #BETWEEN} and {@link #NOT_BETWEEN}, which need two values} */
    public boolean isRange() {
        return this == BETWEEN || this == NOT_BETWEEN;
    }

    /** {@return true for operators on texts, which ignore case unless the comparison is exact} */
    public boolean isTextual() {
        return compareTo(CONTAINS) >= 0;
    }

    /** {@return true for operators that search a text for a part, or for a pattern} */
    public boolean isSearching() {
        return isPattern() || this == CONTAINS || this == NOT_CONTAINS;
    }

    /** {@return true for operators whose value is a pattern} */
    boolean isPattern() {
        return compareTo(LIKE) >= 0;
    }

    /** {@return true for the six operators that order two numbers: {@code == != <= > < >=}} */
    boolean isRelation() {
        return compareTo(BETWEEN) < 0;
    }

    /**
     * Finds an operator by its number.
     *
     * @param code any number.
     * @return the operator; null if there is none.
     */
    public static @Nullable ComparisonOperator ofCode(final int code) {
        for (final ComparisonOperator operator : values()) {
            if (operator.code == code && code != NO_CODE) {
                return operator;
            }
        }
        return null;
    }
}
