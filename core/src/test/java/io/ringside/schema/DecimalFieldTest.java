package io.ringside.schema;

import io.ringside.AllocatedBytes;
import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.DecimalText;
import io.ringside.internal.schema.JsonBytes;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A whole number with a scale is shown as the decimal that it stands for. */
class DecimalFieldTest {
    private static final int ROUNDS = 50_000;

    private final Random random = SeededRandom.create(getClass());

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "INT64  | 4  | 7450 5900 0000 0000 | 585.3300",
        "INT64  | 4  | ffff ffff ffff ffff | -0.0001",
        "INT64  | 18 | 0000 0000 0000 0080 | -9.223372036854775808",
        "UINT64 | 1  | ffff ffff ffff ffff | 1844674407370955161.5",
        "INT8   | 3  | 80                  | -0.128",
        "UINT8  | 2  | ff                  | 2.55",
        "UINT32 | 2  | 0000 0000           | 0.00",
        "INT16  | 2  | 0a00                | 0.10"})
    void shouldBeShownWithAllItsDigits(final FieldType type, final int scale, final String hex, final String shown) {
        final FieldSchema field = FieldSchema.of("v", type).withScale(scale);

        assertThat(ShownFields.text(hex, field)).isEqualTo("v=" + shown);
        assertThat(ShownFields.text(hex, field.withUnit("USD"))).isEqualTo("v=" + shown + " USD");
        assertThat(ShownFields.json(hex, field.withUnit("USD"))).isEqualTo("{\"v\":" + shown + "}");
    }

    @Test
    void shouldHaveNoPublishedNames() {
        final ValueMap published = ValueMap.published("symbol");
        final FieldSchema named = FieldSchema.of("v", FieldType.INT32).withValues(published);
        final FieldSchema decimal = FieldSchema.of("v", FieldType.INT32).withScale(2);

        assertThatThrownBy(() -> named.withScale(2)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("have no published names");
        assertThatThrownBy(() -> decimal.withValues(published)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("no published names: field=v, scale=2, map=symbol");
    }

    @Test
    void shouldBeShownInArraysAndStructs() {
        final FieldSchema field = FieldSchema.of("v", FieldType.UINT8).withScale(1);

        assertThat(ShownFields.json("0200 0c 0d", field.prefixed())).isEqualTo("{\"v\":[1.2,1.3]}");
        assertThat(ShownFields.text("0c", FieldSchema.struct("s", field))).isEqualTo("s={v=1.2}");
    }

    @Test
    void shouldBeShownByItsNameIfItHasOne() {
        final FieldSchema field = FieldSchema.of("v", FieldType.UINT8).withScale(1)
                .withValues(ValueMap.of("Price", Map.of(255L, "MARKET")));

        assertThat(ShownFields.text("ff", field)).isEqualTo("v=MARKET");
        assertThat(ShownFields.text("fe", field)).isEqualTo("v=25.4");
    }

    @Test
    void shouldPrintAnyDecimalAsBigDecimalDoes() {
        final JsonBytes bytes = new JsonBytes(0);
        for (int i = 0; i < ROUNDS; i++) {
            final long value = random.nextInt(100) == 0 ? Long.MIN_VALUE : random.nextLong() >> random.nextInt(64);
            final int scale = 1 + random.nextInt(18);
            final boolean unsigned = random.nextBoolean();
            final BigInteger whole = unsigned
                    ? new BigInteger(Long.toUnsignedString(value))
                    : BigInteger.valueOf(value);
            final String expected = new BigDecimal(whole, scale).toPlainString();
            final StringBuilder text = new StringBuilder();

            DecimalText.append(text, value, unsigned, scale);
            bytes.length(0);
            bytes.appendDecimal(value, unsigned, scale);

            assertThat(text.toString()).isEqualTo(expected);
            assertThat(bytes.toString()).isEqualTo(expected);
        }
    }

    @Test
    void shouldAllocateNothingWhenItIsPrinted() {
        final JsonBytes bytes = new JsonBytes(256);
        final StringBuilder text = new StringBuilder(256);

        final long allocated = AllocatedBytes.by(1_000, () -> {
            bytes.length(0);
            bytes.appendDecimal(-5_853_300, false, 4);
            text.setLength(0);
            DecimalText.append(text, -5_853_300, false, 4);
        });

        assertThat(allocated).isZero();
    }

    @Test
    void shouldBeEncoded() {
        final FieldSchema plain = FieldSchema.of("price", FieldType.INT64).withUnit("USD");
        final byte[] without = SchemaEncoder.encode(schema(plain));
        final byte[] with = SchemaEncoder.encode(schema(plain.withScale(4)));
        final ProviderSchema nested = schema(FieldSchema.struct("s", plain.withScale(18)).prefixed());

        assertThat(decode(SchemaEncoder.encode(nested))).isEqualTo(nested);
        assertThat(decode(with)).isEqualTo(schema(plain.withScale(4))).isNotEqualTo(schema(plain.withScale(3)));
        assertThat(decode(with).events().get(0).fields().get(0).scale()).isEqualTo(4);
        assertThat(decode(without).events().get(0).fields().get(0).scale()).isZero();
        assertThat(SchemaEncoder.encode(schema(plain.withScale(0)))).isEqualTo(without);
    }

    @Test
    void shouldRejectAnEncodedScaleThatIsOutOfRange() {
        final byte[] encoded = SchemaEncoder.encode(schema(FieldSchema.of("price", FieldType.INT64).withScale(4)));
        // Behind the scale is the byte with the flags of the event.
        final int at = encoded.length - 2;
        assertThat(encoded[at]).isEqualTo((byte) 4);
        encoded[at] = 19;
        assertThatThrownBy(() -> decode(encoded)).isInstanceOf(RingsideException.class)
                .hasMessage("scale out of range: field=price, scale=19, min=0, max=18");
        encoded[at] = 0;
        assertThatThrownBy(() -> decode(encoded)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("not in canonical form");
    }

    @ParameterizedTest
    @CsvSource({"-1", "19"})
    void shouldRejectAScaleThatIsOutOfRange(final int scale) {
        assertThatThrownBy(() -> FieldSchema.of("price", FieldType.INT64).withScale(scale))
                .isInstanceOf(RingsideException.class)
                .hasMessage("scale out of range: field=price, scale=" + scale + ", min=0, max=18");
    }

    @Test
    void shouldRejectAScaleOfWhatIsShownInAnotherWay() {
        final FieldSchema price = FieldSchema.of("price", FieldType.INT64);
        final ValueMap bits = ValueMap.ofBits("Bits", Map.of(1L, "ONE"));

        for (final FieldSchema other : new FieldSchema[]{price.withOutType(OutType.HEXINT64), price.withValues(bits),
            FieldSchema.of("price", FieldType.DOUBLE), FieldSchema.of("price", FieldType.TIMESTAMP),
            FieldSchema.of("price", FieldType.HEXINT64), FieldSchema.of("price", FieldType.STRING)}) {
            assertThatThrownBy(() -> other.withScale(4)).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("can be decimals: field=price").hasMessageContaining("scale=4");
            assertThat(other.withScale(0)).isEqualTo(other);
        }
        assertThatThrownBy(() -> price.withScale(4).withOutType(OutType.HEXINT64)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("decimals have no out type");
        assertThatThrownBy(() -> price.withScale(4).withValues(bits)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("decimals have no bits");
    }

    private static ProviderSchema schema(final FieldSchema field) {
        return ProviderSchema.builder("Acme").event("e", EventDescriptor.of(1, 4, 1), field).build();
    }

    private static ProviderSchema decode(final byte[] bytes) {
        return SchemaDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
