package io.ringside.internal.expression;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.ValueTest.Kind;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.LengthSource;
import io.ringside.schema.OutType;
import java.util.EnumSet;
import java.util.Set;

/** Prepares comparisons for the type of their field. Stateless. */
final class ValueTests {
    private static final Set<ComparisonOperator> NUMERIC = EnumSet.range(ComparisonOperator.EQUAL,
            ComparisonOperator.MODULO);
    private static final Set<ComparisonOperator> FRACTIONAL = EnumSet.range(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_BETWEEN);
    private static final Set<ComparisonOperator> SAMENESS = EnumSet.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.IS, ComparisonOperator.IS_NOT);
    private static final Set<ComparisonOperator> TEXTUAL = EnumSet.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.IS, ComparisonOperator.IS_NOT,
            ComparisonOperator.CONTAINS, ComparisonOperator.NOT_CONTAINS);

    /** Of numbers that have names, too. */
    private static final Set<ComparisonOperator> NAMED = EnumSet.copyOf(NUMERIC);

    static {
        NAMED.addAll(SAMENESS);
    }

    private ValueTests() {}

    /** Is the test the opposite of what the operator asks for? */
    static boolean isNegated(final ComparisonOperator operator) {
        return switch (operator) {
            case NOT_EQUAL, NOT_BETWEEN, NOT_CONTAINS, IS_NOT -> true;
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
            case BINARY, STRUCT, GUID, WIDE_STRING, TERMINATED_WIDE_STRING -> throw new ExpressionException(
                    "field of this type cannot be compared: field=" + comparison.field() + ", type=" + field.type());
            default -> number(comparison, field);
        };
    }

    /** The type that has the values which a reader sees, where the out type gives them another meaning. */
    private static FieldType comparedAs(final FieldSchema field) {
        return switch (field.outType()) {
            case IPV4 -> FieldType.IPV4;
            case BOOLEAN -> field.type() == FieldType.UINT8 ? FieldType.BOOLEAN : field.type();
            case IPV6 -> FieldWalk.valueLength(field) == FieldType.IPV6.length() ? FieldType.IPV6 : field.type();
            default -> field.type();
        };
    }

    private static ValueTest number(final Comparison comparison, final FieldSchema field) {
        check(comparison, field, field.values() == null ? NUMERIC : NAMED);
        final boolean isWide = field.type().isUnsignedLong();
        final boolean isPort = field.outType() == OutType.PORT;
        if (isPort && comparison.operator() == ComparisonOperator.MODULO) {
            throw new ExpressionException("a port is no amount: field=" + comparison.field() + ", operator=%");
        }
        final long value = new Literal(comparison.value(), field).wholeNumber(comparison.exactly());
        if (comparison.operator() == ComparisonOperator.MODULO) {
            if (value == 0 || (value < 0 && !isWide)) {
                throw new ExpressionException("value must be above 0: field=" + comparison.field() + ", operator=%, "
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
        if (field.lengthSource() == LengthSource.FIELD) {
            throw new ExpressionException("field whose length another field says cannot be compared: field="
                    + comparison.field() + ", sizedBy=" + field.sizedBy());
        }
        final ComparisonOperator operator = comparison.operator();
        final boolean isPart = operator == ComparisonOperator.CONTAINS || operator == ComparisonOperator.NOT_CONTAINS;
        final boolean exactly = comparison.exactly() || !operator.isTextual();
        return ValueTest.of(field, isPart ? Kind.PART : Kind.TEXT, new TextPattern(comparison.value(), exactly));
    }

    private static void check(
            final Comparison comparison, final FieldSchema field, final Set<ComparisonOperator> allowed) {
        if (!allowed.contains(comparison.operator())) {
            final StringBuilder words = new StringBuilder();
            allowed.forEach(operator -> words.append(words.length() == 0 ? "" : ", ").append(operator.text()));
            throw new ExpressionException("operator does not fit the field: field=" + comparison.field() + ", type="
                    + field.type() + ", operator=" + comparison.operator().text() + ": take one of " + words);
        }
    }
}
