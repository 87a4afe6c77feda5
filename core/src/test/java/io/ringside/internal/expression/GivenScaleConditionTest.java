package io.ringside.internal.expression;

import io.ringside.AllocatedBytes;
import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.ValueMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

import static io.ringside.internal.expression.Events.event;
import static io.ringside.internal.expression.Events.holds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Decimals whose scale the event gives are compared exactly: as BigDecimal says. */
class GivenScaleConditionTest {
    private static final int ROUNDS = 10_000;
    private static final FieldSchema DIGITS = FieldSchema.of("digits", FieldType.INT16);
    private static final FieldSchema PRICE = FieldSchema.of("price", FieldType.INT64).withScaleFrom("digits");
    private static final FieldSchema PRICE_OF = FieldSchema.of("price", FieldType.INT64).withScaleFrom("symbol");
    private static final FieldSchema SIZE = FieldSchema.of("size", FieldType.INT32);
    private static final EventSchema EVENT = event(DIGITS, PRICE, SIZE);

    private final Random random = SeededRandom.create(getClass());

    @Test
    void shouldSayOfAnyDecimalAndLiteralWhatBigDecimalSays() {
        final int[] answers = new int[2];
        for (int i = 0; i < ROUNDS; i++) {
            final boolean unsigned = random.nextBoolean();
            final EventSchema event = event(DIGITS, FieldSchema.of("v", unsigned ? FieldType.UINT64 : FieldType.INT64)
                    .withScaleFrom("digits"));
            final int scale = random.nextInt(SchemaLimits.SCALE_MAX + 1);
            final long raw = random.nextLong() >> random.nextInt(Long.SIZE);
            final BigDecimal value = new BigDecimal(unsigned
                    ? new BigInteger(Long.toUnsignedString(raw))
                    : BigInteger.valueOf(raw), scale);
            final BigDecimal literal = random.nextBoolean()
                    ? value
                    : value.add(BigDecimal.valueOf(random.nextInt(5) - 2, scale + random.nextInt(2)));
            final Consumer<PayloadWriter> payload = writer -> writer.putShort((short) scale).putLong(raw);
            final int order = value.compareTo(literal);

            answers[answer("v == " + literal, event, payload, order == 0)]++;
            answers[answer("v != " + literal, event, payload, order != 0)]++;
            answers[answer("v < " + literal, event, payload, order < 0)]++;
            answers[answer("not v >= " + literal, event, payload, order < 0)]++;
            answers[answer("v > " + literal, event, payload, order > 0)]++;
            answers[answer("v <= " + literal, event, payload, order <= 0)]++;
            answers[answer("v in (1, " + literal + ")", event, payload,
                    order == 0 || value.compareTo(BigDecimal.ONE) == 0)]++;
            if (literal.signum() > 0) {
                answers[answer("v % " + literal, event, payload, value.remainder(literal).signum() == 0)]++;
            }
        }
        assertThat(answers).as("both answers").doesNotContain(0);
    }

    @Test
    void shouldComputeAsBigDecimalDoes() {
        final int[] answers = new int[2];
        final EventSchema event = event(DIGITS, PRICE, FieldSchema.of("fee", FieldType.INT32).withScaleFrom("digits"),
                FieldSchema.of("rate", FieldType.INT16).withScale(3));
        for (int i = 0; i < ROUNDS; i++) {
            final int scale = random.nextInt(SchemaLimits.SCALE_MAX + 1);
            final long price = random.nextInt();
            final int fee = random.nextInt(1_000) - 500;
            final short rate = (short) random.nextInt();
            final BigDecimal total = BigDecimal.valueOf(price, scale).add(BigDecimal.valueOf(fee, scale));
            final BigDecimal limit = total.add(BigDecimal.valueOf(random.nextInt(3) - 1, scale));
            final Consumer<PayloadWriter> payload = writer -> writer.putShort((short) scale).putLong(price)
                    .putInt(fee).putShort(rate);

            answers[answer("price + fee > " + limit.toPlainString(), event, payload, total.compareTo(limit) > 0)]++;
            answers[answer("price - fee == 0", event, payload, price == fee)]++;
            answers[answer("price + 0 < rate + 0", event, payload,
                    BigDecimal.valueOf(price, scale).compareTo(BigDecimal.valueOf(rate, 3)) < 0)]++;
            if (scale <= SchemaLimits.SCALE_MAX / 2) {
                final BigDecimal product = BigDecimal.valueOf(price, scale).multiply(BigDecimal.valueOf(fee, scale));
                answers[answer("price * fee >= 0.5", event, payload,
                        product.compareTo(new BigDecimal("0.5")) >= 0)]++;
            } else {
                assertThat(holds("price * fee > 0 or price * fee <= 0", event, payload))
                        .as("a product of more than 18 digits after the point is missing").isFalse();
            }
        }
        assertThat(answers).as("both answers").doesNotContain(0);
    }

