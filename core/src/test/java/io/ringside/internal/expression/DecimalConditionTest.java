package io.ringside.internal.expression;

import io.ringside.AllocatedBytes;
import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ValueMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.internal.expression.Events.event;
import static io.ringside.internal.expression.Events.holds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Decimals are compared exactly, whatever the digits of field and literal: as BigDecimal says. */
class DecimalConditionTest {
    private static final int ROUNDS = 20_000;
    private static final List<FieldType> TYPES = List.of(FieldType.INT8, FieldType.INT16, FieldType.INT32,
            FieldType.INT64, FieldType.UINT8, FieldType.UINT16, FieldType.UINT32, FieldType.UINT64);
    private static final EventSchema PRICE = event(FieldSchema.of("price", FieldType.INT64).withScale(4));

    private final Random random = SeededRandom.create(getClass());

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "price > 585.33                        | 5853301 9000000         | 5853300 0 -5853301",
        "price >= 585.33                       | 5853300 5853301         | 5853299",
        "price == 585.33                       | 5853300                 | 5853299 5853301",
        "price > 585.33001                     | 5853301                 | 5853300 5853299",
        "price >= 585.33001                    | 5853301                 | 5853300",
        "price < 585.33001                     | 5853300                 | 5853301",
        "price <= 585.33001                    | 5853300                 | 5853301",
        "price == 585.33001                    |                         | 5853300 5853301",
        "price != 585.33001                    | 5853300 5853301         |",
        "price between 0.00001 and 0.00029     | 1 2                     | 0 3",
        "price not between 0.00001 and 0.00029 | 0 3                     | 1 2",
        "price in (1, 2.5, 0x3)                | 10000 25000 30000       | 1 2 3 20000",
        "price % 0.05                          | 0 500 -500 1000         | 1 499 50",
        "price % 0.00003                       | 0 3 -3 30               | 1 2",
        "price % 1e30                          | 0                       | 1 -1",
        "price < 1e300                         | 0 9223372036854775807   |",
        "price > -1e300                        | 0 -9223372036854775808  |",
        "price == 1e300                        |                         | 0 9223372036854775807",
        "price - 585.33 > 0.0001               | 5853302                 | 5853301",
        "price * 2 == 1170.66                  | 5853300                 | 5853301",
        "price % 0.5 == 0.25                   | 2500 7500               | 5000 0",
        "price + 0 < 585.330000000001          | 5853300                 | 5853301",
        "price / 2 > 292.66                    | 5853300                 | 5853000"})
    void shouldCompareADecimalExactly(final String condition, final String accepted, final String rejected) {
        for (final String raw : words(accepted)) {
            assertThat(holds(condition, PRICE, writer -> writer.putLong(Long.parseLong(raw)))).as(raw).isTrue();
        }
        for (final String raw : words(rejected)) {
            assertThat(holds(condition, PRICE, writer -> writer.putLong(Long.parseLong(raw)))).as(raw).isFalse();
        }
    }

    private static List<String> words(final String text) {
        return text == null ? List.of() : List.of(text.split(" +"));
    }

    @Test
    void shouldSayOfAnyDecimalAndLiteralWhatBigDecimalSays() {
        final int[] answers = new int[2];
        for (int i = 0; i < ROUNDS; i++) {
            final FieldType type = TYPES.get(random.nextInt(TYPES.size()));
            final int scale = 1 + random.nextInt(18);
            final long raw = raw(type);
            final BigDecimal value = value(type, raw, scale);
            final BigDecimal literal = near(value);
            final BigDecimal high = literal.add(near(BigDecimal.ZERO).abs());
            final EventSchema event = event(FieldSchema.of("v", type).withScale(scale));
            final Consumer<PayloadWriter> payload = writer -> put(writer, type, raw);
            final int order = value.compareTo(literal);
            final String text = random.nextBoolean() ? literal.toString() : literal.toPlainString();

            answers[assertHolds("v == " + text, event, payload, order == 0)]++;
            answers[assertHolds("v != " + text, event, payload, order != 0)]++;
            answers[assertHolds("v < " + text, event, payload, order < 0)]++;
            answers[assertHolds("v <= " + text, event, payload, order <= 0)]++;
            answers[assertHolds("v > " + text, event, payload, order > 0)]++;
            answers[assertHolds("v >= " + text, event, payload, order >= 0)]++;
            answers[assertHolds("v in (1, " + text + ")", event, payload,
                    order == 0 || value.compareTo(BigDecimal.ONE) == 0)]++;
            answers[assertHolds("v between " + text + " and " + high, event, payload,
                    order >= 0 && value.compareTo(high) <= 0)]++;
            if (literal.signum() > 0) {
                answers[assertHolds("v % " + text, event, payload,
                        value.remainder(literal).signum() == 0)]++;
            }
        }
        assertThat(answers).as("both answers").doesNotContain(0);
    }

    @Test
    void shouldComputeWithDecimalsOfAnyScalesAsBigDecimalDoes() {
        final int[] answers = new int[3];
        for (int i = 0; i < ROUNDS; i++) {
            final int scaleOfA = random.nextInt(10);
            final int scaleOfB = random.nextInt(10);
            final long rawOfA = random.nextLong() >> random.nextInt(Long.SIZE);
            final long rawOfB = random.nextLong() >> random.nextInt(Long.SIZE);
            final BigDecimal a = BigDecimal.valueOf(rawOfA, scaleOfA);
            final BigDecimal b = BigDecimal.valueOf(rawOfB, scaleOfB);
            final EventSchema event = event(FieldSchema.of("a", FieldType.INT64).withScale(scaleOfA),
                    FieldSchema.of("b", FieldType.INT64).withScale(scaleOfB));
            final Consumer<PayloadWriter> payload = writer -> writer.putLong(rawOfA).putLong(rawOfB);
            final int scale = Math.max(scaleOfA, scaleOfB);

            answers[assertHolds("a - 0 > b + 0", event, payload, a.compareTo(b) > 0)]++;
            if (fits(a, scale) && fits(b, scale)) {
                answers[assertResult("a + b", a.add(b), scale, event, payload)]++;
                answers[assertResult("a - b", a.subtract(b), scale, event, payload)]++;
                if (b.signum() != 0) {
                    answers[assertResult("a % b", a.remainder(b), scale, event, payload)]++;
                }
            }
            answers[assertResult("a * b", a.multiply(b), scaleOfA + scaleOfB, event, payload)]++;
        }
        assertThat(answers).as("answers of all kinds").doesNotContain(0);
    }

    /** Equal to the right result and to nothing near; neither if it does not fit. */
    private static int assertResult(final String sum, final BigDecimal expected, final int scale,
            final EventSchema event, final Consumer<PayloadWriter> payload) {
        final BigDecimal result = expected.setScale(scale, RoundingMode.UNNECESSARY);
        if (!fits(result, scale)) {
            assertThat(holds(sum + " == 1 or " + sum + " != 1", event, payload)).as("%s is missing", sum).isFalse();
            return 2;
        }
        assertHolds("(" + sum + ") - 0 == " + result.toPlainString(), event, payload, true);
        return assertHolds("(" + sum + ") - 0 != " + result.toPlainString(), event, payload, false);
    }

    private static boolean fits(final BigDecimal value, final int scale) {
        return value.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue().bitLength() < Long.SIZE;
    }

    private static int assertHolds(final String condition, final EventSchema event,
            final Consumer<PayloadWriter> payload, final boolean expected) {
        assertThat(holds(condition, event, payload)).as("%s of %s", condition, event.fields()).isEqualTo(expected);
        return expected ? 1 : 0;
    }

    /** Of any size, often with zeros at its end. */
    private long raw(final FieldType type) {
        final long any = random.nextLong() >> random.nextInt(Long.SIZE);
        final long raw = random.nextInt(3) == 0 ? any / 1_000 * 1_000 : any;
        final int unused = Long.SIZE - type.length() * Byte.SIZE;
        return type.isUnsigned() ? raw << unused >>> unused : raw << unused >> unused;
    }

    private static BigDecimal value(final FieldType type, final long raw, final int scale) {
        return new BigDecimal(type.isUnsigned()
                ? new BigInteger(Long.toUnsignedString(raw))
                : BigInteger.valueOf(raw), scale);
    }

    /** The same, or a little or much more or less, with fewer or more digits. */
    private BigDecimal near(final BigDecimal value) {
        return switch (random.nextInt(6)) {
            case 0 -> value;
            case 1 -> value.add(BigDecimal.valueOf(random.nextInt(21) - 10, value.scale()));
            case 2 -> value.add(BigDecimal.valueOf(random.nextInt(21) - 10, value.scale() + 1 + random.nextInt(20)));
            case 3 -> value.setScale(random.nextInt(value.scale() + 1), RoundingMode.HALF_EVEN);
            case 4 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(40) - 20);
            default -> BigDecimal.valueOf(1 + random.nextInt(9), random.nextInt(20));
        };
    }

    private static void put(final PayloadWriter writer, final FieldType type, final long raw) {
        switch (type.length()) {
            case Byte.BYTES -> writer.putByte((int) raw);
            case Short.BYTES -> writer.putShort((int) raw);
            case Integer.BYTES -> writer.putInt((int) raw);
            default -> writer.putLong(raw);
        }
    }

    @Test
    void shouldCompareADecimalWithItsNameAndWithElementsAndMembers() {
        final FieldSchema price = FieldSchema.of("price", FieldType.INT32).withScale(2)
                .withValues(ValueMap.of("Price", Map.of(-1L, "MARKET")));

        assertThat(holds("price is market", event(price), writer -> writer.putInt(-1))).isTrue();
        assertThat(holds("price == -0.01", event(price), writer -> writer.putInt(-1))).isTrue();
        assertThat(holds("price like 'mark%'", event(price), writer -> writer.putInt(-1))).isTrue();
        assertThat(holds("price like '%'", event(price), writer -> writer.putInt(1))).isFalse();
        assertThat(holds("price[1] < 0.5", event(price.prefixed()),
                writer -> writer.putShort(2).putInt(100).putInt(49))).isTrue();
        assertThat(holds("leg.price > 0.5", event(FieldSchema.struct("leg", price)), writer -> writer.putInt(51)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "price == soon                    | expected=a number such as 585.33",
        "price % 0                        | value must be above 0",
        "price contains 5                 | operator does not fit the field: field=price",
        "price * price * price * price * price > 1 | product has too many decimals: scale=20, max=18",
        "price + 0.1234567890123456789 > 0 | constant beside a decimal does not fit 64 bits: value=0.123456789012345"})
    void shouldRejectWhatCannotBeCompared(final String condition, final String reason) {
        assertThatThrownBy(() -> Expression.parse(condition).compile(PRICE)).isInstanceOf(RingsideException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldAllocateNothingWhenItCompares() {
        final PayloadBytes payload = Events.payload(writer -> writer.putLong(5_853_301));
        final EventCondition simple = Expression.parse("price > 585.33001 and price % 0.0001").compile(PRICE);
        final EventCondition computed = Expression.parse("price * 2 - 0.5 > 585.3").compile(PRICE);

        final long allocated = AllocatedBytes.by(1_000, () -> {
            assertTrue(simple.accepts(payload));
            assertTrue(computed.accepts(payload));
        });

        assertThat(allocated).isZero();
    }

    private static void assertTrue(final boolean holds) {
        if (!holds) {
            throw new AssertionError("condition does not hold");
        }
    }
}
