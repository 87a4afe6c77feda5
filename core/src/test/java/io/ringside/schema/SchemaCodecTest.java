package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SchemaCodecTest {
    private static final int ROUNDS = 500;

    @Test
    void shouldEncodeToGoldenBytes() {
        final ProviderSchema schema = ProviderSchema.builder("Acme")
                .documentation("d")
                .keyword("k", 0x2)
                .task("t", 3)
                .opcode("o", 10)
                .event(
                        "e",
                        EventDescriptor.of(0x1122, 0x33, 0x44, 0x55, 0x7788, 0x66, 0x99AABBCCDDEEFF00L),
                        FieldSchema.of("n", FieldType.UINT8).withValues(Schemas.SIDE),
                        FieldSchema.struct("s", FieldSchema.of("p", FieldType.INT64).withUnit("ns"))
                                .countedBy("n"),
                        FieldSchema.of("x", FieldType.STRING).fixed(258),
                        FieldSchema.of("y", FieldType.BINARY).prefixed())
                .build();

        final byte[] bytes = SchemaEncoder.encode(schema);

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("52535345" + "0100" + "0000" // magic, version, reserved
                        + "b8000000" + "01000000" // total length, events
                        + idHalf(schema.id().getMostSignificantBits())
                        + idHalf(schema.id().getLeastSignificantBits())
                        + "0400" + "41636d65" + "0100" + "64" // name, documentation
                        + "0100" + "0200000000000000" + "0100" + "6b" // keywords
                        + "0100" + "0300000000000000" + "0100" + "74" // tasks
                        + "0100" + "0a00000000000000" + "0100" + "6f" // opcodes
                        + "0000" // no schema of SBE
                        + "0100" + "65" + "221133445566887700ffeeddccbbaa99" // event, its descriptor
                        + "0400" // fields
                        + "05" + "00" + "0200" + "0100" + "6e" // n: u8, scalar, with values
                        + "0400" + "53696465" + "0200" // Side, of two values
                        + "0100000000000000" + "0300" + "425559"
                        + "0200000000000000" + "0400" + "53454c4c"
                        + "12" + "02" + "0000" + "0100" + "73" + "0000" // s: struct, counted by field 0
                        + "0100" + "04" + "00" + "0100" + "0100" + "70" + "0200" + "6e73" // p: i64, in ns
                        + "0c" + "01" + "0000" + "0100" + "78" + "0201" // x: string, 258 of them
                        + "0d" + "03" + "0000" + "0100" + "79" // y: binary, counted in front
                        + "00"); // nothing else of the event
        assertThat(decode(bytes)).isEqualTo(schema);
    }

    @Test
    void shouldEndWithTheTraits() {
        final ProviderSchema plain = Schemas.orders();
        final ProviderTraits traits = ProviderTraits.of("Acme-Orders").with(200, new byte[]{1, 2});
        final byte[] without = SchemaEncoder.encode(plain);
        final byte[] with = SchemaEncoder.encode(plain.withTraits(traits));

        assertThat(Arrays.copyOfRange(with, without.length, with.length)).isEqualTo(traits.toBytes());
        assertThat(decode(with).traits()).isEqualTo(traits);
        assertThat(decode(without).traits()).isNull();
        assertThat(plain.withTraits(traits)).isNotEqualTo(plain);
        assertThat(plain.withTraits(traits).contentHash()).isNotEqualTo(plain.contentHash());
    }

    @Test
    void shouldEncodeEverythingAboutAFieldToGoldenBytes() {
        final ProviderSchema schema = ProviderSchema.builder("p")
                .event(
                        "e",
                        EventDescriptor.of(1, 4, 0x1),
                        FieldSchema.of("n", FieldType.UINT8).withValues(ValueMap.ofBits("B", Map.of(4L, "Y"))),
                        FieldSchema.of("t", FieldType.STRING).sizedBy("n").withOutType(OutType.XML)
                                .withPatterns(ValueMap.Patterns.of("P", List.of(Map.entry("a*", "A")))),
                        FieldSchema.of("c", FieldType.BINARY).sized(258).fixed(2).withUnit("u").withTags(0x1234567)
                                .withCustomSchema(FieldSchema.Custom.of(0x0908, new byte[]{7})),
                        FieldSchema.of("h", FieldType.HEXINT64))
                .build();

        final String hex = HexFormat.of().formatHex(SchemaEncoder.encode(schema));

        assertThat(hex).startsWith("52535345" + "0100" + "0000")
                .endsWith("0400" // fields
                        + "05" + "00" + "2200" + "0100" + "6e" // n: u8, scalar, with bits
                        + "0100" + "42" + "0100" + "0400000000000000" + "0100" + "59"
                        + "0c" + "00" + "5400" + "0100" + "74" // t: string, scalar
                        + "0000" + "1c00" // sized by field 0, as XML
                        + "0100" + "50" + "0100" + "0200" + "612a" + "0100" + "41"
                        + "0d" + "01" + "8901" + "0100" + "63" + "0200" // c: binary, 2 of them
                        + "0201" + "0100" + "75" // of 258 bytes, in u
                        + "67452301" + "0809" + "0100" + "07"
                        + "1a" + "00" + "0000" + "0100" + "68" // h: hexint64
                        + "00"); // nothing else of the event
        assertThat(decode(HexFormat.of().parseHex(hex))).isEqualTo(schema);
    }

    @Test
    void shouldDecodeWhatItEncoded() {
        final Random random = SeededRandom.create(getClass());
        for (int round = 0; round < ROUNDS; round++) {
            final ProviderSchema schema = Schemas.random(random);
            final ProviderSchema decoded = decode(SchemaEncoder.encode(schema));

            assertThat(decoded).isEqualTo(schema).hasSameHashCodeAs(schema);
            assertThat(decoded.contentHash()).isEqualTo(schema.contentHash());
        }
    }

    @Test
    void shouldDecodeFromTheMiddleOfABuffer() {
        final byte[] bytes = SchemaEncoder.encode(Schemas.orders());
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[bytes.length + 10]);
        buffer.putBytes(7, bytes);

        assertThat(SchemaDecoder.decode(buffer, 7, bytes.length)).isEqualTo(Schemas.orders());
    }

    @Test
    void shouldHaveTheSameBytesWhateverTheOrderOfNames() {
        final ProviderSchema one = ProviderSchema.builder("p")
                .keyword("a", 0x1)
                .keyword("b", 0x2)
                .task("x", 1)
                .task("y", 2)
                .build();
        final ProviderSchema other = ProviderSchema.builder("p")
                .task("y", 2)
                .task("x", 1)
                .keyword("b", 0x2)
                .keyword("a", 0x1)
                .build();

        assertThat(SchemaEncoder.encode(other)).isEqualTo(SchemaEncoder.encode(one));
        assertThat(other).isEqualTo(one);
    }

    @Test
    void shouldHashItsContent() throws Exception {
        final ProviderSchema schema = Schemas.orders();
        final byte[] digest = MessageDigest.getInstance("SHA-256").digest(SchemaEncoder.encode(schema));

        assertThat(HexFormat.of().toHexDigits(schema.contentHash()))
                .isEqualTo(HexFormat.of().formatHex(digest, 0, 8));
        assertThat(Schemas.orders().contentHash()).isEqualTo(schema.contentHash());
        assertThat(ProviderSchema.builder("Acme-Orders").build().contentHash()).isNotEqualTo(schema.contentHash());
    }

    @Test
    @DisplayName("R1.3 the schema of an event changes the hash, so that two versions of a provider never share one")
    void shouldHashAnyDifference() {
        final EventDescriptor event = EventDescriptor.of(1, 4, 0x1);
        final long hash = hashOf(FieldSchema.of("a", FieldType.INT32), event);

        assertThat(hashOf(FieldSchema.of("a", FieldType.UINT32), event)).isNotEqualTo(hash);
        assertThat(hashOf(FieldSchema.of("b", FieldType.INT32), event)).isNotEqualTo(hash);
        assertThat(hashOf(FieldSchema.of("a", FieldType.INT32).withUnit("ns"), event)).isNotEqualTo(hash);
        assertThat(hashOf(FieldSchema.of("a", FieldType.INT32), EventDescriptor.of(1, 3, 0x1))).isNotEqualTo(hash);
        assertThat(hashOf(FieldSchema.of("a", FieldType.INT32).withOutType(OutType.HRESULT), event)).isNotEqualTo(hash);
    }

    @Test
    void shouldHoldTenThousandOrdinaryEvents() {
        final ProviderSchema.Builder builder = ProviderSchema.builder("large");
        for (int i = 1; i <= 10_000; i++) {
            builder.event(
                    "an-event-with-a-name-" + i,
                    EventDescriptor.of(i, 4, 0x1),
                    FieldSchema.of("orderId", FieldType.UINT64),
                    FieldSchema.of("instrument", FieldType.STRING),
                    FieldSchema.of("price", FieldType.INT64).withUnit("cents"),
                    FieldSchema.of("quantity", FieldType.INT32),
                    FieldSchema.of("side", FieldType.UINT8).withValues(Schemas.SIDE),
                    FieldSchema.of("account", FieldType.STRING),
                    FieldSchema.of("sentAt", FieldType.TIMESTAMP),
                    FieldSchema.of("latency", FieldType.INT64).withUnit("ns"));
        }
        final ProviderSchema schema = builder.build();

        assertThat(decode(SchemaEncoder.encode(schema))).isEqualTo(schema);
    }

    @Test
    void shouldRefuseARegionThatIsNotThere() {
        final byte[] bytes = SchemaEncoder.encode(Schemas.orders());
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final int length = bytes.length;

        assertThatThrownBy(() -> SchemaDecoder.decode(buffer, 1, length)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> SchemaDecoder.decode(buffer, -1, length)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> SchemaDecoder.decode(buffer, 0, -1)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> SchemaDecoder.decode(buffer, 0, 31)).hasMessageContaining("length=31");
        assertThatThrownBy(() -> SchemaDecoder.decode(buffer, Integer.MAX_VALUE, length))
                .isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> SchemaDecoder.decode(buffer, 0, Integer.MAX_VALUE))
                .hasMessageContaining("max=4194304");
    }

    private static long hashOf(final FieldSchema field, final EventDescriptor descriptor) {
        return ProviderSchema.builder("p").event("e", descriptor, field).build().contentHash();
    }

    private static String idHalf(final long half) {
        return HexFormat.of().toHexDigits(Long.reverseBytes(half));
    }

    private static ProviderSchema decode(final byte[] bytes) {
        return SchemaDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