    private static int answer(final String condition, final EventSchema event, final Consumer<PayloadWriter> payload,
            final boolean expected) {
        assertThat(holds(condition, event, payload)).as(condition).isEqualTo(expected);
        return expected ? 1 : 0;
    }

    @Test
    void shouldBeMissingWithoutAScale() {
        for (final int digits : new int[]{-1, 19, Short.MAX_VALUE, Short.MIN_VALUE}) {
            final Consumer<PayloadWriter> payload = writer -> writer.putShort((short) digits).putLong(5).putInt(7);

            for (final String condition : List.of("price == 5", "price != 5", "not price == 5", "price + 1 > 0",
                    "not price + 1 > 0", "price in (5, 6)")) {
                assertThat(holds(condition, EVENT, payload)).as("%s, digits=%d", condition, digits).isFalse();
            }
            assertThat(holds("price == 5 or size == 7", EVENT, payload)).isTrue();
        }
        assertThat(holds("price == 5 or size == 7", EVENT, writer -> writer.putShort((short) 0).putInt(5))).isFalse();
    }

    @Test
    void shouldFindTheScaleInTheSameStruct() {
        final EventSchema event = event(FieldSchema.struct("legs", DIGITS, PRICE).prefixed(), DIGITS);
        final Consumer<PayloadWriter> payload = writer -> writer.putShort((short) 2).putShort((short) 1).putLong(15)
                .putShort((short) 2).putLong(15).putShort((short) 0);

        assertThat(holds("legs[0].price == 1.5 and legs[1].price == 0.15", event, payload)).isTrue();
        assertThat(holds("legs[0].price == 0.15 or legs[1].price == 1.5", event, payload)).isFalse();
    }

    @Test
    void shouldCompareWithTheScaleThatIsPublished() {
        final ProviderSchema schema = ProviderSchema.builder("p")
                .event("e", EventDescriptor.of(1, Level.INFORMATION, 1),
                        FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")), PRICE_OF)
                .build();
        final PublishedNames names = new PublishedNames();
        final EventSchema event = schema.withNames(names, new PublishedNames.AsOf()).events().get(0);
        final EventCondition compared = Expression.parse("price > 585.33").compile(event);
        final EventCondition computed = Expression.parse("price * 2 > 1170.66").compile(event);
        final PayloadBytes payload = Events.payload(writer -> writer.putInt(17).putLong(5_853_301));

        assertThat(compared.accepts(payload)).isFalse();
        assertThat(computed.accepts(payload)).isFalse();
        names.publishScale("symbol", 17, 4, 0);
        assertThat(compared.accepts(payload)).isTrue();
        assertThat(computed.accepts(payload)).isTrue();
        names.publishScale("symbol", 17, 5, 1);
        assertThat(compared.accepts(payload)).isFalse();
        assertThat(computed.accepts(payload)).isFalse();
    }

    @Test
    void shouldRejectATermWithScalesFromSeveralFieldsAndWhatIsNoNumber() {
        final FieldSchema other = FieldSchema.of("other", FieldType.INT8);
        final EventSchema event = event(DIGITS, PRICE, other,
                FieldSchema.of("fee", FieldType.INT64).withScaleFrom("other"));

        assertThatThrownBy(() -> Expression.parse("price + fee > 1").compile(event))
                .isInstanceOf(RingsideException.class).hasMessageContaining("fields=digits and other");
        assertThatThrownBy(() -> Expression.parse("price is CHEAP").compile(event))
                .isInstanceOf(RingsideException.class).hasMessageContaining("operator does not fit the field");
        assertThatThrownBy(() -> Expression.parse("price == CHEAP").compile(event))
                .isInstanceOf(RingsideException.class).hasMessageContaining("expected=a number such as 585.33");
        assertThatThrownBy(() -> Expression.parse("price + 0 > 1.00000000000000000001").compile(event))
                .isInstanceOf(RingsideException.class).hasMessageContaining("does not fit 64 bits");
        assertThat(holds("price == 1 and fee == 2", event, writer -> writer.putShort((short) 0).putLong(1)
                .putByte((byte) 1).putLong(20))).isTrue();
    }

    @Test
    void shouldAllocateNothingWhenItIsCompared() {
        final EventCondition condition = Expression.parse("price > 585.33 and price * size > 5.5").compile(EVENT);
        final PayloadBytes payload = Events.payload(writer -> writer.putShort((short) 4).putLong(5_853_301).putInt(9));

        assertThat(condition.accepts(payload)).isTrue();
        assertThat(AllocatedBytes.by(1_000, () -> condition.accepts(payload))).isZero();
    }
}
