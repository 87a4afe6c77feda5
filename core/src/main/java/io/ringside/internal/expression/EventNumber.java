package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.schema.DecimalText;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Term} bound to one event: computes a number from each of its payloads. Whole numbers and decimals are exact.
 * The number is missing if it does not fit a long, and for a quotient by 0 and NaN. Immutable; reading allocates
 * nothing and never throws.
 */
public abstract class EventNumber {
    private EventNumber() {}

    /**
     * Binds a term to an event.
     *
     * @param term   to compute.
     * @param event  whose fields are named.
     * @param header whose columns take precedence over fields of the event; null for none. With a header, the
     *               prefix {@code fields.} refers to a field of the event.
     * @return the number.
     * @throws RingsideException if there is no such field, or it is not a number.
     */
    public static EventNumber of(final Term term, final EventSchema event, final @Nullable EventSchema header) {
        final EventWalk walk = new EventWalk(event);
        final ByScale<EventNumber> byScale = ByScale.of(List.of(term), walk, header,
                scale -> of(term, walk, header, scale));
        return byScale == null ? of(term, walk, header, 0) : new Switched(byScale);
    }

    /** Binds a term to an event whose decimals have the given scale where another field gives it. */
    static EventNumber of(final Term term, final EventWalk event, final @Nullable EventSchema header,
            final int givenScale) {
        if (term instanceof final Term.Constant constant) {
            return constant(constant.value());
        }
        if (term instanceof final Term.Operation operation) {
            return joined(of(operation.left(), event, header, givenScale), operation.operator(),
                    of(operation.right(), event, header, givenScale));
        }
        final FieldPath path = ((Term.Field) term).path();
        final int column = header == null ? EventColumns.NO_COLUMN : EventColumns.indexOf(path, header);
        if (header != null && column != EventColumns.NO_COLUMN) {
            requireAmount(path, header.fields().get(column));
            return new HeaderField(column, header.fields().get(column).type());
        }
        final FieldPath own = EventColumns.ownPath(path, header);
        return field(own, event.locate(own), givenScale);
    }

    private static EventNumber joined(final EventNumber first, final Term.Operator operator, final EventNumber second) {
        if (operator == Term.Operator.DIVIDED) {
            return new RealResult(first, operator, second);
        }
        final EventNumber left = first.beside(second);
        final EventNumber right = second.beside(first);
        if (!left.isWhole() || !right.isWhole()) {
            return new RealResult(left, operator, right);
        }
        if (operator == Term.Operator.TIMES) {
            final int scale = left.scale() + right.scale();
            if (scale > SchemaLimits.SCALE_MAX) {
                throw RingsideException.invalidArgument("product has too many decimals: scale=" + scale + ", max="
                        + SchemaLimits.SCALE_MAX + ": divide a factor by 1 to compute with floating point numbers");
            }
            return new WholeResult(left, operator, right, scale);
        }
        final int scale = Math.max(left.scale(), right.scale());
        return new WholeResult(left.withScale(scale), operator, right.withScale(scale), scale);
    }

    /** Returns this number as the operand beside another one. Beside a decimal, a constant becomes an exact decimal. */
    EventNumber beside(final EventNumber other) {
        return this;
    }

    /** Returns this whole number or decimal with the given number of digits after the point, not fewer than it has. */
    private EventNumber withScale(final int scale) {
        return scale == scale() ? this : new Scaled(this, scale);
    }

    /** {@return whether every payload yields a whole number or a decimal, so that {@link #whole} is exact} */
    public abstract boolean isWhole();

    /** {@return digits after the point of a decimal, 0..18; 0 for other numbers, and if the scale varies by event} */
    public int scale() {
        return 0;
    }

    /** {@return the unit of the field; null if the field has none, or the number is not a field} */
    public @Nullable String unit() {
        return null;
    }

    /**
     * Reads the number, if {@link #isWhole}; a decimal is read as its unscaled whole number.
     *
     * @param payload of the event; its state records if the number is missing.
     * @return the number; undefined if it is missing.
     */
    abstract long whole(PayloadBytes payload);

    /** Reads the number as a double, with its state as for {@link #whole}. */
    abstract double real(PayloadBytes payload);

    /**
     * Reads the number.
     *
     * @param payload of the event.
     * @param target  receives the number unless it is missing.
     */
    public void read(final PayloadBytes payload, final Target target) {
        payload.missing(false);
        if (isWhole()) {
            final long value = whole(payload);
            if (!payload.isMissing()) {
                target.onWhole(value, scale());
            }
        } else {
            final double value = real(payload);
            if (!payload.isMissing()) {
                target.onReal(value);
            }
        }
    }

