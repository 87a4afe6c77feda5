package io.ringside.schema;

import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.TextFields;
import java.util.HexFormat;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FieldTextTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
    private final PayloadWriter writer = new PayloadWriter().wrap(buffer, 0, buffer.capacity());

    @Test
    void shouldPrintNumbersExactly() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("i", FieldType.INT64),
                FieldSchema.of("u", FieldType.UINT64).fixed(2),
                FieldSchema.of("f", FieldType.FLOAT),
                FieldSchema.of("d", FieldType.DOUBLE).fixed(3),
                FieldSchema.of("price", FieldType.INT32).withUnit("cents"));
        writer.putLong(Long.MIN_VALUE).putLong(-1).putLong(5).putFloat(0.1f);
        writer.putDouble(1e300).putDouble(Double.NaN).putDouble(Double.NEGATIVE_INFINITY).putInt(7);

        assertThat(json(event))
                .isEqualTo("{\"i\":-9223372036854775808,\"u\":[18446744073709551615,5],\"f\":0.1,"
                        + "\"d\":[1.0E300,\"NaN\",\"-Infinity\"],\"price\":7}");
        assertThat(text(event))
                .isEqualTo("i=-9223372036854775808 u=[18446744073709551615, 5] f=0.1 d=[1.0E300, NaN, -Infinity]"
                        + " price=7 cents");
    }

    @Test
    void shouldPrintWhatIsNoNumber() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("b", FieldType.BOOLEAN),
                FieldSchema.of("bytes", FieldType.BINARY),
                FieldSchema.of("uuid", FieldType.UUID),
                FieldSchema.of("at", FieldType.TIMESTAMP),
                FieldSchema.of("ip", FieldType.IPV4),
                FieldSchema.of("side", FieldType.UINT8).withValues(Schemas.SIDE),
                FieldSchema.of("before", FieldType.TIMESTAMP));
        writer.putBoolean(true).putBinary(new UnsafeBuffer(new byte[]{0, -1, 16}), 0, 3);
        writer.putUuid(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")).putLong(1_700_000_000_000_000_001L);
        writer.putBytes(new UnsafeBuffer(new byte[]{127, 0, 0, -1}), 0, 4).putByte(2).putLong(-1);

        assertThat(json(event))
                .isEqualTo("{\"b\":true,\"bytes\":\"00ff10\",\"uuid\":\"00112233-4455-6677-8899-aabbccddeeff\","
                        + "\"at\":1700000000000000001,\"ip\":\"127.0.0.255\",\"side\":\"SELL\",\"before\":-1}");
        assertThat(text(event))
                .isEqualTo("b=true bytes=0x00ff10 uuid=00112233-4455-6677-8899-aabbccddeeff"
                        + " at=2023-11-14T22:13:20.000000001Z ip=127.0.0.255 side=SELL"
                        + " before=1969-12-31T23:59:59.999999999Z");
    }

    @Test
    void shouldNestStructsAndArrays() {
        final EventSchema event = Schemas.event(
                FieldSchema.struct(
                        "s",
                        FieldSchema.of("a", FieldType.INT8),
                        FieldSchema.of("v", FieldType.INT8).prefixed())
                        .fixed(2),
                FieldSchema.struct("t", FieldSchema.of("b", FieldType.INT8)),
                FieldSchema.of("c", FieldType.INT8));
        writer.putByte(1).putShort(2).putByte(2).putByte(3).putByte(4).putShort(0).putByte(5).putByte(6);

        assertThat(json(event)).isEqualTo("{\"s\":[{\"a\":1,\"v\":[2,3]},{\"a\":4,\"v\":[]}],\"t\":{\"b\":5},\"c\":6}");
        assertThat(text(event)).isEqualTo("s=[{a=1 v=[2, 3]}, {a=4 v=[]}] t={b=5} c=6");
        assertThat(json(Schemas.event(), 0)).isEqualTo("{}");
        assertThat(text(Schemas.event(), 0)).isEmpty();
    }

    @Test
    void shouldEscapeTextSoThatItCanDoNoHarm() {
        final EventSchema event = Schemas.event(FieldSchema.of("s", FieldType.STRING));
        writer.putString("a\"b\\c\n\r\t\u0000\u001b[31m\u007f\u009b\u2028\u2029\u00e9\ud83d\ude00/");

        assertThat(json(event))
                .isEqualTo(
                        "{\"s\":\"a\\\"b\\\\c\\n\\r\\t\\u0000\\u001b[31m\\u007f\\u009b\\u2028\\u2029"
                                + "\u00e9\ud83d\ude00/\"}");
        assertThat(text(event))
                .isEqualTo(
                        "s=\"a\\\"b\\\\c\\n\\r\\t\\u0000\\u001b[31m\\u007f\\u009b\\u2028\\u2029\u00e9\ud83d\ude00/\"");
    }

    @Test
    void shouldReplaceWhatIsNotText() {
        final EventSchema event = Schemas.event(FieldSchema.of("s", FieldType.STRING));
        writer.putBinary(new UnsafeBuffer(new byte[]{'a', (byte) 0xFF, 'b'}), 0, 3);

        assertThat(json(event)).isEqualTo("{\"s\":\"a\ufffdb\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"abc|abc", "a b|\"a b\"", "a=b|\"a=b\"", "''|\"\"", "a,b|\"a,b\"",
        "[a]|\"[a]\""})
    void shouldQuoteTextForPeopleOnlyIfItIsNotClear(final String value, final String shown) {
        writer.putString(value);

        assertThat(text(Schemas.event(FieldSchema.of("s", FieldType.STRING)))).isEqualTo("s=" + shown);
    }

    @Test
    void shouldSayWhereAPayloadEndedAndWhatNobodyRead() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("a", FieldType.INT8), FieldSchema.of("b", FieldType.INT32).fixed(2));
        writer.putByte(1).putInt(2).putShort(3);

        assertThat(json(event)).isEqualTo("{\"a\":1,\"b\":[2],\"$truncated\":\"b\",\"$unread\":\"0300\"}");
        assertThat(text(event)).isEqualTo("a=1 b=[2] $truncated=b $unread=0x0300");
        assertThat(json(event, 5)).isEqualTo("{\"a\":1,\"b\":[2],\"$truncated\":\"b\"}");
        assertThat(json(Schemas.event(FieldSchema.of("a", FieldType.INT8))))
                .isEqualTo("{\"a\":1,\"$unread\":\"020000000300\"}");
    }

    @Test
    void shouldStartAfreshForEveryPayload() {
        final JsonFields json = new JsonFields();
        final EventSchema event = Schemas.event(FieldSchema.of("a", FieldType.INT8));
        final StringBuilder out = new StringBuilder("x");

        json.append(out, event, buffer, 0, 1);
        json.append(out, event, buffer, 0, 1);

        assertThat(out).hasToString("x{\"a\":0}{\"a\":0}");
    }

    @ParameterizedTest
    @CsvSource({
        "20010db8000000000000000000000001, 2001:db8::1",
        "00000000000000000000000000000000, ::",
        "00000000000000000000000000000001, ::1",
        "fe800000000000000000000000000000, fe80::",
        "20010db8000100000001000100010001, 2001:db8:1:0:1:1:1:1",
        "20010db8000000000001000000000001, 2001:db8::1:0:0:1",
        "20010000000000010000000000000001, 2001:0:0:1::1",
        "00010002000300040005000600070008, 1:2:3:4:5:6:7:8",
    })
    void shouldPrintAddressesAsPeopleWriteThem(final String hex, final String shown) {
        writer.putBytes(new UnsafeBuffer(HexFormat.of().parseHex(hex)), 0, 16);

        assertThat(text(Schemas.event(FieldSchema.of("ip", FieldType.IPV6)))).isEqualTo("ip=" + shown);
    }

    private String json(final EventSchema event) {
        return json(event, writer.length());
    }

    private String json(final EventSchema event, final int length) {
        final StringBuilder out = new StringBuilder();
        new JsonFields().append(out, event, buffer, 0, length);
        return out.toString();
    }

    private String text(final EventSchema event) {
        return text(event, writer.length());
    }

    private String text(final EventSchema event, final int length) {
        final StringBuilder out = new StringBuilder();
        new TextFields().append(out, event, buffer, 0, length);
        return out.toString();
    }
}
