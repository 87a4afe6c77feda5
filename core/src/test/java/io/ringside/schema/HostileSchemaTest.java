package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.internal.schema.SchemaLayout;
import io.ringside.internal.schema.SchemaOutput;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(120)
class HostileSchemaTest {
    private static final int SCHEMAS = 50;
    private static final int DAMAGES = 400;

    private final byte[] orders = SchemaEncoder.encode(Schemas.orders());

    @Test
    void shouldRefuseOrReproduceWheneverABitIsFlipped() {
        int refused = 0;
        for (int bit = 0; bit < orders.length * Byte.SIZE; bit++) {
            final byte[] damaged = orders.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            refused += refuses(damaged) ? 1 : 0;
        }
        // What stands in names and numbers may be another schema; lengths, counts, codes and the header may not.
        assertThat(refused).isGreaterThan(orders.length * Byte.SIZE / 10);
    }

    @Test
    void shouldRefuseEveryTruncationAndExtension() {
        for (int length = 0; length < orders.length; length++) {
            assertThat(refuses(Arrays.copyOf(orders, length))).as("length %d", length).isTrue();
        }
        assertThat(refuses(Arrays.copyOf(orders, orders.length + 1))).isTrue();
        assertThat(refuses(orders)).isFalse();
    }

    @Test
    void shouldRefuseOrReproduceWhateverIsDamagedAtRandom() {
        final Random random = SeededRandom.create(getClass());
        int refused = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            final byte[] bytes = SchemaEncoder.encode(Schemas.random(random));
            for (int j = 0; j < DAMAGES; j++) {
                refused += refuses(damaged(bytes, random)) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(SCHEMAS * DAMAGES / 4);
    }

    @Test
    void shouldRefuseNoise() {
        final Random random = SeededRandom.create(getClass());
        for (int i = 0; i < 1_000; i++) {
            final byte[] noise = new byte[SchemaLayout.HEADER_LENGTH + random.nextInt(500)];
            random.nextBytes(noise);
            assertThat(refuses(noise)).isTrue();
            withHeader(noise, random.nextInt(5));
            refuses(noise);
        }
    }

    @Test
    void shouldRefuseCountsBeyondWhatIsThereWithoutMakingRoomForThem() {
        final UnsafeBuffer buffer = new UnsafeBuffer(orders);

        buffer.putInt(SchemaLayout.EVENT_COUNT_OFFSET, Integer.MAX_VALUE);
        assertThatThrownBy(() -> decode(orders)).hasMessageContaining("of=event, count=2147483647");
        buffer.putInt(SchemaLayout.EVENT_COUNT_OFFSET, -1);
        assertThatThrownBy(() -> decode(orders)).hasMessageContaining("of=event, count=-1");
    }

    @Test
    void shouldSayWhatIsWrongWithAHeader() {
        final UnsafeBuffer buffer = new UnsafeBuffer(orders);

        buffer.putShort(SchemaLayout.RESERVED_OFFSET, (short) 1);
        assertThatThrownBy(() -> decode(orders)).hasMessageContaining("header of encoded schema is inconsistent");
        buffer.putShort(SchemaLayout.RESERVED_OFFSET, (short) 0);
        buffer.putInt(SchemaLayout.TOTAL_LENGTH_OFFSET, orders.length - 1);
        assertThatThrownBy(() -> decode(orders)).hasMessageContaining("totalLength=" + (orders.length - 1));
        buffer.putShort(SchemaLayout.VERSION_OFFSET, (short) 2);
        assertThatThrownBy(() -> decode(orders)).hasMessageContaining("version=2, known=1: read it with the release");
        buffer.putInt(SchemaLayout.MAGIC_OFFSET, 0);
        assertThatThrownBy(() -> decode(orders)).hasMessageContaining(
                "not an encoded schema: magic=0x0, expected=0x45535352: it is damaged, or another release made it");
    }

    @Test
    void shouldRefuseNestingThatNeverEnds() {
        final SchemaOutput output = new SchemaOutput();
        for (int level = 0; level < 50_000; level++) {
            output.putByte(FieldType.STRUCT.code());
            output.putByte(FieldSchema.Shape.SCALAR.code());
            output.putShort(0);
            output.putString("s");
            output.putShort(1);
        }
        assertThatThrownBy(() -> decode(withOneEvent(output.toBytes()))).hasMessageContaining("depth=9, max=8");
    }

    @Test
    void shouldRefuseFieldsThatOnlyLookLikeFields() {
        assertThatThrownBy(() -> decode(withOneEvent(field(0, 0, 0)))).hasMessageContaining("type=null");
        assertThatThrownBy(() -> decode(withOneEvent(field(1, 9, 0)))).hasMessageContaining("shape=null");
        assertThatThrownBy(() -> decode(withOneEvent(field(1, 0, 0x1000)))).hasMessageContaining("flags=0x1000");
        assertThatThrownBy(() -> decode(withOneEvent(field(1, 2, 0)))).hasMessageContaining("index=0, fields=0");
        assertThatThrownBy(() -> decode(withOneEvent(field(1, 1, 0)))).hasMessageContaining("count=0, min=1");
        assertThat(decode(withOneEvent(field(1, 0, 0))).events()).hasSize(1);
    }

    @Test
    void shouldRefuseWhatOnlyLooksLikeTheRestOfAField() {
        assertThatThrownBy(() -> decode(field(25, 0x20, ""))).hasMessageContaining("not in canonical form");
        assertThatThrownBy(() -> decode(field(25, 0x4, "0000"))).hasMessageContaining("not in canonical form");
        assertThatThrownBy(() -> decode(field(25, 0x4, "1a00"))).hasMessageContaining("outType=26");
        assertThatThrownBy(() -> decode(field(25, 0x4, "1600"))).hasMessageContaining("outType=PORT");
        assertThatThrownBy(() -> decode(field(12, 0x8, ""))).hasMessageContaining("ends too early");
        assertThatThrownBy(() -> decode(field(12, 0x18, "0000"))).hasMessageContaining("index=0, fields=0");
        assertThatThrownBy(() -> decode(field(12, 0x40, "010050ffff"))).hasMessageContaining("of=pattern");
        assertThatThrownBy(() -> decode(field(13, 0x100, "0000ffff"))).hasMessageContaining("ends too early");
        assertThatThrownBy(() -> decode(field(25, 0x80, "00000010"))).hasMessageContaining("tags=268435456");
        assertThat(decode(field(25, 0, "")).events()).hasSize(1);
    }

    @Test
    void shouldRefuseWhatOnlyLooksLikeADocumentation() {
        assertThat(decode(field(1, 0x200, "0100" + "64")).events().get(0).fields().get(0).documentation())
                .isEqualTo("d");
        assertThatThrownBy(() -> decode(field(1, 0x200, "0000"))).hasMessageContaining("not in canonical form");
        assertThatThrownBy(() -> decode(field(1, 0x200, "ffff" + "64"))).hasMessageContaining("ends too early");
    }

    @Test
    void shouldTakeNamesWithoutEntriesUnlessTheyAreOfBits() {
        assertThat(decode(field(1, 0x2, "0100" + "74" + "0000")).publishedTables()).containsExactly("t");
        assertThatThrownBy(() -> decode(field(1, 0x22, "0100" + "74" + "0000"))).hasMessageContaining("values=0");
    }

    @Test
    void shouldRefuseAScaleFromAFieldThatIsNotThere() {
        assertThatThrownBy(() -> decode(field(1, 0x800, "0000"))).hasMessageContaining("index=0, fields=0");
    }

    private static byte[] field(final int type, final int flags, final String rest) {
        final SchemaOutput output = new SchemaOutput();
        output.putByte(type);
        output.putByte(FieldSchema.Shape.SCALAR.code());
        output.putShort(flags);
        output.putString("f");
        output.putBytes(HexFormat.of().parseHex(rest));
        return withOneEvent(output.toBytes());
    }

    /** True if it was refused as it should be; false if it is a schema, and then exactly these bytes. */
    private static boolean refuses(final byte[] bytes) {
        try {
            assertThat(SchemaEncoder.encode(decode(bytes))).isEqualTo(bytes);
            return false;
        } catch (final RingsideException e) {
            assertThat(e).hasMessageMatching("(?s)[^:]+: .+=.*");
            return true;
        }
    }

    private static ProviderSchema decode(final byte[] bytes) {
        return SchemaDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private static byte[] damaged(final byte[] bytes, final Random random) {
        final byte[] damaged = random.nextInt(10) == 0
                ? Arrays.copyOf(bytes, random.nextInt(bytes.length * 2))
                : bytes.clone();
        if (damaged.length >= SchemaLayout.HEADER_LENGTH) {
            new UnsafeBuffer(damaged).putInt(SchemaLayout.TOTAL_LENGTH_OFFSET, damaged.length);
        }
        for (int i = random.nextInt(4); i >= 0 && damaged.length > 0; i--) {
            final int at = random.nextInt(damaged.length);
            switch (random.nextInt(4)) {
                case 0 -> damaged[at] = (byte) random.nextInt();
                case 1 -> damaged[at] = (byte) 0xFF;
                case 2 -> damaged[at]++;
                default -> {
                    final int from = random.nextInt(bytes.length);
                    final int length = Math.min(random.nextInt(20), Math.min(damaged.length - at, bytes.length - from));
                    System.arraycopy(bytes, from, damaged, at, length);
                }
            }
        }
        return damaged;
    }

    private static void withHeader(final byte[] bytes, final int events) {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        buffer.putInt(SchemaLayout.MAGIC_OFFSET, SchemaLayout.MAGIC);
        buffer.putShort(SchemaLayout.VERSION_OFFSET, (short) SchemaLayout.VERSION);
        buffer.putShort(SchemaLayout.RESERVED_OFFSET, (short) 0);
        buffer.putInt(SchemaLayout.TOTAL_LENGTH_OFFSET, bytes.length);
        buffer.putInt(SchemaLayout.EVENT_COUNT_OFFSET, events);
    }

    private static byte[] field(final int type, final int shape, final int flags) {
        final SchemaOutput output = new SchemaOutput();
        output.putByte(type);
        output.putByte(shape);
        output.putShort(flags);
        output.putString("f");
        if (shape == FieldSchema.Shape.FIXED.code() || shape == FieldSchema.Shape.COUNTED.code()) {
            output.putShort(0);
        }
        return output.toBytes();
    }

    /** A provider "p" with an event "e" of one field, whose bytes are given. */
    private static byte[] withOneEvent(final byte[] field) {
        final SchemaOutput output = new SchemaOutput();
        for (int i = 0; i < SchemaLayout.HEADER_LENGTH; i++) {
            output.putByte(0);
        }
        output.putString("p");
        output.putString("");
        for (int i = 0; i < 3; i++) {
            output.putShort(0);
        }
        output.putShort(0); // no schema of SBE
        output.putString("e");
        output.putLong(0);
        output.putLong(0);
        output.putShort(1);
        output.putBytes(field);
        output.putByte(0); // the flags of the event
        final byte[] bytes = output.toBytes();
        withHeader(bytes, 1);
        return bytes;
    }
}