    /** Receives a number. */
    public interface Target {
        /**
         * Receives a whole number or a decimal.
         *
         * @param unscaled exact digits of the number.
         * @param scale    digits after the point, 0..18: the number is unscaled / 10<sup>scale</sup>.
         */
        void onWhole(long unscaled, int scale);

        /**
         * Receives a floating point number.
         *
         * @param value finite or infinite, but not NaN.
         */
        void onReal(double value);
    }

    private static EventNumber constant(final BigDecimal value) {
        final BigDecimal plain = value.stripTrailingZeros();
        final boolean isWhole = plain.scale() <= 0 && plain.precision() - plain.scale() <= 20
                && plain.toBigInteger().bitLength() < Long.SIZE;
        return new Constant(plain, isWhole);
    }

    private static EventNumber field(final FieldPath path, final FieldLocator locator, final int givenScale) {
        final FieldSchema field = locator.field();
        requireAmount(path, field);
        final boolean isReal = field.type() == FieldType.FLOAT || field.type() == FieldType.DOUBLE;
        final int scale = field.scaleFrom() == null ? field.scale() : givenScale;
        return isReal ? new RealField(locator) : new WholeField(locator, scale);
    }

    private static void requireAmount(final FieldPath path, final FieldSchema field) {
        final FieldType type = field.type();
        final boolean isNumber = type.isInteger() || type == FieldType.TIMESTAMP || type == FieldType.FILETIME
                || type == FieldType.FLOAT || type == FieldType.DOUBLE;
        final OutType shown = field.outType();
        if (!isNumber || shown == OutType.PORT || shown == OutType.IPV4 || shown == OutType.BOOLEAN) {
            throw RingsideException
                    .invalidArgument("field is no amount to compute with: field=" + path + ", type=" + type
                            + ": name a field that is a whole number, a time or a floating point number");
        }
    }

    private abstract static class Whole extends EventNumber {
        private final int scale;

        Whole(final int scale) {
            this.scale = scale;
        }

        @Override
        public final boolean isWhole() {
            return true;
        }

        @Override
        public final int scale() {
            return scale;
        }

        @Override
        double real(final PayloadBytes payload) {
            final double whole = (double) whole(payload);
            return scale == 0 ? whole : whole / (double) DecimalText.power(scale);
        }
    }

    private abstract static class Real extends EventNumber {
        @Override
        public final boolean isWhole() {
            return false;
        }

        @Override
        final long whole(final PayloadBytes payload) {
            throw new IllegalStateException("number is not whole");
        }
    }

    private static final class Constant extends EventNumber {
        private final BigDecimal value;
        private final boolean isWhole;
        private final long whole;
        private final double real;

        Constant(final BigDecimal value, final boolean isWhole) {
            this.value = value;
            this.isWhole = isWhole;
            this.whole = isWhole ? value.longValueExact() : 0;
            this.real = value.doubleValue();
        }

        @Override
        public boolean isWhole() {
            return isWhole;
        }

        @Override
        EventNumber beside(final EventNumber other) {
            if (value.scale() <= 0 || !other.isWhole() || other.scale() == 0) {
                return this;
            }
            if (value.scale() > SchemaLimits.SCALE_MAX || value.unscaledValue().bitLength() >= Long.SIZE) {
                throw RingsideException.invalidArgument("constant beside a decimal does not fit 64 bits: value=" + value
                        + ", decimalsMax=" + SchemaLimits.SCALE_MAX + ": give it fewer digits");
            }
            return new DecimalConstant(value.unscaledValue().longValueExact(), value.scale());
        }

        @Override
        long whole(final PayloadBytes payload) {
            return whole;
        }

        @Override
        double real(final PayloadBytes payload) {
            return real;
        }
    }

    private static final class DecimalConstant extends Whole {
        private final long unscaled;

        DecimalConstant(final long unscaled, final int scale) {
            super(scale);
            this.unscaled = unscaled;
        }

        @Override
        long whole(final PayloadBytes payload) {
            return unscaled;
        }
    }

    /** A number with a greater scale, thus with more zeros at its end. */
    private static final class Scaled extends Whole {
        private final EventNumber number;
        private final long factor;

        Scaled(final EventNumber number, final int scale) {
            super(scale);
            this.number = number;
            this.factor = DecimalText.power(scale - number.scale());
        }

        @Override
        long whole(final PayloadBytes payload) {
            final long value = number.whole(payload);
            final long result = value * factor;
            if (Math.multiplyHigh(value, factor) != result >> (Long.SIZE - 1)) {
                payload.missing(true);
            }
            return result;
        }
    }

