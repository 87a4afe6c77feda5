package io.ringside.internal.expression;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Expressions that fit an event, and what they should say of values: true, false, or null for neither. */
final class NaiveModel {
    private static final List<ComparisonOperator> SAMENESS = List.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.IS, ComparisonOperator.IS_NOT);
    private static final List<ComparisonOperator> TEXTUAL = List.of(ComparisonOperator.EQUAL,
            ComparisonOperator.NOT_EQUAL, ComparisonOperator.CONTAINS, ComparisonOperator.NOT_CONTAINS,
            ComparisonOperator.IS, ComparisonOperator.IS_NOT);
    private static final List<ComparisonOperator> RELATIONS = List
            .copyOf(EnumSet.range(ComparisonOperator.EQUAL, ComparisonOperator.GREATER_OR_EQUAL));
    private static final List<ComparisonOperator> PATTERNS = List.of(ComparisonOperator.LIKE,
            ComparisonOperator.NOT_LIKE, ComparisonOperator.MATCHES, ComparisonOperator.NOT_MATCHES);
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
            return switch (random.nextInt(6)) {
                case 0 -> in(values);
                case 1 -> arithmetic(values);
                default -> comparison(values);
            };
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
        if (expression instanceof NumberComparison comparison) {
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

    /** As it is written: a list of values, of which a field has one or none. */
    private Expression in(final Map<String, Object> values) {
        final RandomEvent.Place place = event.places.get(random.nextInt(event.places.size()));
        final List<Comparison> parts = new ArrayList<>();
        for (int i = random.nextInt(3) + 1; i > 0; i--) {
            parts.add(Comparison.of(place.path(), ComparisonOperator.EQUAL,
                    literal(place.field(), ComparisonOperator.EQUAL, values.get(place.path().toString()))));
        }
        final boolean isNegated = random.nextBoolean();
        final String begin = place.path() + " == ";
        final String text = place.path() + (isNegated ? " not in (" : " in (") + parts.stream()
                .map(part -> part.toString().substring(begin.length())).collect(Collectors.joining(", ")) + ")";
        final Expression any = Expression.of(parts, true);
        final Expression expected = isNegated ? new Expression.Not(any) : any;
        assertThat(Expression.parse(text)).as(text).isEqualTo(expected);
        return expected;
    }

    /** Numbers that are computed from fields and constants. */
    private Expression arithmetic(final Map<String, Object> values) {
        final List<RandomEvent.Place> numbers = event.places.stream()
                .filter(place -> place.field().type().isInteger() || isFraction(place.field().type())).toList();
        if (numbers.isEmpty()) {
            return comparison(values);
        }
        final Term computed = operation(numbers, 2);
        // Often near to what it comes to.
        final Number result = random.nextBoolean() ? number(computed, values) : null;
        final Term other = result instanceof Long whole
                ? new Term.Constant(Long.toString(whole))
                : term(numbers, 1);
        final boolean isLeft = random.nextBoolean();
        return new NumberComparison(isLeft ? computed : other,
                RELATIONS.get(random.nextInt(RELATIONS.size())), isLeft ? other : computed);
    }

    private Term term(final List<RandomEvent.Place> numbers, final int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            return operation(numbers, depth);
        }
        return random.nextInt(3) == 0
                ? new Term.Constant(switch (random.nextInt(6)) {
                    case 0 -> Long.toString(Long.MAX_VALUE);
                    case 1 -> "0";
                    case 2 -> Double.toString(random.nextInt(40) / 8.0 - 2);
                    default -> Integer.toString(random.nextInt(30) - 10);
                })
                : new Term.Field(numbers.get(random.nextInt(numbers.size())).path());
    }

    private Term operation(final List<RandomEvent.Place> numbers, final int depth) {
        final Term.Operator[] operators = Term.Operator.values();
        return new Term.Operation(term(numbers, depth - 1), operators[random.nextInt(operators.length)],
                term(numbers, depth - 1));
    }

    private static boolean isFraction(final FieldType type) {
        return type == FieldType.FLOAT || type == FieldType.DOUBLE;
    }

    private FieldSchema fieldAt(final FieldPath path) {
        return event.places.stream().filter(place -> place.path().equals(path)).findFirst().orElseThrow().field();
    }

    /** A Long or a Double; null if it is missing. */
    private @Nullable Number number(final Term term, final Map<String, Object> values) {
        if (term instanceof Term.Constant constant) {
            final BigDecimal value = new BigDecimal(constant.text());
            final boolean isWhole = value.stripTrailingZeros().scale() <= 0
                    && value.toBigInteger().bitLength() < Long.SIZE;
            return isWhole ? (Number) value.longValue() : (Number) value.doubleValue();
        }
        if (term instanceof Term.Field field) {
            final Object present = values.get(field.path().toString());
            final boolean isBeyond = present instanceof Long whole && whole < 0
                    && fieldAt(field.path()).type().isUnsignedLong();
            return isBeyond || (present instanceof Double real && real.isNaN()) ? null : (Number) present;
        }
        final Term.Operation operation = (Term.Operation) term;
        final Number left = number(operation.left(), values);
        final Number right = number(operation.right(), values);
        if (left == null || right == null) {
            return null;
        }
        return left instanceof Long && right instanceof Long && operation.operator() != Term.Operator.DIVIDED
                ? whole(operation.operator(), BigInteger.valueOf(left.longValue()),
                        BigInteger.valueOf(right.longValue()))
                : real(operation.operator(), left.doubleValue(), right.doubleValue());
    }

    private static @Nullable Number whole(final Term.Operator operator, final BigInteger left, final BigInteger right) {
        if (operator == Term.Operator.REMAINDER && right.signum() == 0) {
            return null;
        }
        final BigInteger result = switch (operator) {
            case PLUS -> left.add(right);
            case MINUS -> left.subtract(right);
            case TIMES -> left.multiply(right);
            default -> left.remainder(right);
        };
        return result.bitLength() < Long.SIZE ? (Number) result.longValue() : null;
    }

    private static @Nullable Number real(final Term.Operator operator, final double left, final double right) {
        final boolean isByNothing = right == 0
                && (operator == Term.Operator.DIVIDED || operator == Term.Operator.REMAINDER);
        final double result = switch (operator) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDED -> left / right;
            default -> left % right;
        };
        return isByNothing || Double.isNaN(result) ? null : (Number) result;
    }

    private @Nullable Boolean holds(final NumberComparison comparison, final Map<String, Object> values) {
        final Number left = number(comparison.left(), values);
        final Number right = number(comparison.right(), values);
        if (left == null || right == null) {
            return null;
        }
        final int order = order(left, right);
        return switch (comparison.operator()) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case LESS -> order < 0;
            default -> order >= 0;
        };
    }

    private static int order(final Number left, final Number right) {
        final boolean isInfinite = Double.isInfinite(left.doubleValue()) || Double.isInfinite(right.doubleValue());
        return isInfinite
                ? Double.compare(left.doubleValue(), right.doubleValue())
                : exactly(left).compareTo(exactly(right));
    }

    private static BigDecimal exactly(final Number number) {
        return number instanceof Long ? BigDecimal.valueOf(number.longValue()) : new BigDecimal(number.doubleValue());
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
        final boolean isText = type == FieldType.STRING || type == FieldType.TERMINATED_STRING;
        if (isText && isPlain(present) && random.nextInt(3) > 0) {
            return pattern(place.path(), present instanceof String text ? text : RandomEvent.text(random));
        }
        if (place.field().values() != null && random.nextInt(3) == 0) {
            final String name = random.nextBoolean() ? "BUY" : "SELL";
            return random.nextBoolean()
                    ? pattern(place.path(), name)
                    : Comparison.of(place.path(), random.nextBoolean()
                            ? ComparisonOperator.CONTAINS
                            : ComparisonOperator.NOT_CONTAINS, part(name));
        }
        final ComparisonOperator operator = operators.get(random.nextInt(operators.size()));
        final String value = literal(place.field(), operator, present);
        final String high = operator.isRange() ? literal(place.field(), operator, present) : "";
        // A range that is empty is none.
        final boolean isTurned = ComparisonCheck.reason(operator, value, high) != null;
        return new Comparison(place.path(), operator, isTurned ? high : value, isTurned ? value : high,
                operator.isTextual() && random.nextBoolean());
    }

    /** Whether the number of its characters is beyond doubt, and it has no end of a line. */
    private static boolean isPlain(final @Nullable Object present) {
        return !(present instanceof String text) || text.codePoints().noneMatch(c -> c == 0xFFFD || c < ' '
                || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029);
    }

    /** A pattern that is made from a text, so that it often fits, or nearly does. */
    private Comparison pattern(final FieldPath path, final String text) {
        final ComparisonOperator operator = PATTERNS.get(random.nextInt(PATTERNS.size()));
        final boolean isLike = operator == ComparisonOperator.LIKE || operator == ComparisonOperator.NOT_LIKE;
        final String value = isLike ? like(text) : regular(text);
        return ComparisonCheck.reason(operator, value, "") == null
                ? new Comparison(path, operator, value, "", random.nextBoolean())
                : new Comparison(path, ComparisonOperator.CONTAINS, text, "", false);
    }

    private String like(final String text) {
        final StringBuilder pattern = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (random.nextInt(8)) {
                case 0 -> pattern.append('_');
                case 1 -> pattern.append('%');
                case 2 -> pattern.append(random.nextBoolean() ? "" : "b");
                default -> pattern.append("%_\\".indexOf(c) >= 0 ? "\\" : "").appendCodePoint(c);
            }
        });
        return pattern.append(random.nextInt(4) == 0 ? "%" : "").append(random.nextInt(6) == 0 ? "a" : "").toString();
    }

    private String regular(final String text) {
        final StringBuilder pattern = new StringBuilder(random.nextInt(4) == 0 ? "^" : "");
        for (int i = random.nextInt(3) + 1; i > 0; i--) {
            pattern.append(switch (random.nextInt(6)) {
                case 0 -> ".";
                case 1 -> "[ab]";
                case 2 -> "(a|" + letter(text) + ")";
                default -> letter(text);
            }).append(switch (random.nextInt(6)) {
                case 0 -> "*";
                case 1 -> "+";
                case 2 -> "?";
                default -> "";
            });
        }
        return pattern.append(random.nextInt(4) == 0 ? "$" : "").toString();
    }

    private String letter(final String text) {
        final int[] letters = text.codePoints().filter(c -> Character.isLetter(c) || c == ' ').toArray();
        return letters.length == 0 ? "b" : Character.toString(letters[random.nextInt(letters.length)]);
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
        final FieldSchema field = fieldAt(comparison.field());
        return switch (field.type()) {
            case STRING, TERMINATED_STRING -> text(comparison, (String) present);
            case BOOLEAN, BOOLEAN32 -> sameness(comparison, comparison.value().equalsIgnoreCase(present.toString()));
            case UUID -> sameness(comparison, comparison.value().equals(present));
            case IPV4 -> sameness(comparison,
                    present.equals(comparison.value().endsWith("1") ? "00000001" : "00000000"));
            case IPV6 -> sameness(comparison, present.equals(hexOf(comparison.value())));
            case FLOAT, DOUBLE -> fraction(comparison, (double) present, field.type() == FieldType.FLOAT);
            default -> comparison.operator().isTextual()
                    ? name(comparison, field.values().symbolOf((long) present))
                    : number(comparison, unsigned((long) present, field.type().isUnsignedLong()));
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
            case LIKE -> isLike(value, text, ignoreCase);
            case NOT_LIKE -> !isLike(value, text, ignoreCase);
            case MATCHES -> isFound(value, text, ignoreCase);
            case NOT_MATCHES -> !isFound(value, text, ignoreCase);
            default -> sameness(comparison, ignoreCase ? value.equalsIgnoreCase(text) : value.equals(text));
        };
    }

    /** A value without a name has no part, and fits no pattern. */
    private static boolean name(final Comparison comparison, final @Nullable String name) {
        return name == null ? ValueTests.isNegated(comparison.operator()) : text(comparison, name);
    }

    /** For each beginning of the text: whether the pattern up to here fits it. */
    private static boolean isLike(final String pattern, final String text, final boolean ignoreCase) {
        final int[] wanted = pattern.codePoints().toArray();
        final int[] present = text.codePoints().toArray();
        boolean[] fits = new boolean[present.length + 1];
        fits[0] = true;
        for (int i = 0; i < wanted.length; i++) {
            final boolean isEscaped = wanted[i] == '\\';
            i += isEscaped ? 1 : 0;
            final boolean[] next = new boolean[present.length + 1];
            for (int j = 0; j <= present.length; j++) {
                if (wanted[i] == '%' && !isEscaped) {
                    next[j] = fits[j] || (j > 0 && next[j - 1]);
                } else {
                    next[j] = j > 0 && fits[j - 1]
                            && ((wanted[i] == '_' && !isEscaped) || isSame(wanted[i], present[j - 1], ignoreCase));
                }
            }
            fits = next;
        }
        return fits[present.length];
    }

    private static boolean isSame(final int one, final int other, final boolean ignoreCase) {
        return ignoreCase ? Character.toString(one).equalsIgnoreCase(Character.toString(other)) : one == other;
    }

    private static boolean isFound(final String pattern, final String text, final boolean ignoreCase) {
        final String whole = pattern.endsWith("$") ? pattern.substring(0, pattern.length() - 1) + "\\z" : pattern;
        return Pattern.compile(whole, ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0).matcher(text)
                .find();
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
