package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.expression.ValueTest.Kind;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.ValueMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.Set;

/** Prepares the tests of comparisons for the type of their field. Stateless. */
final class ValueTests {
    private static final Set<ComparisonOperator> NUMERIC = EnumSet.range(ComparisonOperator.EQUAL,
            ComparisonOperator.MODULO);
    private static final Set<ComparisonOperator> FRACTIONAL = EnumSet.range(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_BETWEEN);
    private static final Set<ComparisonOperator> SAMENESS = EnumSet.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.IS, ComparisonOperator.IS_NOT);
    private static final Set<ComparisonOperator> TEXTUAL = EnumSet.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.IS, ComparisonOperator.IS_NOT,
            ComparisonOperator.CONTAINS, ComparisonOperator.NOT_CONTAINS, ComparisonOperator.LIKE,
            ComparisonOperator.NOT_LIKE, ComparisonOperator.MATCHES, ComparisonOperator.NOT_MATCHES);

    /** Operators for bits with names. */
    private static final Set<ComparisonOperator> BITS = EnumSet.copyOf(NUMERIC);
    /** Operators for numbers with names. */
    private static final Set<ComparisonOperator> NAMED = EnumSet.copyOf(NUMERIC);

    static {
        BITS.addAll(SAMENESS);
        NAMED.addAll(TEXTUAL);
    }

    private ValueTests() {}

    /** Returns whether the operator requires the opposite of its test. */
    static boolean isNegated(final ComparisonOperator operator) {
        return switch (operator) {
            case NOT_EQUAL, NOT_BETWEEN, NOT_CONTAINS, IS_NOT, NOT_LIKE, NOT_MATCHES -> true;
            default -> false;
        };
    }

    static ValueTest of(final Comparison comparison, final FieldSchema field) {
        final FieldType type = comparedAs(field);
        return switch (type) {
            case FLOAT, DOUBLE -> fraction(comparison, field);
            case STRING, TERMINATED_STRING -> text(comparison, field);
            case UUID, IPV6 -> {
                check(comparison, field, SAMENESS);
                final Literal literal = new Literal(comparison.value(), field);
                yield type == FieldType.UUID
                        ? ValueTest.of(type, Kind.PAIR, literal.uuid().getMostSignificantBits(),
                                literal.uuid().getLeastSignificantBits())
                        : ValueTest.of(type, Kind.PAIR, literal.addressHalf(0), literal.addressHalf(1));
            }
            case BOOLEAN, BOOLEAN32, IPV4 -> {
                check(comparison, field, SAMENESS);
                final Literal literal = new Literal(comparison.value(), field);
                final long value = type == FieldType.IPV4 ? literal.shortAddress() : literal.truth();
                yield ValueTest.of(type, Kind.RANGE, value, value);
            }
            case BINARY, STRUCT, GUID, WIDE_STRING, TERMINATED_WIDE_STRING -> throw RingsideException.invalidArgument(
                    "field of this type cannot be compared: field=" + comparison.field() + ", type=" + field.type());
            default -> number(comparison, field);
        };
    }

    /** Returns the type of the values that readers see, which the out type may change. */
    private static FieldType comparedAs(final FieldSchema field) {
        return switch (field.outType()) {
            case IPV4 -> FieldType.IPV4;
            case BOOLEAN -> field.type() == FieldType.UINT8 ? FieldType.BOOLEAN : field.type();
            case IPV6 -> FieldWalk.valueLength(field) == FieldType.IPV6.length() ? FieldType.IPV6 : field.type();
            default -> field.type();
        };
    }

    private static ValueTest number(final Comparison comparison, final FieldSchema field) {
        final ValueMap names = field.values();
        check(comparison, field, names == null ? NUMERIC : names.isBits() ? BITS : NAMED);
        if (names != null && comparison.operator().isSearching()) {
            return ValueTest.ofName(field, names, comparison);
        }
        if (field.scale() != 0) {
            return decimal(comparison, field);
        }
        final boolean isWide = field.type().isUnsignedLong();
        final boolean isPort = field.outType() == OutType.PORT;
        if (isPort && comparison.operator() == ComparisonOperator.MODULO) {
            throw RingsideException
                    .invalidArgument("a port is no amount: field=" + comparison.field() + ", operator=%");
        }
        final Literal literal = new Literal(comparison.value(), field);
        if (names != null && names.isPublished() && isOfName(comparison, literal)) {
            final boolean isNumber = literal.isWholeNumber();
            final long number = isNumber ? literal.wholeNumber(true) : 1;
            return ValueTest.ofName(field, names, comparison, number, isNumber ? number : 0);
        }
        final long value = literal.wholeNumber(comparison.exactly());
        if (comparison.operator() == ComparisonOperator.MODULO) {
            if (value == 0 || (value < 0 && !isWide)) {
                throw RingsideException
                        .invalidArgument("value must be above 0: field=" + comparison.field() + ", operator=%, "
                                + "value=" + comparison.value());
            }
            return ValueTest.of(field.type(), isWide ? Kind.UNSIGNED_MULTIPLE : Kind.MULTIPLE, value, value);
        }
        final long first = isWide ? ValueTest.biased(value) : value;
        final Kind kind = isPort ? Kind.PORT_RANGE : isWide ? Kind.UNSIGNED_RANGE : Kind.RANGE;
        final long min = Long.MIN_VALUE;
        final long max = Long.MAX_VALUE;
        return switch (comparison.operator()) {
            case LESS_OR_EQUAL -> ValueTest.of(field.type(), kind, min, first);
            case GREATER_OR_EQUAL -> ValueTest.of(field.type(), kind, first, max);
            case LESS -> first == min ? nothing(field, kind) : ValueTest.of(field.type(), kind, min, first - 1);
            case GREATER -> first == max ? nothing(field, kind) : ValueTest.of(field.type(), kind, first + 1, max);
            case BETWEEN, NOT_BETWEEN -> {
                final long last = new Literal(comparison.high(), field).wholeNumber(false);
                yield ValueTest.of(field.type(), kind, first, isWide ? ValueTest.biased(last) : last);
            }
            default -> ValueTest.of(field.type(), kind, first, first);
        };
    }

    /** Returns a test for each scale that another field may give, indexed by scale. */
    static ValueTest[] ofScales(final Comparison comparison, final FieldSchema field) {
        check(comparison, field, NUMERIC);
        final ValueTest[] tests = new ValueTest[SchemaLimits.SCALE_MAX + 1];
        for (int scale = 0; scale < tests.length; scale++) {
            tests[scale] = decimal(comparison, field.withScale(scale));
        }
        return tests;
    }

    /** Returns a range of unscaled decimals. If the value is between two of them, the range ends at the one inside. */
    private static ValueTest decimal(final Comparison comparison, final FieldSchema field) {
        final BigDecimal value = new Literal(comparison.value(), field).unscaled(comparison.exactly());
        if (comparison.operator() == ComparisonOperator.MODULO) {
            return multiple(comparison, field, value);
        }
        final boolean isWide = field.type().isUnsignedLong();
        final BigInteger min = isWide ? BigInteger.ZERO : BigInteger.valueOf(Long.MIN_VALUE);
        final BigInteger max = min.add(BigInteger.ONE.shiftLeft(Long.SIZE)).subtract(BigInteger.ONE);
        final BigInteger floor = value.setScale(0, RoundingMode.FLOOR).toBigInteger();
        final BigInteger ceiling = value.setScale(0, RoundingMode.CEILING).toBigInteger();
        return switch (comparison.operator()) {
            case LESS_OR_EQUAL -> range(field, min, floor.min(max));
            case GREATER_OR_EQUAL -> range(field, ceiling.max(min), max);
            case LESS -> range(field, min, ceiling.subtract(BigInteger.ONE).min(max));
            case GREATER -> range(field, floor.add(BigInteger.ONE).max(min), max);
            case BETWEEN, NOT_BETWEEN -> range(field, ceiling.max(min), new Literal(comparison.high(), field)
                    .unscaled(false).setScale(0, RoundingMode.FLOOR).toBigInteger().min(max));
            default -> range(field, ceiling.max(min), floor.min(max));
        };
    }

    private static ValueTest range(final FieldSchema field, final BigInteger low, final BigInteger high) {
        final boolean isWide = field.type().isUnsignedLong();
        final Kind kind = isWide ? Kind.UNSIGNED_RANGE : Kind.RANGE;
        if (low.compareTo(high) > 0) {
            return nothing(field, kind);
        }
        return isWide
                ? ValueTest.of(field.type(), kind, ValueTest.biased(low.longValue()),
                        ValueTest.biased(high.longValue()))
                : ValueTest.of(field.type(), kind, low.longValueExact(), high.longValueExact());
    }

    /** A whole number is a multiple of a fraction in lowest terms if it is a multiple of the numerator. */
    private static ValueTest multiple(final Comparison comparison, final FieldSchema field, final BigDecimal value) {
        if (value.signum() <= 0) {
            throw RingsideException
                    .invalidArgument("value must be above 0: field=" + comparison.field() + ", operator=%, "
                            + "value=" + comparison.value());
        }
        final BigDecimal fraction = value.scale() < 0 ? value.setScale(0) : value;
        final BigInteger digits = fraction.unscaledValue();
        final BigInteger numerator = digits.divide(digits.gcd(BigInteger.TEN.pow(fraction.scale())));
        final boolean isWide = field.type().isUnsignedLong();
        if (numerator.bitLength() > (isWide ? Long.SIZE : Long.SIZE - 1)) {
            // Only 0 is a multiple, and also the least long if it is the negated numerator.
            return numerator.equals(BigInteger.ONE.shiftLeft(Long.SIZE - 1))
                    ? ValueTest.of(field.type(), Kind.MULTIPLE, Long.MIN_VALUE, Long.MIN_VALUE)
                    : range(field, BigInteger.ZERO, BigInteger.ZERO);
        }
        return ValueTest.of(field.type(), isWide ? Kind.UNSIGNED_MULTIPLE : Kind.MULTIPLE, numerator.longValue(),
                numerator.longValue());
    }

    /** Returns whether names are compared: {@code is} compares the displayed text, others a number if it is one. */
    private static boolean isOfName(final Comparison comparison, final Literal literal) {
        return switch (comparison.operator()) {
            case IS, IS_NOT -> true;
            case EQUAL, NOT_EQUAL -> !literal.isWholeNumber();
            default -> false;
        };
    }

    private static ValueTest nothing(final FieldSchema field, final Kind kind) {
        return ValueTest.of(field.type(), kind, 1, 0);
    }

    private static ValueTest fraction(final Comparison comparison, final FieldSchema field) {
        check(comparison, field, FRACTIONAL);
        final double value = new Literal(comparison.value(), field).fraction();
        double low = value;
        double high = value;
        switch (comparison.operator()) {
            case LESS_OR_EQUAL -> low = Double.NEGATIVE_INFINITY;
            case GREATER_OR_EQUAL -> high = Double.POSITIVE_INFINITY;
            case LESS -> {
                low = Double.NEGATIVE_INFINITY;
                high = Math.nextDown(value);
            }
            case GREATER -> {
                low = Math.nextUp(value);
                high = Double.POSITIVE_INFINITY;
            }
            case BETWEEN, NOT_BETWEEN -> high = new Literal(comparison.high(), field).fraction();
            default -> {
            }
        }
        return ValueTest.of(field.type(), field.type() == FieldType.FLOAT ? Kind.FLOAT_RANGE : Kind.DOUBLE_RANGE,
                Double.doubleToRawLongBits(low), Double.doubleToRawLongBits(high));
    }

    private static ValueTest text(final Comparison comparison, final FieldSchema field) {
        check(comparison, field, TEXTUAL);
        if (field.lengthSource() == FieldSchema.LengthSource.FIELD) {
            throw RingsideException.invalidArgument("field whose length another field says cannot be compared: field="
                    + comparison.field() + ", sizedBy=" + field.sizedBy());
        }
        final ComparisonOperator operator = comparison.operator();
        if (operator.isPattern()) {
            return ValueTest.of(field, TextAutomaton.of(operator, comparison.value(), comparison.exactly()));
        }
        final boolean isPart = operator == ComparisonOperator.CONTAINS || operator == ComparisonOperator.NOT_CONTAINS;
        final boolean exactly = comparison.exactly() || !operator.isTextual();
        return ValueTest.of(field, isPart ? Kind.PART : Kind.TEXT, new TextPattern(comparison.value(), exactly));
    }

    private static void check(
            final Comparison comparison, final FieldSchema field, final Set<ComparisonOperator> allowed) {
        if (!allowed.contains(comparison.operator())) {
            final StringBuilder words = new StringBuilder();
            allowed.forEach(operator -> words.append(words.length() == 0 ? "" : ", ").append(operator.text()));
            throw RingsideException
                    .invalidArgument("operator does not fit the field: field=" + comparison.field() + ", type="
                            + field.type() + ", operator=" + comparison.operator().text() + ": take one of " + words);
        }
    }
}
