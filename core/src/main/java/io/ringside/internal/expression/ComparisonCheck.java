package io.ringside.internal.expression;

import io.ringside.internal.schema.TimeText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Detects invalid values, and ranges that are empty, before the type of the field is known. Stateless. */
final class ComparisonCheck {
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");
    private static final Pattern NUMBER = Pattern.compile(
            "[-+]?(?:[0-9]{1,400}(?:\\.[0-9]{0,400})?|\\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,4})?");
    private static final int HEX_PREFIX_LENGTH = 2;
    private static final int HEX_RADIX = 16;

    private ComparisonCheck() {}

    /** Returns the reason why a value or a range is invalid; null if no fault can be found without the field. */
    static @Nullable String reason(final ComparisonOperator operator, final String value, final String high) {
        if (operator == ComparisonOperator.MODULO) {
            final BigDecimal divisor = number(value);
            return divisor != null && divisor.signum() <= 0
                    ? "value must be above 0: operator=%, value=" + value
                    : null;
        }
        if (operator.isPattern()) {
            return TextAutomaton.reason(operator, value);
        }
        return operator.isRange() && isEmpty(value, high)
                ? "range is empty: operator=" + operator.text() + ", low=" + value + ", high=" + high
                : null;
    }

    private static boolean isEmpty(final String low, final String high) {
        final BigDecimal first = number(low);
        final BigDecimal last = number(high);
        if (first != null && last != null) {
            return first.compareTo(last) > 0;
        }
        final Instant begin = instant(low);
        final Instant end = instant(high);
        return begin != null && end != null && begin.isAfter(end);
    }

    static @Nullable BigDecimal number(final String text) {
        if (HEX.matcher(text).matches()) {
            return new BigDecimal(new BigInteger(text.substring(HEX_PREFIX_LENGTH), HEX_RADIX));
        }
        return NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }

    private static @Nullable Instant instant(final String text) {
        try {
            return TimeText.parse(text);
        } catch (final DateTimeException e) {
            return null;
        }
    }
}
