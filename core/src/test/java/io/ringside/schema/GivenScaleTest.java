package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.JsonBytes;
import io.ringside.internal.schema.JsonFieldBytes;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.internal.schema.TextFields;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A decimal may have its scale from another field: its value, or what is published for the value. */
class GivenScaleTest {
    private static final FieldSchema DIGITS = FieldSchema.of("digits", FieldType.INT8);
    private static final FieldSchema PRICE = FieldSchema.of("price", FieldType.INT64).withScaleFrom("digits");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "04 | 585.3300               | 585.3300",
        "00 | 5853300                | 5853300",
        "12 | 0.000000000005853300   | 0.000000000005853300",
        "13 | \"5853300 (no scale)\" | \"5853300 (no scale)\"",
        "ff | \"5853300 (no scale)\" | \"5853300 (no scale)\"",
        "80 | \"5853300 (no scale)\" | \"5853300 (no scale)\""})
    void shouldBeTheValueOfTheField(final String digits, final String text, final String json) {
        final String hex = digits + "7450 5900 0000 0000";

        assertThat(ShownFields.text(hex, DIGITS, PRICE)).endsWith(" price=" + text);
        assertThat(ShownFields.json(hex, DIGITS, PRICE)).endsWith(",\"price\":" + json + "}");
        assertThat(jsonBytes(hex, DIGITS, PRICE)).isEqualTo(ShownFields.json(hex, DIGITS, PRICE));
    }

    private static String jsonBytes(final String hex, final FieldSchema... fields) {
        final JsonBytes out = new JsonBytes(0);
        final JsonFieldBytes visitor = new JsonFieldBytes(out, false);
        final EventSchema event = Schemas.event(fields);
        final UnsafeBuffer payload = ShownFields.bytes(hex);
        visitor.begin(JsonFieldBytes.prepare(event));
        new PayloadReader().read(event, payload, 0, payload.capacity(), visitor);
        visitor.end();
        return out.toString();
    }

    @Test
    void shouldApplyToAllElementsAndInEachStruct() {
        final FieldSchema digits = FieldSchema.of("d", FieldType.UINT8);
        final FieldSchema value = FieldSchema.of("v", FieldType.UINT8).withScaleFrom("d");

        assertThat(ShownFields.json("01 0200 0c 0d", digits, value.prefixed())).isEqualTo("{\"d\":1,\"v\":[1.2,1.3]}");
        assertThat(ShownFields.json("0200 01 ff 02 ff", FieldSchema.struct("s", digits, value).prefixed()))
                .isEqualTo("{\"s\":[{\"d\":1,\"v\":25.5},{\"d\":2,\"v\":2.55}]}");
        assertThat(ShownFields.text("02 01 7f", digits, FieldSchema.struct("s", digits, value)))
                .isEqualTo("d=2 s={d=1 v=12.7}");
    }

    @Test
    void shouldShowTheUnitOfDecimalsAndMarkUnsignedNumbersWithoutAScale() {
        final FieldSchema share = FieldSchema.of("share", FieldType.UINT64).withScaleFrom("digits").withUnit("USD");

        assertThat(ShownFields.text("01 ffff ffff ffff ffff", DIGITS, share))
                .isEqualTo("digits=1 share=1844674407370955161.5 USD");
        assertThat(ShownFields.text("63 ffff ffff ffff ffff", DIGITS, share))
                .isEqualTo("digits=99 share=\"18446744073709551615 (no scale)\"");
    }

    @Test
    void shouldBeThatWhichIsPublishedForTheValueAsOfTheTime() {
        final ProviderSchema schema = schema(
                FieldSchema.of("symbol", FieldType.INT8).withValues(ValueMap.published("symbol")),
                FieldSchema.of("price", FieldType.INT8).withScaleFrom("symbol"));
        final PublishedNames names = new PublishedNames();
        final PublishedNames.AsOf asOf = new PublishedNames.AsOf();
        final EventSchema event = schema.withNames(names, asOf).events().get(0);
        final UnsafeBuffer payload = ShownFields.bytes("11 37");

        assertThat(text(event, payload)).isEqualTo("symbol=17 price=\"55 (no scale)\"");
        names.publishScale("symbol", 18, 3, 50);
        names.publishScale("symbol", 17, 2, 100);
        names.publish("symbol", 17, "AAPL", 150);
        names.publishScale("symbol", 17, 0, 200);
        names.publishScale("symbol", 17, 18, 300);
        asOf.timeTicks(0);
        assertThat(text(event, payload)).as("the first one is that of before, too").isEqualTo("symbol=AAPL price=0.55");
        asOf.timeTicks(199);
        assertThat(text(event, payload)).isEqualTo("symbol=AAPL price=0.55");
        asOf.timeTicks(200);
        assertThat(text(event, payload)).isEqualTo("symbol=AAPL price=55");
        asOf.timeTicks(300);
        assertThat(text(event, payload)).isEqualTo("symbol=AAPL price=0.000000000000000055");
        assertThat(names.publishScale("symbol", 17, 18, 400)).as("it has that scale").isFalse();
    }

    private static String text(final EventSchema event, final UnsafeBuffer payload) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, event, payload, 0, payload.capacity());
        return text.toString();
    }

    @Test
    void shouldBeEncoded() {
        final ProviderSchema schema = schema(DIGITS, PRICE, FieldSchema.struct("s", DIGITS, PRICE).prefixed());
        final byte[] encoded = SchemaEncoder.encode(schema);

        assertThat(decode(encoded)).isEqualTo(schema);
        assertThat(decode(encoded).events().get(0).fields().get(1).scaleFrom()).isEqualTo("digits");
        assertThat(schema).isNotEqualTo(schema(DIGITS, PRICE.withScale(4),
                FieldSchema.struct("s", DIGITS, PRICE).prefixed()));
    }

    @Test
    void shouldRejectAnEncodedFieldThatDoesNotPrecede() {
        final byte[] encoded = SchemaEncoder.encode(schema(DIGITS, PRICE));
        // Behind the index is the byte with the flags of the event.
        final int at = encoded.length - 3;
        assertThat(encoded[at]).isZero();
        encoded[at] = 1;
        assertThatThrownBy(() -> decode(encoded)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("does not precede it").hasMessageContaining("index=1");
    }

    @Test
    void shouldRejectAFieldThatDoesNotPrecedeOrIsNoWholeNumber() {
        assertThatThrownBy(() -> schema(FieldSchema.of("size", FieldType.INT8), PRICE, DIGITS))
                .isInstanceOf(RingsideException.class).hasMessage("field that gives the scale must precede its field: "
                        + "of=event e, field=price, scaleFrom=digits, earlier=[size]");
        for (final FieldSchema wrong : new FieldSchema[]{FieldSchema.of("digits", FieldType.DOUBLE),
            FieldSchema.of("digits", FieldType.STRING), DIGITS.prefixed(), DIGITS.withScale(1),
            FieldSchema.of("digits", FieldType.UINT16).withOutType(OutType.PORT)}) {
            assertThatThrownBy(() -> schema(wrong, PRICE)).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("must be a single whole number: of=event e, field=price, scaleFrom=digits");
        }
    }

    @Test
    void shouldRejectDecimalsThatAreShownInAnotherWay() {
        final FieldSchema plain = FieldSchema.of("price", FieldType.INT64);
        final ValueMap values = ValueMap.of("Price", Map.of(0L, "NONE"));

        for (final FieldSchema other : new FieldSchema[]{plain.withOutType(OutType.HEXINT64), plain.withValues(values),
            plain.withValues(ValueMap.published("price")), FieldSchema.of("price", FieldType.DOUBLE),
            FieldSchema.of("price", FieldType.HEXINT64)}) {
            assertThatThrownBy(() -> other.withScaleFrom("digits")).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("can have their scale from another field: field=price");
        }
        assertThatThrownBy(() -> PRICE.withOutType(OutType.HEXINT64)).hasMessageContaining("no out type");
        assertThatThrownBy(() -> PRICE.withValues(values)).hasMessageContaining("have no names: field=price");
        assertThat(plain.withScale(4).withScaleFrom("digits")).isEqualTo(PRICE);
        assertThat(PRICE.withScale(4)).isEqualTo(plain.withScale(4));
        assertThat(PRICE.withScale(0)).isEqualTo(plain);
    }

    private static ProviderSchema schema(final FieldSchema... fields) {
        return ProviderSchema.builder("Acme").event("e", EventDescriptor.of(1, 4, 1), fields).build();
    }

    private static ProviderSchema decode(final byte[] bytes) {
        return SchemaDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
