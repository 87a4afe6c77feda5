package io.ringside.internal.expression;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Expressions that fit an event, and what they should say of values: true, false, or null for neither. */
final class NaiveModel {
    private static final List<ComparisonOperator> SAMENESS = List.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.IS, ComparisonOperator.IS_NOT);
    private static final List<ComparisonOperator> TEXTUAL = List.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.CONTAINS, ComparisonOperator.NOT_CONTAINS,
            ComparisonOperator.IS, ComparisonOperator.IS_NOT);
    private static final List<ComparisonOperator> FRACTIONAL = List
            .copyOf(EnumSet.range(ComparisonOperator.EQUAL, ComparisonOperator.NOT_BETWEEN));
    private static final List<ComparisonOperator> NUMERIC = List
            .copyOf(EnumSet.range(ComparisonOperator.EQUAL, ComparisonOperator.MODULO));

    private final Random random;
    private final RandomEvent event;

    NaiveModel(final Random random, final RandomEvent event) {
        this.random = random;
        this.event = event;
    }

    /** An expression with few or many parts, whose values are often near to what is there. */
    Expression expression(final int depth, final Map<String, Object> values) {
        final int kind = depth == 0 ? 0 : random.nextInt(6);
        if (kind < 3) {
            return comparison(values);
        }
        if (kind == 3) {
            return new Expression.Not(expression(depth - 1, values));
        }
        final List<Expression> parts = new ArrayList<>();
        for (int i = random.nextInt(3) + 2; i > 0; i--) {
            parts.add(expression(depth - 1, values));
        }
        return Expression.of(parts, kind == 4);
    }

    @Nullable
    Boolean holds(final Expression expression, final Map<String, Object> values) {
        if (expression instanceof Comparison comparison) {
            return holds(comparison, values);
        }
        if (expression instanceof Expression.Not not) {
            final Boolean holds = holds(not.part(), values);
            return holds == null ? null : !holds;
        }
        final boolean isOr = expression instanceof Expression.Or;
        Boolean result = !isOr;
        for (final Expression part : ExpressionCheck.parts(expression)) {
            final Boolean holds = holds(part, values);
            if (holds != null && holds == isOr) {
                return isOr;
            }
            result = holds == null ? null : result;
        }
        return result;
    }

    private Comparison comparison(final Map<String, Object> values) {
        final RandomEvent.Place place = event.places.get(random.nextInt(event.places.size()));
        final FieldType type = place.field().type();
        final Object present = values.get(place.path().toString());
        final List<ComparisonOperator> operators = switch (type) {
            case STRING, TERMINATED_STRING -> TEXTUAL;
            case UUID, IPV4, IPV6, BOOLEAN, BOOLEAN32 -> SAMENESS;
            case FLOAT, DOUBLE -> FRACTIONAL;
            default -> NUMERIC;
        };
        final ComparisonOperator operator = operators.get(random.nextInt(operators.size()));
        final String value = literal(place.field(), operator, present);
        final String high = operator.isRange() ? literal(place.field(), operator, present) : "";
        // A range that is empty is none.
        final boolean isTurned = ComparisonCheck.reason(operator, value, high) != null;
        return new Comparison(place.path(), operator, isTurned ? high : value, isTurned ? value : high,
                operator.isTextual() && random.nextBoolean());
    }

    private String literal(
            final FieldSchema field, final ComparisonOperator operator, final @Nullable Object present) {
        return switch (field.type()) {
            case STRING, TERMINATED_STRING ->
                present instanceof String text && random.nextBoolean() && !text.contains("\ufffd")
                        ? part(text)
                        : RandomEvent.text(random);
            case BOOLEAN, BOOLEAN32 -> random.nextBoolean() ? "true" : "False";
            case UUID -> new UUID(random.nextInt(2), random.nextInt(2)).toString();
            case IPV4 -> "0.0.0." + random.nextInt(2);
            case IPV6 -> "0:0:0:" + random.nextInt(2) * 100 + ":" + random.nextInt(2) * 100 + "::";
            case FLOAT, DOUBLE -> present instanceof Double value && Double.isFinite(value) && random.nextBoolean()
                    ? value.toString()
                    : Double.toString(random.nextInt(200) / 8.0 - 12);
            default -> wholeNumber(field, operator, present);
        };
    }

    private String part(final String text) {
        final int begin = random.nextInt(text.length() + 1);
        final String part = text.substring(begin, begin + random.nextInt(text.length() - begin + 1));
        final boolean isHalf = part.codePoints()
                .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        return isHalf ? text : random.nextBoolean() ? part.toUpperCase(Locale.ROOT) : part;
    }

    private String wholeNumber(
            final FieldSchema field, final ComparisonOperator operator, final @Nullable Object present) {
        if (operator == ComparisonOperator.MODULO) {
            return "" + (random.nextInt(5) + 1);
        }
        if (field.values() != null && random.nextInt(4) == 0) {
            return random.nextBoolean() ? "BUY" : "SELL";
        }
        final boolean isWide = field.type().isUnsignedLong();
        final BigInteger near = present instanceof Long value && random.nextBoolean()
                ? unsigned(value, isWide).add(BigInteger.valueOf(random.nextInt(3) - 1))
                : BigInteger.valueOf(random.nextInt(300) - (isWide ? 0 : 150));
        final boolean fits = isWide
                ? near.signum() >= 0 && near.bitLength() <= Long.SIZE
                : near.bitLength() < Long.SIZE;
        return fits ? near.toString() : "0";
    }

    private static BigInteger unsigned(final long value, final boolean isWide) {
        return isWide ? new BigInteger(Long.toUnsignedString(value)) : BigInteger.valueOf(value);
    }

    private @Nullable Boolean holds(final Comparison comparison, final Map<String, Object> values) {
        final Object present = values.get(comparison.field().toString());
        if (present == null) {
            return null;
        }
        final FieldSchema field = event.places.stream().filter(place -> place.path().equals(comparison.field()))
                .findFirst().orElseThrow().field();
        return switch (field.type()) {
            case STRING, TERMINATED_STRING -> text(comparison, (String) present);
            case BOOLEAN, BOOLEAN32 -> sameness(comparison, comparison.value().equalsIgnoreCase(present.toString()));
            case UUID -> sameness(comparison, comparison.value().equals(present));
            case IPV4 -> sameness(comparison,
                    present.equals(comparison.value().endsWith("1") ? "00000001" : "00000000"));
            case IPV6 -> sameness(comparison, present.equals(hexOf(comparison.value())));
            case FLOAT, DOUBLE -> fraction(comparison, (double) present, field.type() == FieldType.FLOAT);
            default -> number(comparison, unsigned((long) present, field.type().isUnsignedLong()));
        };
    }

    private static String hexOf(final String address) {
        final String[] groups = address.substring(0, address.length() - 2).split(":", -1);
        final StringBuilder hex = new StringBuilder();
        for (final String group : groups) {
            hex.append(HexFormat.of().toHexDigits((short) Integer.parseInt(group, 16)));
        }
        return hex + "0".repeat(32 - hex.length());
    }

    private static boolean text(final Comparison comparison, final String text) {
        final String value = comparison.value();
        final boolean ignoreCase = comparison.operator().isTextual() && !comparison.exactly();
        boolean contains = false;
        for (int i = 0; i <= text.length(); i++) {
            contains |= text.regionMatches(ignoreCase, i, value, 0, value.length());
        }
        return switch (comparison.operator()) {
            case CONTAINS -> contains;
            case NOT_CONTAINS -> !contains;
            default -> sameness(comparison, ignoreCase ? value.equalsIgnoreCase(text) : value.equals(text));
        };
    }

    private static boolean sameness(final Comparison comparison, final boolean isSame) {
        return switch (comparison.operator()) {
            case EQUAL, IS -> isSame;
            default -> !isSame;
        };
    }

    private static boolean fraction(final Comparison comparison, final double present, final boolean isFloat) {
        final double value = parse(comparison.value(), isFloat);
        return switch (comparison.operator()) {
            case EQUAL -> present == value;
            case NOT_EQUAL -> present != value;
            case LESS_OR_EQUAL -> present <= value;
            case GREATER -> present > value;
            case LESS -> present < value;
            case GREATER_OR_EQUAL -> present >= value;
            case BETWEEN -> present >= value && present <= parse(comparison.high(), isFloat);
            default -> !(present >= value && present <= parse(comparison.high(), isFloat));
        };
    }

    private static double parse(final String text, final boolean isFloat) {
        return isFloat ? Float.parseFloat(text) : Double.parseDouble(text);
    }

    private static boolean number(final Comparison comparison, final BigInteger present) {
        final int order = present.compareTo(parse(comparison.value()));
        return switch (comparison.operator()) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case LESS -> order < 0;
            case GREATER_OR_EQUAL -> order >= 0;
            case BETWEEN -> order >= 0 && present.compareTo(parse(comparison.high())) <= 0;
            case NOT_BETWEEN -> !(order >= 0 && present.compareTo(parse(comparison.high())) <= 0);
            default -> present.mod(parse(comparison.value())).signum() == 0;
        };
    }

    private static BigInteger parse(final String text) {
        return switch (text) {
            case "BUY" -> BigInteger.ONE;
            case "SELL" -> BigInteger.TWO;
            default -> new BigInteger(text);
        };
    }
}
