package io.ringside.internal.expression;

import io.ringside.internal.schema.DecimalText;
import io.ringside.schema.EventSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Test that compares two numbers of one event. Immutable; testing allocates nothing and never throws. */
final class NumberTest {
    /** The comparison holds. */
    static final int TRUE = 1;
    /** The comparison does not hold. */
    static final int FALSE = 0;
    /** A number is missing. */
    static final int UNKNOWN = -1;

    private static final double LONG_END = 0x1p63;

    private final EventNumber left;
    private final ComparisonOperator operator;
    private final EventNumber right;
    /** Digits after the point of the left number minus those of the right one. */
    private final int moreDigits;
    /** Replaces the fields above if a field gives the scale of decimals. */
    private final @Nullable ByScale<NumberTest> byScale;

    private NumberTest(final EventNumber left, final ComparisonOperator operator, final EventNumber right) {
        this.left = left.beside(right);
        this.operator = operator;
        this.right = right.beside(left);
        this.moreDigits = this.left.scale() - this.right.scale();
        this.byScale = null;
    }

    /** Creates a test with a variant for each scale; the variant for scale 0 provides the common properties. */
    private NumberTest(final NumberTest common, final ByScale<NumberTest> byScale) {
        this.left = common.left;
        this.operator = common.operator;
        this.right = common.right;
        this.moreDigits = 0;
        this.byScale = byScale;
    }

    /** Prepares a comparison of fields of an event, and of columns of its header unless it is null. */
    static NumberTest of(
            final NumberComparison comparison, final EventWalk event, final @Nullable EventSchema header) {
        final ByScale<NumberTest> byScale = ByScale.of(List.of(comparison.left(), comparison.right()), event, header,
                scale -> of(comparison, event, header, scale));
        return byScale == null
                ? of(comparison, event, header, 0)
                : new NumberTest(byScale.common(), byScale);
    }

    private static NumberTest of(final NumberComparison comparison, final EventWalk event,
            final @Nullable EventSchema header, final int givenScale) {
        return new NumberTest(EventNumber.of(comparison.left(), event, header, givenScale), comparison.operator(),
                EventNumber.of(comparison.right(), event, header, givenScale));
    }

    /** Returns {@link #TRUE}, {@link #FALSE} or {@link #UNKNOWN}. */
    int of(final PayloadBytes payload) {
        if (byScale != null) {
            final NumberTest test = byScale.of(payload);
            return test == null ? UNKNOWN : test.of(payload);
        }
        payload.missing(false);
        // A decimal beside a floating point number is converted to one.
        final int order = left.isWhole() && (right.isWhole() || left.scale() == 0)
                ? compare(left.whole(payload), payload)
                : compare(left.real(payload), payload);
        if (payload.isMissing()) {
            return UNKNOWN;
        }
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            default -> order >= 0;
        } ? TRUE : FALSE;
    }

    private int compare(final long value, final PayloadBytes payload) {
        if (!right.isWhole()) {
            return compare(value, right.real(payload));
        }
        final long other = right.whole(payload);
        if (moreDigits == 0) {
            return Long.compare(value, other);
        }
        return moreDigits < 0
                ? compareProduct(value, DecimalText.power(-moreDigits), other)
                : -compareProduct(other, DecimalText.power(moreDigits), value);
    }

    /** Compares a 128-bit product with a number. */
    private static int compareProduct(final long value, final long factor, final long other) {
        final int order = Long.compare(Math.multiplyHigh(value, factor), other >> (Long.SIZE - 1));
        return order != 0 ? order : Long.compareUnsigned(value * factor, other);
    }

    private int compare(final double value, final PayloadBytes payload) {
        if (right.isWhole() && right.scale() == 0) {
            return -compare(right.whole(payload), value);
        }
        // Double.compare would distinguish 0.0 and -0.0.
        final double other = right.real(payload);
        return value < other ? -1 : value > other ? 1 : 0;
    }

    /** Compares exactly, although a double may not have all digits of a long. */
    static int compare(final long whole, final double real) {
        if (real >= LONG_END) {
            return -1;
        }
        if (real < -LONG_END) {
            return 1;
        }
        final int order = Long.compare(whole, (long) real);
        return order != 0 ? order : Double.compare(0, real - (double) (long) real + 0.0);
    }
}
