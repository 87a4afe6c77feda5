package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.schema.JsonText;
import java.util.Locale;

/**
 * Comparison of one field with one value or with a closed range. The value is kept as text, since its meaning depends
 * on the field's type, and thus on the event. Immutable.
 *
 * @param field    that is compared
 * @param operator of the comparison
 * @param value    to compare with; the lower end of a range
 * @param high     the upper end of a range; empty for all other operators
 * @param exactly  whether case counts; only for textual operators
 */
public record Comparison(FieldPath field, ComparisonOperator operator, String value, String high, boolean exactly)
        implements
            Expression {
    /** Separates the two ends of a range in ETW's form. */
    private static final char RANGE_SEPARATOR = ',';

    /** Checks that the parts fit together. */
    public Comparison {
        if (operator.isRange() == high.isEmpty()) {
            throw RingsideException.invalidArgument(
                    "range of a comparison is wrong: field=" + field + ", operator=" + operator + ", value=" + value
                            + ", high=" + high + ": give two values to between and one to anything else");
        }
        final String reason = ComparisonCheck.reason(operator, value, high);
        if (reason != null) {
            throw RingsideException.invalidArgument(reason + ", field=" + field);
        }
        if (exactly && !operator.isTextual()) {
            throw RingsideException.invalidArgument(
                    "only texts are compared exactly: field=" + field + ", operator=" + operator);
        }
        if (value.length() + high.length() > ExpressionLimits.LENGTH_MAX) {
            throw RingsideException.invalidArgument("value of a comparison is too long: field=" + field + ", length="
                    + value.length() + ", max=" + ExpressionLimits.LENGTH_MAX);
        }
    }

    /**
     * Makes a comparison with one value.
     *
     * @param field    that is compared.
     * @param operator of the comparison; not a range.
     * @param value    to compare with.
     * @return the comparison, which ignores case if the operator is textual.
     * @throws RingsideException if the operator needs two values.
     */
    public static Comparison of(final FieldPath field, final ComparisonOperator operator, final String value) {
        return new Comparison(field, operator, value, "", false);
    }

    /**
     * Makes a comparison in the form of ETW's PAYLOAD_FILTER_PREDICATE.
     *
     * @param field        name of the field, used literally; a member of a struct needs a {@link FieldPath}.
     * @param operatorCode one of {@link ComparisonOperator#code()}: 0..8, 20, 21, 30, 31.
     * @param value        to compare with; {@code lo,hi} for 6 and 7.
     * @return the comparison.
     * @throws RingsideException if there is no such operator or a range is needed and the value is not one.
     */
    public static Comparison predicate(final String field, final int operatorCode, final String value) {
        final ComparisonOperator operator = ComparisonOperator.ofCode(operatorCode);
        if (operator == null) {
            throw RingsideException.invalidArgument("operator is unknown: field=" + field + ", operator=" + operatorCode
                    + ": take one of 0..8, 20, 21, 30, 31");
        }
        if (!operator.isRange()) {
            return of(FieldPath.of(field), operator, value);
        }
        final int separator = value.indexOf(RANGE_SEPARATOR);
        if (separator < 0 || value.indexOf(RANGE_SEPARATOR, separator + 1) >= 0) {
            throw RingsideException.invalidArgument("range must be lo,hi: field=" + field + ", value=" + value);
        }
        return new Comparison(FieldPath.of(field), operator, value.substring(0, separator).strip(),
                value.substring(separator + 1).strip(), false);
    }

    /**
     * Searches a value's name for the text or pattern of this comparison, whether or not the operator is negated.
     *
     * @param name of a value.
     * @return whether the name contains or matches it; false unless {@link ComparisonOperator#isSearching}.
     */
    public boolean isFoundIn(final String name) {
        return operator.isPattern()
                ? TextAutomaton.of(operator, value, exactly).accepts(name)
                : operator.isSearching() && new TextPattern(value, exactly).isIn(name);
    }

    /** {@return the text of the comparison, which parses to an equal one} */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder().append(field).append(' ').append(operator.text()).append(' ');
        if (exactly) {
            text.append(ExpressionParser.EXACTLY.toLowerCase(Locale.ROOT)).append(' ');
        }
        appendValue(text, value);
        if (operator.isRange()) {
            appendValue(text.append(" and "), high);
        }
        return text.toString();
    }

    private void appendValue(final StringBuilder text, final String literal) {
        if (!operator.isTextual() && ExpressionText.isPlainValue(literal)) {
            text.append(literal);
        } else {
            JsonText.appendQuoted(text, literal);
        }
    }
}