    private static final class WholeField extends Whole {
        private final FieldLocator locator;
        private final FieldType type;
        private final boolean isWide;

        WholeField(final FieldLocator locator, final int scale) {
            super(scale);
            this.locator = locator;
            this.type = locator.field().type();
            this.isWide = type.isUnsignedLong() || type == FieldType.FILETIME;
        }

        @Override
        public @Nullable String unit() {
            return locator.field().unit();
        }

        @Override
        long whole(final PayloadBytes payload) {
            final int offset = locator.locate(payload);
            final long value = offset == GroupWalk.MISSING ? 0 : WholeNumber.load(type, payload, offset);
            if (offset == GroupWalk.MISSING || (isWide && value < 0)) {
                payload.missing(true);
            }
            return value;
        }
    }

    /** A number in a column of the event's header. */
    private static final class HeaderField extends Whole {
        private final int column;
        private final boolean isWide;

        HeaderField(final int column, final FieldType type) {
            super(0);
            this.column = column;
            this.isWide = type.isUnsignedLong();
        }

        @Override
        long whole(final PayloadBytes payload) {
            final long value = payload.header().number(column);
            if (isWide && value < 0) {
                payload.missing(true);
            }
            return value;
        }
    }

    /** A number computed from decimals whose scale another field gives. */
    private static final class Switched extends EventNumber {
        private final ByScale<EventNumber> byScale;

        Switched(final ByScale<EventNumber> byScale) {
            this.byScale = byScale;
        }

        @Override
        public boolean isWhole() {
            return byScale.common().isWhole();
        }

        @Override
        public @Nullable String unit() {
            return byScale.common().unit();
        }

        @Override
        public void read(final PayloadBytes payload, final Target target) {
            final EventNumber number = byScale.of(payload);
            if (number != null) {
                number.read(payload, target);
            }
        }

        @Override
        long whole(final PayloadBytes payload) {
            throw new IllegalStateException("number has no scale of its own");
        }

        @Override
        double real(final PayloadBytes payload) {
            throw new IllegalStateException("number has no scale of its own");
        }
    }

    private static final class RealField extends Real {
        private final FieldLocator locator;
        private final boolean isFloat;

        RealField(final FieldLocator locator) {
            this.locator = locator;
            this.isFloat = locator.field().type() == FieldType.FLOAT;
        }

        @Override
        public @Nullable String unit() {
            return locator.field().unit();
        }

        @Override
        double real(final PayloadBytes payload) {
            final int offset = locator.locate(payload);
            final double value = offset == GroupWalk.MISSING
                    ? Double.NaN
                    : isFloat
                            ? (double) Float.intBitsToFloat(payload.getInt(offset))
                            : Double.longBitsToDouble(payload.getLong(offset));
            if (Double.isNaN(value)) {
                payload.missing(true);
            }
            return value;
        }
    }

    private static final class WholeResult extends Whole {
        private final EventNumber left;
        private final Term.Operator operator;
        private final EventNumber right;

        WholeResult(final EventNumber left, final Term.Operator operator, final EventNumber right, final int scale) {
            super(scale);
            this.left = left;
            this.operator = operator;
            this.right = right;
        }

        @Override
        long whole(final PayloadBytes payload) {
            final long a = left.whole(payload);
            final long b = right.whole(payload);
            final long result = switch (operator) {
                case PLUS -> a + b;
                case MINUS -> a - b;
                case TIMES -> a * b;
                default -> b == 0 ? 0 : a % b;
            };
            final boolean isBeyond = switch (operator) {
                case PLUS -> ((a ^ result) & (b ^ result)) < 0;
                case MINUS -> ((a ^ b) & (a ^ result)) < 0;
                case TIMES -> Math.multiplyHigh(a, b) != result >> (Long.SIZE - 1);
                default -> b == 0;
            };
            if (isBeyond) {
                payload.missing(true);
            }
            return result;
        }
    }

    private static final class RealResult extends Real {
        private final EventNumber left;
        private final Term.Operator operator;
        private final EventNumber right;

        RealResult(final EventNumber left, final Term.Operator operator, final EventNumber right) {
            this.left = left;
            this.operator = operator;
            this.right = right;
        }

        @Override
        double real(final PayloadBytes payload) {
            final double a = left.real(payload);
            final double b = right.real(payload);
            final double result = switch (operator) {
                case PLUS -> a + b;
                case MINUS -> a - b;
                case TIMES -> a * b;
                case DIVIDED -> b == 0 ? Double.NaN : a / b;
                default -> a % b;
            };
            if (Double.isNaN(result)) {
                payload.missing(true);
            }
            return result;
        }
    }
}
