package io.ringside.schema;

import io.ringside.AllocatedBytes;
import io.ringside.SeededRandom;
import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.TextFields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class PayloadTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
    private final PayloadWriter writer = new PayloadWriter().wrap(buffer, 0, buffer.capacity());
    private final Visits visits = new Visits();
    private final PayloadReader reader = new PayloadReader();

    @Test
    void shouldReadEveryTypeAsItWasWritten() {
        final EventSchema event = Schemas.event(
                Arrays.stream(FieldType.values())
                        .filter(type -> type != FieldType.STRUCT)
                        .map(type -> FieldSchema.of(type.name(), type))
                        .toArray(FieldSchema[]::new));
        final byte[] address = {127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9};

        writer.putByte(-1).putShort(-2).putInt(-3).putLong(Long.MIN_VALUE);
        writer.putByte(0xFF).putShort(0xFFFE).putInt(0xFFFF_FFFD).putLong(-1L);
        writer.putFloat(1.5f).putDouble(-2.25).putBoolean(true).putString("h\u00e9 \ud83d\ude00");
        writer.putBinary(new UnsafeBuffer(address), 0, 4).putUuid(new UUID(1, 2)).putLong(1_700_000_000_000_000_001L);
        writer.putBytes(new UnsafeBuffer(address), 0, 4).putBytes(new UnsafeBuffer(address), 0, 16);
        writer.putText("x").putByte(0).putWideString("yz").putWideText("\u0100").putShort(0).putInt(0x100);
        writer.putLong(-1).putLong(-2).putInt(-3).putLong(4).putGuid(new UUID(1L << 32, 2));

        assertThat(read(event))
                .isEqualTo("INT8:-1 INT16:-2 INT32:-3 INT64:-9223372036854775808 UINT8:u255 UINT16:u65534"
                        + " UINT32:u4294967293 UINT64:u18446744073709551615 FLOAT:1.5f DOUBLE:-2.25d BOOLEAN:true"
                        + " STRING:'h\u00e9 \ud83d\ude00' BINARY:7f000001 UUID:1,2"
                        + " TIMESTAMP:@1700000000000000001 IPV4:7f000001"
                        + " IPV6:7f000001000000000000000000000009 TERMINATED_STRING:'x' WIDE_STRING:'yz'"
                        + " TERMINATED_WIDE_STRING:'\u0100' BOOLEAN32:true POINTER:u18446744073709551615"
                        + " FILETIME:@f-2 HEXINT32:u4294967293 HEXINT64:u4 GUID:4294967296,2");
    }

    @Test
    void shouldPackValuesLittleEndianWithoutPadding() {
        writer.putByte(1).putLong(0x0102030405060708L).putString("A\u00e9").putUuid(3, 4).putShort(0x0506);

        final byte[] expected = {
            1, 8, 7, 6, 5, 4, 3, 2, 1, 3, 0, 'A', (byte) 0xC3, (byte) 0xA9, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0,
            0, 6, 5
        };
        assertThat(Arrays.copyOf(buffer.byteArray(), writer.length())).isEqualTo(expected);
    }

    @Test
    @DisplayName("R6.17 a counted array and an array of structs come back")
    void shouldReadCountedArraysAndStructs() {
        final EventSchema event = arrays();
        writer.putShort(3).putByte(7).putByte(8).putByte(9);
        writer.putInt(10).putString("x").putInt(20).putString("yz");

        assertThat(read(event))
                .isEqualTo("n:u3 data[3 data:u7 data:u8 data:u9 ] s[2 s{ a:u10 b:'x' } s{ a:u20 b:'yz' } ]");
    }

    @Test
    @DisplayName("R6.17 a count of 0 from a field is an empty array")
    void shouldReadACountOfZeroAsAnEmptyArray() {
        final EventSchema event = arrays();
        writer.putShort(0).putInt(10).putString("").putInt(20).putString("");

        assertThat(read(event)).isEqualTo("n:u0 data[0 ] s[2 s{ a:u10 b:'' } s{ a:u20 b:'' } ]");
    }

    @Test
    void shouldReadAPrefixedArrayAndCountersOfInnerLevels() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("n", FieldType.INT8),
                FieldSchema.struct(
                        "s",
                        FieldSchema.of("n", FieldType.UINT8),
                        FieldSchema.of("v", FieldType.INT8).countedBy("n"))
                        .prefixed(),
                FieldSchema.of("w", FieldType.INT8).countedBy("n"));
        writer.putByte(1).putShort(2).putByte(2).putByte(5).putByte(6).putByte(0).putByte(9);

        assertThat(read(event)).isEqualTo("n:1 s[2 s{ n:u2 v[2 v:5 v:6 ] } s{ n:u0 v[0 ] } ] w[1 w:9 ]");
    }

    @Test
    @DisplayName("R6.20 an unknown value stays a number")
    void shouldNameValuesThatAreKnown() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("a", FieldType.UINT8).withValues(Schemas.SIDE),
                FieldSchema.of("b", FieldType.INT64).withValues(Schemas.SIDE).fixed(2));
        writer.putByte(3).putLong(2).putLong(-1);

        assertThat(read(event)).isEqualTo("a:u3 b[2 b:2=SELL b:-1 ]");
    }

    @Test
    @DisplayName("R6.21 a cut payload gives its first fields")
    void shouldReadWhatIsThereOfATruncatedPayload() {
        final EventSchema event = arrays();
        writer.putShort(2).putByte(7).putByte(8).putInt(10).putString("x").putInt(20).putString("yz");
        final String whole = read(event);
        final String values = whole.replaceAll("[\\[\\]{}]\\d?", "").replaceAll(" +", " ");

        for (int length = 0; length < writer.length(); length++) {
            visits.reset();
            reader.read(event, buffer, 0, length, visits);
            final String text = visits.toString();
            final String prefix = text.substring(0, text.indexOf('!'))
                    .replaceAll("[\\[\\]{}]\\d?", "")
                    .replaceAll(" +", " ")
                    .strip();
            assertThat(values).as("length %d", length).startsWith(prefix);
            assertThat(visits.isBalanced()).as("length %d", length).isTrue();
        }
        assertThat(whole).doesNotContain("!");
    }

    @Test
    void shouldNameTheFieldAtWhichThePayloadEnded() {
        final EventSchema event = arrays();
        writer.putShort(2).putByte(7).putByte(8).putInt(10).putShort(99).putByte('x');

        assertThat(read(event)).isEqualTo("n:u2 data[2 data:u7 data:u8 ] s[2 s{ a:u10 } ] !b:630078");
    }

    @Test
    void shouldNameTheNumberAtWhichThePayloadEnded() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("x", FieldType.UINT8),
                FieldSchema.of("t", FieldType.STRING),
                FieldSchema.struct("s", FieldSchema.of("a", FieldType.UINT8), FieldSchema.of("b", FieldType.INT32)));
        writer.putByte(1).putString("x").putByte(2).putByte(3).putByte(4);

        assertThat(read(event)).isEqualTo("x:u1 t:'x' s{ a:u2 } !b:0304");
    }

    @Test
    void shouldReadNumbersOfAnyTypesInAnyOrder() {
        final Random random = SeededRandom.create(getClass());
        final List<FieldType> types = Arrays.stream(FieldType.values()).filter(FieldType::isInteger).toList();
        for (int round = 0; round < 300; round++) {
            final FieldSchema[] fields = new FieldSchema[random.nextInt(1, 20)];
            final StringBuilder expected = new StringBuilder();
            writer.wrap(buffer, 0, buffer.capacity());
            for (int i = 0; i < fields.length; i++) {
                final FieldType type = types.get(random.nextInt(types.size()));
                final long value = random.nextLong();
                fields[i] = FieldSchema.of("f" + i, type);
                final int unused = Long.SIZE - Byte.SIZE * type.length();
                switch (type.length()) {
                    case Byte.BYTES -> writer.putByte((int) value);
                    case Short.BYTES -> writer.putShort((int) value);
                    case Integer.BYTES -> writer.putInt((int) value);
                    default -> writer.putLong(value);
                }
                expected.append(i == 0 ? "f" : " f").append(i).append(':').append(type.isUnsigned()
                        ? "u" + Long.toUnsignedString(value << unused >>> unused)
                        : Long.toString(value << unused >> unused));
            }
            visits.reset();
            assertThat(read(Schemas.event(fields))).isEqualTo(expected.toString());
        }
    }

    @Test
    @DisplayName("R6.22 bytes behind the last known field are handed over, the fields stay right")
    void shouldHandOverTrailingBytes() {
        writer.putShort(5).putByte(0xAB).putByte(0xCD);

        assertThat(read(Schemas.event(FieldSchema.of("n", FieldType.INT16)))).isEqualTo("n:5 +abcd");
        assertThat(read(Schemas.event())).isEqualTo("+0500abcd");
    }

    @Test
    void shouldLayAGuidAsWindowsDoes() {
        writer.putGuid(UUID.fromString("25BAEDA9-C81A-4889-8764-184FE56750F2"));

        assertThat(HexFormat.of().formatHex(buffer.byteArray(), 0, writer.length()))
                .isEqualTo("a9edba251ac889488764184fe56750f2");
        assertThat(writer.wrap(buffer, 0, 15).putGuid(new UUID(1, 1)).isOverflowed()).isTrue();
        assertThat(writer.length()).isZero();
    }

    @Test
    void shouldEndWhenACountLies() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("n", FieldType.INT64), FieldSchema.of("v", FieldType.INT8).countedBy("n"));

        writer.putLong(-1).putByte(1);
        assertThat(read(event)).isEqualTo("n:-1 !v:01");
        writer.wrap(buffer, 0, 1024).putLong(Long.MIN_VALUE).putByte(1);
        assertThat(read(event)).isEqualTo("n:-9223372036854775808 !v:01");
        writer.wrap(buffer, 0, 1024).putLong(Long.MAX_VALUE).putByte(1);
        assertThat(read(event)).isEqualTo("n:9223372036854775807 v[9223372036854775807 v:1 ] !v:");
    }

    @Test
    void shouldTreatAPayloadOutsideItsBufferAsMissing() {
        final EventSchema event = Schemas.event(FieldSchema.of("n", FieldType.INT16));

        assertThat(read(event, 1023, 2)).isEqualTo("!n:00");
        assertThat(read(event, 2000, 2)).isEqualTo("!n:");
        assertThat(read(event, -1, 2)).isEqualTo("!n:");
        assertThat(read(event, Integer.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo("!n:");
        assertThat(read(event, 0, -5)).isEqualTo("!n:");
        assertThat(read(event, 1020, Integer.MAX_VALUE)).isEqualTo("n:0 +0000");
    }

    @Test
    @Timeout(120)
    void shouldReadAnyBytesByAnySchemaWithoutFailing() {
        final Random random = SeededRandom.create(getClass());
        final JsonFields json = new JsonFields();
        final TextFields text = new TextFields();
        for (int round = 0; round < 3_000; round++) {
            final EventSchema event = Schemas.event(Schemas.fields(random, 1).toArray(FieldSchema[]::new));
            final byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                Arrays.fill(bytes, 0, bytes.length, (byte) random.nextInt(4));
            }
            final UnsafeBuffer payload = new UnsafeBuffer(bytes);
            visits.reset();
            reader.read(event, payload, 0, bytes.length, visits);
            assertThat(visits.isBalanced()).isTrue();
            json.append(new StringBuilder(), event, payload, 0, bytes.length);
            text.append(new StringBuilder(), event, payload, 0, bytes.length);
        }
    }

    @Test
    void shouldStopWritingAtItsLimit() {
        writer.wrap(buffer, 10, 9).putLong(1).putShort(2).putByte(3);

        assertThat(writer.isOverflowed()).isTrue();
        assertThat(writer.length()).isEqualTo(8);
        assertThat(buffer.getByte(18)).isZero();
        assertThat(writer.wrap(buffer, 10, 8).putLong(1).isOverflowed()).isFalse();
        assertThat(writer.wrap(buffer, 10, 15).putUuid(1, 1).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 10, 3).putBinary(buffer, 0, 2).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 10, 4).putBinary(buffer, 0, 2).isOverflowed()).isFalse();
    }

    @Test
    void shouldHaveNoRoomBeforeItWrapsAndBehindItsTarget() {
        assertThat(new PayloadWriter().putByte(1).putString("").putBytes(buffer, 0, 0).isOverflowed()).isTrue();
        assertThat(new PayloadWriter().isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 1020, Integer.MAX_VALUE).putInt(1).isOverflowed()).isFalse();
        assertThat(writer.putByte(1).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 2000, 10).putByte(1).isOverflowed()).isTrue();
    }

    @Test
    void shouldTakeACapacityBelowZeroForNone() {
        for (final int capacity : new int[]{-1, Integer.MIN_VALUE}) {
            assertThat(writer.wrap(buffer, 10, capacity).putBytes(buffer, 0, 0).isOverflowed()).isFalse();
            assertThat(writer.putByte(1).putString("").isOverflowed()).isTrue();
            assertThat(writer.length()).isZero();
            assertThat(writer.wrap(buffer, 10, capacity).putText("x").length()).isZero();
        }
        assertThat(buffer.getByte(10)).isZero();
    }

    @Test
    void shouldRefuseWideTextBeyondItsPrefix() {
        final UnsafeBuffer large = new UnsafeBuffer(new byte[70_000]);

        assertThat(writer.wrap(large, 0, 70_000).putWideString("x".repeat(32_767)).length()).isEqualTo(65_536);
        assertThat(writer.wrap(large, 0, 70_000).putWideString("x".repeat(32_768)).isOverflowed()).isTrue();
        assertThat(writer.length()).isZero();
        assertThat(writer.wrap(buffer, 0, 5).putWideString("xy").isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 6).putWideString("xy").length()).isEqualTo(6);
    }

    @Test
    void shouldNotTakeBytesFromOutsideTheirSource() {
        assertThat(writer.putBytes(buffer, 1024, 1).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 100).putBytes(buffer, -1, 1).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 100).putBytes(buffer, 1, -1).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 100).putBinary(buffer, 1020, 5).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 100).putBinary(buffer, 0, -1).isOverflowed()).isTrue();
        assertThat(writer.length()).isZero();
    }

    @Test
    void shouldEncodeTextAsTheJdkDoes() {
        final Random random = SeededRandom.create(getClass());
        for (int round = 0; round < 5_000; round++) {
            final StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                final int[] ranges = {0x80, 0x800, 0x10000, 0x110000};
                text.appendCodePoint(random.nextInt(ranges[random.nextInt(4)]));
            }
            assertEncodes(text);
            assertEncodes(text.toString());
        }
    }

    /** Eight chars of ASCII are taken at a time: wherever others stand among them, the text is the same. */
    @Test
    void shouldEncodeOtherCharsAtEachPlaceOfAString() {
        for (int length = 0; length <= 33; length++) {
            assertEncodes("abcdefghijklmnopqrstuvwxyz0123456789".substring(0, length));
            for (int place = 0; place < length; place++) {
                for (final String other : List.of("\u0080", "é", "\u0141", "€", "\uD83D\uDE00", "\uD83D", "\uDE00")) {
                    final StringBuilder text = new StringBuilder("x".repeat(length));
                    assertEncodes(text.replace(place, place + 1, other).toString());
                }
            }
        }
    }

    private void assertEncodes(final CharSequence text) {
        final byte[] expected = text.toString().getBytes(StandardCharsets.UTF_8);

        writer.wrap(buffer, 0, 2 + expected.length).putString(text);

        assertThat(writer.isOverflowed()).isFalse();
        assertThat(PayloadWriter.stringLength(text)).isEqualTo(2 + expected.length)
                .isLessThanOrEqualTo(PayloadWriter.stringLengthMax(text));
        assertThat(buffer.getShort(0)).isEqualTo((short) expected.length);
        assertThat(Arrays.copyOfRange(buffer.byteArray(), 2, writer.length())).isEqualTo(expected);
        for (int room = 0; room < 2 + expected.length; room++) {
            assertThat(writer.wrap(buffer, 0, room).putString(text).isOverflowed()).isTrue();
            assertThat(writer.length()).isZero();
        }
    }

    @Test
    void shouldRefuseTextBeyondItsPrefix() {
        final UnsafeBuffer large = new UnsafeBuffer(new byte[70_000]);

        assertThat(writer.wrap(large, 0, 70_000).putString("x".repeat(65_535)).length()).isEqualTo(65_537);
        assertThat(writer.wrap(large, 0, 70_000).putString("x".repeat(65_536)).isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 1024).putBinary(large, 0, 65_536).isOverflowed()).isTrue();
    }

    @Test
    void shouldNotAllocate() {
        final EventSchema event = arrays();
        final EventSchema kinds = Schemas.event(
                FieldSchema.of("n", FieldType.UINT8),
                FieldSchema.of("port", FieldType.UINT16).withOutType(OutType.PORT),
                FieldSchema.of("bits", FieldType.HEXINT32).withValues(ValueMap.ofBits("b", Map.of(1L, "x"))),
                FieldSchema.of("sized", FieldType.STRING).sizedBy("n").countedBy("n"),
                FieldSchema.of("wide", FieldType.TERMINATED_WIDE_STRING));
        final FieldVisitor nobody = new FieldVisitor() {};
        final UUID uuid = new UUID(1, 2);

        assertThat(AllocatedBytes.by(10_000, () -> {
            writer.wrap(buffer, 0, 1024).putShort(1).putByte(7).putInt(10).putString("x\u00e9").putInt(20);
            writer.putString("y").putDouble(1).putFloat(1).putUuid(uuid).putBinary(buffer, 0, 4);
            reader.read(event, buffer, 0, writer.length(), nobody);
            writer.wrap(buffer, 0, 1024).putByte(2).putPort(80).putInt(3).putText("abcd").putWideText("e");
            reader.read(kinds, buffer, 0, writer.length(), nobody);
        }))
                .isZero();
    }

    private static EventSchema arrays() {
        return Schemas.event(
                FieldSchema.of("n", FieldType.UINT16),
                FieldSchema.of("data", FieldType.UINT8).countedBy("n"),
                FieldSchema.struct(
                        "s", FieldSchema.of("a", FieldType.UINT32), FieldSchema.of("b", FieldType.STRING))
                        .fixed(2));
    }

    private String read(final EventSchema event) {
        return read(event, 0, writer.length());
    }

    private String read(final EventSchema event, final int offset, final int length) {
        visits.reset();
        reader.read(event, buffer, offset, length, visits);
        return visits.toString();
    }
}
