package io.ringside.schema;

import io.ringside.internal.schema.TextFields;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class FieldTypeTest {
    /** Type, bytes, what people see, what programs see. */
    private static final String[] GOLDEN = {
        "INT8 | ff | -1 | -1",
        "INT16 | feff | -2 | -2",
        "INT32 | fdffffff | -3 | -3",
        "INT64 | 0000000000000080 | -9223372036854775808 | -9223372036854775808",
        "UINT8 | ff | 255 | 255",
        "UINT16 | feff | 65534 | 65534",
        "UINT32 | fdffffff | 4294967293 | 4294967293",
        "UINT64 | ffffffffffffffff | 18446744073709551615 | 18446744073709551615",
        "FLOAT | 0000c03f | 1.5 | 1.5",
        "DOUBLE | 00000000000002c0 | -2.25 | -2.25",
        "BOOLEAN | 02 | true | true",
        "STRING | 0300 61c3a9 | a\u00e9 | \"a\u00e9\"",
        "BINARY | 0200 00ff | 0x00ff | \"00ff\"",
        "UUID | 7766554433221100 ffeeddccbbaa9988 | 00112233-4455-6677-8899-aabbccddeeff "
                + "| \"00112233-4455-6677-8899-aabbccddeeff\"",
        "TIMESTAMP | 0100000000000000 | 1970-01-01T00:00:00.000000001Z | 1",
        "IPV4 | 7f000001 | 127.0.0.1 | \"127.0.0.1\"",
        "IPV6 | 20010db8000000000000000000000001 | 2001:db8::1 | \"2001:db8::1\"",
        "TERMINATED_STRING | 61c3a900 | a\u00e9 | \"a\u00e9\"",
        "WIDE_STRING | 0600 6100 3dd800de | a\ud83d\ude00 | \"a\ud83d\ude00\"",
        "TERMINATED_WIDE_STRING | 0001 6100 0000 | \u0100a | \"\u0100a\"",
        "BOOLEAN32 | 00010000 | true | true",
        "POINTER | 0010000000000080 | 0x8000000000001000 | \"0x8000000000001000\"",
        "FILETIME | 0000000000000000 | 1601-01-01T00:00:00Z | \"1601-01-01T00:00:00Z\"",
        "HEXINT32 | ffffffff | 0xffffffff | \"0xffffffff\"",
        "HEXINT64 | 1f00000000000000 | 0x1f | \"0x1f\"",
        "GUID | a9edba251ac889488764184fe56750f2 | 25baeda9-c81a-4889-8764-184fe56750f2 "
                + "| \"25baeda9-c81a-4889-8764-184fe56750f2\"",
    };

    static String[] golden() {
        return GOLDEN.clone();
    }

    @ParameterizedTest
    @MethodSource("golden")
    @DisplayName("R6.18 every type has its value, and the field behind it its own")
    void shouldDecodeEveryTypeAsItIsWritten(final String row) {
        final String[] parts = row.split(" \\| ", -1);
        final FieldSchema field = FieldSchema.of("v", FieldType.valueOf(parts[0]));
        final FieldSchema next = FieldSchema.of("next", FieldType.UINT8);

        assertThat(ShownFields.text(parts[1] + "07", field, next)).isEqualTo("v=" + parts[2] + " next=7");
        assertThat(ShownFields.json(parts[1] + "07", field, next)).isEqualTo("{\"v\":" + parts[3] + ",\"next\":7}");
    }

    @Test
    @DisplayName("R6.18 no type is left out; a type without a value, code 0, is none")
    void shouldHaveAGoldenRowForEveryType() {
        final Set<FieldType> tested = EnumSet.of(FieldType.STRUCT);
        Arrays.stream(GOLDEN).forEach(row -> tested.add(FieldType.valueOf(row.substring(0, row.indexOf(' ')))));

        assertThat(tested).containsExactlyInAnyOrder(FieldType.values());
        assertThat(FieldType.ofCode(0)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "TERMINATED_STRING, 616263, abc, 3",
        "TERMINATED_WIDE_STRING, 61006200, ab, 4",
        "TERMINATED_WIDE_STRING, 610062, a, 3",
        "TERMINATED_WIDE_STRING, 610000, a, 3",
    })
    @DisplayName("R6.18 a string without its end takes the rest of the payload, and not a byte more")
    void shouldTakeTheRestWhenAStringIsNotTerminated(
            final FieldType type, final String hex, final String shown, final int bytes) {
        final FieldSchema field = FieldSchema.of("v", type);
        final StringBuilder out = new StringBuilder();

        // Behind the payload, within its buffer, stands what must not be read.
        new TextFields().append(out, Schemas.event(field), ShownFields.bytes(hex + "7a7a00"), 0, bytes);

        assertThat(out).hasToString("v=" + shown);
        assertThat(ShownFields.visits(hex, field, FieldSchema.of("next", FieldType.UINT8))).endsWith("!next:");
    }

    @Test
    @DisplayName("R6.18 a terminated string ends at its zero; nothing at all is no string")
    void shouldEndStringsAtTheirZero() {
        final FieldSchema text = FieldSchema.of("a", FieldType.TERMINATED_STRING);
        final FieldSchema wide = FieldSchema.of("w", FieldType.TERMINATED_WIDE_STRING);

        assertThat(ShownFields.visits("00", text)).isEqualTo("a:''");
        assertThat(ShownFields.visits("0000", wide)).isEqualTo("w:''");
        assertThat(ShownFields.visits("", text)).isEqualTo("!a:");
        assertThat(ShownFields.visits("61 00 00 62 00", text.fixed(3))).isEqualTo("a[3 a:'a' a:'' a:'b' ]");
    }

    @Test
    void shouldReadTheUnitsOfAWideStringWhereTheyStand() {
        // The second byte of one unit and the first of the next are no zero unit.
        assertThat(ShownFields.visits("6100 0001 0000", FieldSchema.of("w", FieldType.TERMINATED_WIDE_STRING)))
                .isEqualTo("w:'a\u0100'");
    }

    @Test
    void shouldTellFileTimesOfAllCenturies() {
        final FieldSchema field = FieldSchema.of("t", FieldType.FILETIME);

        assertThat(ShownFields.text("0080 3ed5 deb1 9d01", field)).isEqualTo("t=1970-01-01T00:00:00Z");
        assertThat(ShownFields.text("0180 3ed5 deb1 9d01", field)).isEqualTo("t=1970-01-01T00:00:00.000000100Z");
        assertThat(ShownFields.text("ffffffffffffffff", field)).isEqualTo("t=+60056-05-28T05:36:10.955161500Z");
    }

    @Test
    void shouldTellWhichTypesAreNumbersAndText() {
        assertThat(FieldType.values()).filteredOn(FieldType::isInteger)
                .containsExactly(FieldType.INT8, FieldType.INT16, FieldType.INT32, FieldType.INT64, FieldType.UINT8,
                        FieldType.UINT16, FieldType.UINT32, FieldType.UINT64, FieldType.POINTER, FieldType.HEXINT32,
                        FieldType.HEXINT64);
        assertThat(FieldType.values()).filteredOn(FieldType::isUnsignedLong)
                .containsExactly(FieldType.UINT64, FieldType.POINTER, FieldType.HEXINT64);
        assertThat(FieldType.values()).filteredOn(FieldType::isUnsigned).hasSize(7);
        assertThat(FieldType.values()).filteredOn(FieldType::isText)
                .containsExactly(FieldType.STRING, FieldType.TERMINATED_STRING, FieldType.WIDE_STRING,
                        FieldType.TERMINATED_WIDE_STRING);
    }
}
