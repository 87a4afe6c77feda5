package io.ringside.etw.property;

import io.ringside.SeededRandom;
import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.Schemas;
import io.ringside.schema.ShownFields;
import io.ringside.schema.ValueMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class PropertyFormatterTest {
    private static final int CAPACITY = 4_096;

    /** One field of every kind, each behind those that it depends on. */
    private static final List<FieldSchema> KINDS = List.of(
            FieldSchema.of("n", FieldType.UINT8),
            FieldSchema.of("port", FieldType.UINT16).withOutType(OutType.PORT),
            FieldSchema.of("address", FieldType.UINT32).withOutType(OutType.IPV4),
            FieldSchema.of("access", FieldType.UINT16).withValues(
                    ValueMap.ofBits("Access", Map.of(1L, "X", 4L, "Y"))),
            FieldSchema.of("text", FieldType.STRING),
            FieldSchema.of("terminated", FieldType.TERMINATED_STRING),
            FieldSchema.of("wide", FieldType.WIDE_STRING),
            FieldSchema.of("terminatedWide", FieldType.TERMINATED_WIDE_STRING),
            FieldSchema.of("sized", FieldType.STRING).sized(3),
            FieldSchema.of("sizedBy", FieldType.BINARY).sizedBy("n"),
            FieldSchema.of("time", FieldType.FILETIME),
            FieldSchema.of("truth", FieldType.BOOLEAN32),
            FieldSchema.of("six", FieldType.BINARY).sized(16).withOutType(OutType.IPV6),
            FieldSchema.struct("pair", FieldSchema.of("a", FieldType.INT8), FieldSchema.of("b", FieldType.STRING)),
            FieldSchema.of("last", FieldType.DOUBLE));
    private static final String BYTES = "02" + "0050" + "7f000001" + "0500" + "03006120 62" + "7a00" + "0400 63006400"
            + "65000000" + "666768" + "0a0b" + "0000000000000000" + "01000000" + "20010db8000000000000000000000001"
            + "07 0100 69" + "000000000000f03f";
    private static final List<String> SHOWN = List.of("2", "80", "127.0.0.1", "X|Y", "a b", "z", "cd", "e", "fgh",
            "0x0a0b", "1601-01-01T00:00:00Z", "true", "2001:db8::1", "{a=7 b=i}", "1.0");

    private final UnsafeBuffer target = new UnsafeBuffer(new byte[CAPACITY]);
    private final PropertyFormatter formatter = new PropertyFormatter().wrap(target, 0, CAPACITY);

    @Test
    @DisplayName("R6.21 a property is formatted into the buffer that is given, and says how many bytes it had")
    void shouldFormatPropertyByProperty() {
        final UnsafeBuffer payload = ShownFields.bytes(BYTES);

        assertThat(formatAll(payload, payload.capacity())).isEqualTo(SHOWN);
    }

    @Test
    @DisplayName("R6.21 a buffer that is too small gets nothing, and the size that is needed is told")
    void shouldTellTheSizeThatIsNeeded() {
        final FieldSchema field = FieldSchema.of("text", FieldType.STRING);
        final UnsafeBuffer payload = ShownFields.bytes("0700 61c3a9 f09f9880");
        Arrays.fill(target.byteArray(), (byte) 9);

        for (int capacity = 0; capacity < 7; capacity++) {
            formatter.wrap(target, 10, capacity);
            assertThat(formatter.format(field, payload, 0, 9)).isEqualTo(FormatStatus.INSUFFICIENT_BUFFER);
            assertThat(formatter.formattedLength()).isEqualTo(7);
            assertThat(formatter.consumedBytes()).isZero();
            assertThat(target.getByte(10 + capacity)).as("byte behind the buffer").isEqualTo((byte) 9);
        }
        formatter.wrap(target, 10, 7);
        assertThat(formatter.format(field, payload, 0, 9)).isEqualTo(FormatStatus.SUCCESS);
        assertThat(target.getStringWithoutLengthUtf8(10, 7)).isEqualTo("a\u00e9\ud83d\ude00");
        assertThat(formatter.consumedBytes()).isEqualTo(9);
    }

    @Test
    @DisplayName("R6.21 the codes are ETW's")
    void shouldHaveTheCodesOfEtw() {
        assertThat(FormatStatus.SUCCESS.code()).isZero();
        assertThat(FormatStatus.INSUFFICIENT_BUFFER.code()).isEqualTo(122);
        assertThat(FormatStatus.INVALID_EVENT_DATA.code()).isEqualTo(15_005);
    }

    @Test
    @DisplayName("R6.21 cut off at each byte: what is there is right, what is not is invalid, and nothing throws")
    void shouldFormatWhatIsThereOfAPayloadThatIsCutAnywhere() {
        final UnsafeBuffer payload = ShownFields.bytes(BYTES);
        int before = 0;
        for (int length = 0; length < payload.capacity(); length++) {
            final List<String> shown = formatAll(payload, length);
            final int right = whole(shown);
            assertThat(right).as("length %d", length).isBetween(before, before + 1);
            assertThat(shown.subList(right, shown.size())).as("length %d", length).allMatch(
                    value -> value.equals("INVALID_EVENT_DATA") || isCutString(value, right));
            before = right;
        }
        assertThat(before).isEqualTo(SHOWN.size() - 1);
    }

    @Test
    @DisplayName("R6.21 cut off at each byte, printing shows the fields that are there and names the next")
    void shouldPrintWhatIsThereOfAPayloadThatIsCutAnywhere() {
        final EventSchema event = Schemas.event(KINDS.toArray(FieldSchema[]::new));
        final UnsafeBuffer payload = ShownFields.bytes(BYTES);
        final String whole = print(event, payload, payload.capacity());

        assertThat(whole).startsWith("{\"n\":2,\"port\":80,\"address\":\"127.0.0.1\",\"access\":\"X|Y\"")
                .doesNotContain("$");
        for (int length = 0; length < payload.capacity(); length++) {
            final String shown = print(event, payload, length);
            final String fields = shown.substring(0, shown.indexOf("\"$truncated\""));
            assertThat(shown).as("length %d", length).contains("\"$truncated\":");
            // A string without its end is shown as far as it is there, and what it lacks with it.
            assertThat(whole).as("length %d", length).startsWith(
                    fields.replaceAll("\"pair\":\\{(\"a\":7)?},$", "").replaceAll("\"[^\"]*\":\"[^\"]*\",$", ""));
        }
    }

    @Test
    @DisplayName("R6.21 an IPv6 address has 16 bytes where its length is 0")
    void shouldTakeSixteenBytesForAnAddress() {
        final FieldSchema field = FieldSchema.of("six", FieldType.BINARY).sizedBy("n").withOutType(OutType.IPV6);
        final UnsafeBuffer payload = ShownFields.bytes("20010db8000000000000000000000001");

        assertThat(format(field, 0, payload, 16)).isEqualTo("2001:db8::1");
        assertThat(formatter.consumedBytes()).isEqualTo(16);
        assertThat(format(field, 16, payload, 16)).isEqualTo("2001:db8::1");
        assertThat(format(field, 0, payload, 15)).isEqualTo("INVALID_EVENT_DATA");
    }

    @Test
    @DisplayName("R6.21 a value that its map does not know is formatted without the map")
    void shouldFormatWithoutTheMapWhenItHasNoName() {
        final FieldSchema field = FieldSchema.of("side", FieldType.UINT8).withValues(Schemas.SIDE);

        assertThat(format(field, 0, ShownFields.bytes("01"), 1)).isEqualTo("BUY");
        assertThat(format(field, 0, ShownFields.bytes("09"), 1)).isEqualTo("9");
    }

    @Test
    void shouldLeaveOutUnitsAndQuotes() {
        assertThat(format(FieldSchema.of("v", FieldType.UINT8).withUnit("ns"), 0, ShownFields.bytes("09"), 1))
                .isEqualTo("9");
        assertThat(format(FieldSchema.struct("s", FieldSchema.of("t", FieldType.STRING)), 0,
                ShownFields.bytes("0300612062"), 5)).isEqualTo("{t=\"a b\"}");
        assertThat(format(FieldSchema.of("v", FieldType.UINT8).fixed(2), 0, ShownFields.bytes("0102"), 2))
                .as("one element").isEqualTo("1");
    }

    @Test
    void shouldNotWriteOutsideOfItsTarget() {
        final FieldSchema field = FieldSchema.of("v", FieldType.UINT8);
        final UnsafeBuffer payload = ShownFields.bytes("09");

        for (final int[] room : new int[][]{{CAPACITY, 1}, {-1, 5}, {CAPACITY + 1, 5}, {0, -1},
            {Integer.MIN_VALUE, 1}}) {
            formatter.wrap(target, room[0], room[1]);
            assertThat(formatter.format(field, payload, 0, 1)).isEqualTo(FormatStatus.INSUFFICIENT_BUFFER);
            assertThat(formatter.formattedLength()).isEqualTo(1);
        }
        assertThat(new PropertyFormatter().format(field, payload, 0, 1)).isEqualTo(FormatStatus.INSUFFICIENT_BUFFER);
        assertThat(formatter.wrap(target, CAPACITY - 1, 100).format(field, payload, 0, 1))
                .isEqualTo(FormatStatus.SUCCESS);
        assertThat(formatter.format(field, payload, -1, 1)).isEqualTo(FormatStatus.INVALID_EVENT_DATA);
        assertThat(formatter.format(field, payload, 5, 1)).isEqualTo(FormatStatus.INVALID_EVENT_DATA);
        assertThat(formatter.format(field, payload, 0, -1)).isEqualTo(FormatStatus.INVALID_EVENT_DATA);
    }

    @Test
    void shouldReadStructsOfAnyDepth() {
        FieldSchema nested = FieldSchema.of("v", FieldType.UINT8).fixed(1);
        for (int level = 1; level <= SchemaLimits.DEPTH_MAX; level++) {
            nested = FieldSchema.struct("s", nested).fixed(1);
        }

        assertThat(format(nested, 0, ShownFields.bytes("09"), 1))
                .isEqualTo("{s=[".repeat(7) + "{v=[9]}" + "]}".repeat(7));
    }

    @Test
    @Timeout(120)
    void shouldFormatAnyBytesByAnyFieldWithoutFailing() {
        final Random random = SeededRandom.create(getClass());
        for (int round = 0; round < 5_000; round++) {
            final byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            final UnsafeBuffer payload = new UnsafeBuffer(bytes);
            for (final FieldSchema field : Schemas.fields(random, 1)) {
                formatter.wrap(target, 0, random.nextInt(64));
                formatter.format(field, random.nextInt(40) - 5, payload, 0, bytes.length);
                assertThat(formatter.consumedBytes()).isBetween(0, bytes.length);
            }
        }
    }

    /** How many values are as in the whole payload before one is not. */
    private static int whole(final List<String> shown) {
        int right = 0;
        while (right < shown.size() && shown.get(right).equals(SHOWN.get(right))) {
            right++;
        }
        return right;
    }

    private static boolean isCutString(final String value, final int index) {
        return KINDS.get(index).type().isText() && SHOWN.get(index).startsWith(value.replace("\ufffd", ""));
    }

    /** The texts of all fields until one is invalid, and then its status. */
    private List<String> formatAll(final UnsafeBuffer payload, final int length) {
        final List<String> shown = new ArrayList<>();
        int offset = 0;
        for (final FieldSchema field : KINDS) {
            final String text = format(field, 2, payload, offset, length - offset);
            shown.add(text);
            if (text.equals("INVALID_EVENT_DATA")) {
                break;
            }
            offset += formatter.consumedBytes();
        }
        return shown;
    }

    private String format(
            final FieldSchema field, final int propertyLength, final UnsafeBuffer payload, final int length) {
        return format(field, propertyLength, payload, 0, length);
    }

    private String format(
            final FieldSchema field,
            final int propertyLength,
            final UnsafeBuffer payload,
            final int offset,
            final int length) {
        final FormatStatus status = formatter.format(field, propertyLength, payload, offset, length);
        return status == FormatStatus.SUCCESS
                ? target.getStringWithoutLengthUtf8(0, formatter.formattedLength())
                : status.toString();
    }

    private static String print(final EventSchema event, final UnsafeBuffer payload, final int length) {
        final StringBuilder out = new StringBuilder();
        new JsonFields().append(out, event, payload, 0, length);
        return out.toString();
    }
}
