package io.ringside.schema;

import io.ringside.RingsideException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OutTypeTest {
    /** Out type, type, bytes, what people see, what programs see. */
    private static final String[] GOLDEN = {
        "DEFAULT | INT8 | ff | -1 | -1",
        "STRING | STRING | 0100 61 | a | \"a\"",
        "STRING | BINARY | 0100 61 | a | \"a\"",
        "STRING | UINT8 | 41 | A | \"A\"",
        "STRING | INT8 | e9 | \u00e9 | \"\u00e9\"",
        "STRING | UINT16 | 0001 | \u0100 | \"\u0100\"",
        "DATETIME | FILETIME | 0000000000000000 | 1601-01-01T00:00:00Z | \"1601-01-01T00:00:00Z\"",
        "DATETIME | TIMESTAMP | 0000000000000000 | 1970-01-01T00:00:00Z | \"1970-01-01T00:00:00Z\"",
        "BYTE | UINT8 | ff | -1 | -1",
        "UBYTE | INT8 | ff | 255 | 255",
        "SHORT | UINT16 | ffff | -1 | -1",
        "USHORT | INT16 | ffff | 65535 | 65535",
        "INT | HEXINT32 | ffffffff | -1 | -1",
        "UINT | INT32 | ffffffff | 4294967295 | 4294967295",
        "LONG | UINT64 | ffffffffffffffff | -1 | -1",
        "ULONG | INT64 | ffffffffffffffff | 18446744073709551615 | 18446744073709551615",
        "ULONG | POINTER | 0a00000000000000 | 10 | 10",
        "FLOAT | FLOAT | 0000c03f | 1.5 | 1.5",
        "DOUBLE | DOUBLE | 00000000000002c0 | -2.25 | -2.25",
        "BOOLEAN | UINT8 | 02 | true | true",
        "BOOLEAN | BOOLEAN32 | 00000000 | false | false",
        "GUID | UUID | 0000000000000000 0100000000000000 | 00000000-0000-0000-0000-000000000001 "
                + "| \"00000000-0000-0000-0000-000000000001\"",
        "HEXBINARY | BINARY | 0200 0a0b | 0x0a0b | \"0a0b\"",
        "HEXINT8 | INT8 | ff | 0xff | \"0xff\"",
        "HEXINT16 | UINT16 | 3412 | 0x1234 | \"0x1234\"",
        "HEXINT32 | INT32 | feffffff | 0xfffffffe | \"0xfffffffe\"",
        "HEXINT64 | UINT64 | ffffffffffffffff | 0xffffffffffffffff | \"0xffffffffffffffff\"",
        "PID | UINT32 | 39050000 | 1337 | 1337",
        "TID | UINT32 | 39050000 | 1337 | 1337",
        "PORT | UINT16 | 0050 | 80 | 80",
        "PORT | UINT16 | ffff | 65535 | 65535",
        "IPV4 | UINT32 | 7f000001 | 127.0.0.1 | \"127.0.0.1\"",
        "IPV4 | UINT32 | ff0000fe | 255.0.0.254 | \"255.0.0.254\"",
        "IPV4 | IPV4 | 7f000001 | 127.0.0.1 | \"127.0.0.1\"",
        "IPV6 | IPV6 | 00000000000000000000000000000001 | ::1 | \"::1\"",
        "IPV6 | BINARY | 1000 20010db8000000000000000000000001 | 2001:db8::1 | \"2001:db8::1\"",
        "IPV6 | BINARY | 0200 2001 | 0x2001 | \"2001\"",
        "SOCKETADDRESS | BINARY | 1000 0200 0050 7f000001 0000000000000000 | 127.0.0.1:80 | \"127.0.0.1:80\"",
        "SOCKETADDRESS | BINARY | 1c00 1700 01bb 00000000 20010db8000000000000000000000001 00000000 "
                + "| [2001:db8::1]:443 | \"[2001:db8::1]:443\"",
        "SOCKETADDRESS | BINARY | 0800 0300 0050 7f000001 | 0x030000507f000001 | \"030000507f000001\"",
        "SOCKETADDRESS | BINARY | 0800 0a00 0050 7f000001 | 0x0a0000507f000001 | \"0a0000507f000001\"",
        "SOCKETADDRESS | BINARY | 0400 0200 0050 | 0x02000050 | \"02000050\"",
        "ETWTIME | FILETIME | 0000000000000000 | 1601-01-01T00:00:00Z | \"1601-01-01T00:00:00Z\"",
        "XML | STRING | 0400 3c612f3e | <a/> | \"<a/>\"",
        "ERRORCODE | UINT32 | 05000080 | 0x80000005 | \"0x80000005\"",
        "WIN32ERROR | UINT32 | 05000000 | 5 | 5",
        "NTSTATUS | HEXINT32 | 050000c0 | 0xc0000005 | \"0xc0000005\"",
        "HRESULT | INT32 | 05400080 | 0x80004005 | \"0x80004005\"",
        "DATETIME_CULTURE_INSENSITIVE | FILETIME | 0000000000000000 | 1601-01-01T00:00:00Z "
                + "| \"1601-01-01T00:00:00Z\"",
        "JSON | STRING | 0400 5b22225d | \"[\\\"\\\"]\" | \"[\\\"\\\"]\"",
        "UTF8 | BINARY | 0200 c3a9 | \u00e9 | \"\u00e9\"",
        "PKCS7 | BINARY | 0200 3082 | 0x3082 | \"3082\"",
        "CODE_POINTER | POINTER | 0010000000000000 | 0x1000 | \"0x1000\"",
        "CODE_POINTER | INT64 | ffffffffffffffff | 0xffffffffffffffff | \"0xffffffffffffffff\"",
        "DATETIME_UTC | TIMESTAMP | 0000000000000000 | 1970-01-01T00:00:00Z | \"1970-01-01T00:00:00Z\"",
    };

    static String[] golden() {
        return GOLDEN.clone();
    }

    @ParameterizedTest
    @MethodSource("golden")
    @DisplayName("R6.19 every out type shows its value")
    void shouldShowAValueAsItWantsToBeShown(final String row) {
        final String[] parts = row.split(" \\| ", -1);
        final FieldSchema field = FieldSchema.of("v", FieldType.valueOf(parts[1]))
                .withOutType(OutType.valueOf(parts[0]));

        assertThat(ShownFields.text(parts[2], field)).isEqualTo("v=" + parts[3]);
        assertThat(ShownFields.json(parts[2], field)).isEqualTo("{\"v\":" + parts[4] + "}");
    }

    @Test
    @DisplayName("R6.19 16 bytes are an address, also where the length of it is said to be 0")
    void shouldShowSixteenBytesAsAnAddress() {
        final String hex = "20010db8000000000000000000000001";
        final FieldSchema field = FieldSchema.of("v", FieldType.BINARY).withOutType(OutType.IPV6);
        final FieldSchema size = FieldSchema.of("n", FieldType.UINT8);

        assertThat(ShownFields.text(hex, field.sized(16))).isEqualTo("v=2001:db8::1");
        assertThat(ShownFields.text(hex, field.sized(0))).isEqualTo("v=2001:db8::1");
        assertThat(ShownFields.text("10" + hex, size, field.sizedBy("n"))).isEqualTo("n=16 v=2001:db8::1");
        assertThat(ShownFields.text("00" + hex, size, field.sizedBy("n"))).isEqualTo("n=0 v=2001:db8::1");
    }

    @Test
    @DisplayName("R6.19 no out type is left out, and the numbers are ETW's; those of WBEM are none")
    void shouldHaveAGoldenRowForEveryOutType() {
        final Set<OutType> tested = EnumSet.noneOf(OutType.class);
        Arrays.stream(GOLDEN).forEach(row -> tested.add(OutType.valueOf(row.substring(0, row.indexOf(' ')))));

        assertThat(tested).containsExactlyInAnyOrder(OutType.values());
        for (final OutType type : OutType.values()) {
            assertThat(OutType.ofCode(type.code())).isSameAs(type);
        }
        assertThat(OutType.values()).extracting(OutType::code).doesNotHaveDuplicates().allMatch(code -> code <= 38);
        assertThat(OutType.ofCode(26)).isNull();
        assertThat(OutType.ofCode(300)).isNull();
        assertThat(OutType.ofCode(301)).isNull();
        assertThat(OutType.ofCode(-1)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0, DEFAULT", "1, STRING", "2, DATETIME", "3, BYTE", "10, ULONG", "13, BOOLEAN", "15, HEXBINARY",
        "16, HEXINT8", "19, HEXINT64", "22, PORT", "23, IPV4", "24, IPV6", "29, ERRORCODE", "35, UTF8",
        "38, DATETIME_UTC"})
    void shouldBeFoundByTheNumberThatItHasInEtw(final int code, final OutType type) {
        assertThat(OutType.ofCode(code)).isSameAs(type);
    }

    @ParameterizedTest
    @CsvSource({"INT8, UINT", "UINT32, PORT", "UINT16, IPV4", "UUID, STRING", "DOUBLE, FLOAT", "STRING, IPV6",
        "INT64, DATETIME", "STRING, HEXBINARY", "INT32, STRING", "UINT16, UTF8", "FILETIME, HEXINT64"})
    void shouldRefuseAnOutTypeThatDoesNotFit(final FieldType type, final OutType outType) {
        assertThatThrownBy(() -> FieldSchema.of("v", type).withOutType(outType))
                .isInstanceOf(RingsideException.class)
                .hasMessage("out type does not fit the type: field=v, type=" + type + ", outType=" + outType);
    }

    @Test
    void shouldShowUnitsBehindNumbersOnly() {
        final FieldSchema field = FieldSchema.of("v", FieldType.UINT8).withUnit("ns");

        assertThat(ShownFields.text("10", field.withOutType(OutType.UBYTE))).isEqualTo("v=16 ns");
        assertThat(ShownFields.text("10", field.withOutType(OutType.HEXINT8))).isEqualTo("v=0x10");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "INT64  | 8a44 0f00 0000 0000 | 1e-4 USD       | v=100.0586 USD",
        "INT64  | fbff ffff ffff ffff | 1e-4 USD       | v=-0.0005 USD",
        "UINT64 | ffff ffff ffff ffff | 1e-2 %         | v=184467440737095516.15 %",
        "DOUBLE | 9a99 9999 9999 b93f | 1e-1 USD       | v=0.01 USD",
        "UINT8  | 05                  | 100 shares     | v=500 shares",
        "UINT8  | 05                  | 1e-9999999 USD | v=5 1e-9999999 USD",
        "UINT8  | 05                  | 1e-4           | v=5 1e-4"})
    void shouldShowNumbersOfAScaledUnitExactly(final FieldType type, final String hex, final String unit,
            final String shown) {
        assertThat(ShownFields.text(hex, FieldSchema.of("v", type).withUnit(unit))).isEqualTo(shown);
    }

    @Test
    void shouldShowEveryElementOfAnArrayInItsWay() {
        final FieldSchema field = FieldSchema.of("v", FieldType.UINT16).withOutType(OutType.PORT).prefixed();

        assertThat(ShownFields.json("0200 0050 01bb", field)).isEqualTo("{\"v\":[80,443]}");
    }

    @Test
    void shouldWriteAPortInNetworkOrder() {
        final UnsafeBuffer buffer = ShownFields.bytes("ffff");
        new PayloadWriter().wrap(buffer, 0, 2).putPort(80);

        assertThat(buffer.byteArray()).containsExactly(0, 0x50);
    }
}
