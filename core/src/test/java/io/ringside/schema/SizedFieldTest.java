package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SizedFieldTest {
    private static final FieldSchema SIZE = FieldSchema.of("n", FieldType.UINT8);
    private static final FieldSchema TEXT = FieldSchema.of("t", FieldType.STRING);
    private static final FieldSchema WIDE = FieldSchema.of("w", FieldType.WIDE_STRING);
    private static final FieldSchema BYTES = FieldSchema.of("b", FieldType.BINARY);
    private static final FieldSchema NEXT = FieldSchema.of("next", FieldType.UINT8);

    @Test
    @DisplayName("R6.17 the schema says a length: nothing stands in front of the value, and 0 is a length too")
    void shouldTakeALengthFromTheSchema() {
        assertThat(ShownFields.visits("6162 07", TEXT.sized(2), NEXT)).isEqualTo("t:'ab' next:u7");
        assertThat(ShownFields.visits("61006200 07", WIDE.sized(2), NEXT)).isEqualTo("w:'ab' next:u7");
        assertThat(ShownFields.visits("0aff00 07", BYTES.sized(3), NEXT)).isEqualTo("b:0aff00 next:u7");
        assertThat(ShownFields.visits("07", TEXT.sized(0), NEXT)).isEqualTo("t:'' next:u7");
        assertThat(ShownFields.visits("6162 6364 07", TEXT.sized(2).fixed(2), NEXT))
                .isEqualTo("t[2 t:'ab' t:'cd' ] next:u7");
    }

    @Test
    @DisplayName("R6.17 another field says a length, as it does a count")
    void shouldTakeALengthFromAField() {
        assertThat(ShownFields.visits("02 6162 07", SIZE, TEXT.sizedBy("n"), NEXT)).isEqualTo("n:u2 t:'ab' next:u7");
        assertThat(ShownFields.visits("02 61006200 07", SIZE, WIDE.sizedBy("n"), NEXT))
                .isEqualTo("n:u2 w:'ab' next:u7");
        assertThat(ShownFields.visits("00 07", SIZE, BYTES.sizedBy("n"), NEXT)).isEqualTo("n:u0 b: next:u7");
        assertThat(ShownFields.visits("02 6162 6364 07", SIZE, TEXT.sizedBy("n").countedBy("n"), NEXT))
                .isEqualTo("n:u2 t[2 t:'ab' t:'cd' ] next:u7");
        assertThat(ShownFields.visits("01 61 02 6263", FieldSchema.struct("s", SIZE, TEXT.sizedBy("n")).fixed(2)))
                .isEqualTo("s[2 s{ n:u1 t:'a' } s{ n:u2 t:'bc' } ]");
    }

    @Test
    @DisplayName("R6.17 {u16 n; u8[n] data; struct {u32 a; string s}[2]} comes back, with strings of every kind")
    void shouldReadCountedArraysAndStructsOfEveryKindOfString() {
        final FieldSchema[] fields = {
            FieldSchema.of("n", FieldType.UINT16),
            FieldSchema.of("data", FieldType.UINT8).countedBy("n"),
            FieldSchema.struct("s", FieldSchema.of("a", FieldType.UINT32),
                    FieldSchema.of("s", FieldType.TERMINATED_WIDE_STRING)).fixed(2)
        };

        assertThat(ShownFields.text("0200 0708 0a000000 78000000 14000000 79007a000000", fields))
                .isEqualTo("n=2 data=[7, 8] s=[{a=10 s=x}, {a=20 s=yz}]");
        assertThat(ShownFields.text("0000 0a000000 78000000 14000000 0000", fields))
                .isEqualTo("n=0 data=[] s=[{a=10 s=x}, {a=20 s=\"\"}]");
    }

    @Test
    void shouldEndTextAtAZeroWithinItsLength() {
        assertThat(ShownFields.visits("61006200 07", TEXT.sized(4), NEXT)).isEqualTo("t:'a' next:u7");
        assertThat(ShownFields.visits("610000006200 07", WIDE.sized(3), NEXT)).isEqualTo("w:'a' next:u7");
        assertThat(ShownFields.visits("6100 07", BYTES.sized(2), NEXT)).isEqualTo("b:6100 next:u7");
    }

    @Test
    @DisplayName("R6.21 a length that does not fit ends the reading at its field")
    void shouldEndWhenALengthLies() {
        final FieldSchema wideSize = FieldSchema.of("n", FieldType.INT64);

        assertThat(ShownFields.visits("03 6162", SIZE, TEXT.sizedBy("n"))).isEqualTo("n:u3 !t:6162");
        assertThat(ShownFields.visits("ffffffffffffffff 61", wideSize, TEXT.sizedBy("n"))).isEqualTo("n:-1 !t:61");
        assertThat(ShownFields.visits("ffffffffffffff7f 61", wideSize, WIDE.sizedBy("n")))
                .isEqualTo("n:9223372036854775807 !w:61");
        assertThat(ShownFields.visits("ffffff7f00000000 61", wideSize, WIDE.sizedBy("n")))
                .isEqualTo("n:2147483647 !w:61");
    }

    @Test
    @Timeout(20)
    void shouldNotReadEmptyValuesWithoutEnd() {
        final FieldSchema count = FieldSchema.of("c", FieldType.UINT64);
        final int[] values = new int[1];
        final UnsafeBuffer payload = ShownFields.bytes("00 ffffffffffffff7f".repeat(3));
        final boolean[] truncated = new boolean[1];

        new PayloadReader().read(
                Schemas.event(FieldSchema.struct("s", SIZE, count, TEXT.sizedBy("n").countedBy("c")).fixed(3)), payload,
                0, payload.capacity(), new FieldVisitor() {
                    @Override
                    public void onString(
                            final FieldSchema field, final DirectBuffer buffer, final int offset,
                            final int length) {
                        values[0]++;
                    }

                    @Override
                    public void onTruncated(
                            final FieldSchema field, final DirectBuffer buffer, final int offset,
                            final int length) {
                        truncated[0] = true;
                    }
                });

        assertThat(values[0]).isEqualTo(SchemaLimits.EMPTY_VALUES_MAX);
        assertThat(truncated[0]).isTrue();
    }

    @Test
    void shouldRefuseALengthWhereNoneCanBe() {
        assertThatThrownBy(() -> NEXT.sized(1)).isInstanceOf(RingsideException.class).hasMessageContaining(
                "field=next, type=UINT8");
        assertThatThrownBy(() -> FieldSchema.of("z", FieldType.TERMINATED_STRING).sizedBy("n"))
                .hasMessageContaining("field=z, type=TERMINATED_STRING");
        assertThatThrownBy(() -> TEXT.sized(-1)).hasMessageContaining("length=-1, min=0, max=65535");
        assertThatThrownBy(() -> TEXT.sized(65_536)).hasMessageContaining("length=65536");
        assertThatThrownBy(() -> TEXT.sized(0).fixed(2)).hasMessageContaining("need at least one byte: field=t");
        assertThatThrownBy(() -> TEXT.sized(0).prefixed()).hasMessageContaining("need at least one byte");
        assertThatThrownBy(() -> TEXT.countedBy("n").sized(0)).hasMessageContaining("need at least one byte");
        assertThatThrownBy(() -> FieldSchema.struct("s", TEXT.sized(0))).hasMessageContaining("needs members");
    }

    @Test
    void shouldRefuseASizerThatIsNoneOrComesTooLate() {
        assertThatThrownBy(() -> Schemas.event(TEXT.sizedBy("n"), SIZE)).hasMessageContaining(
                "must precede its field: of=event e, field=t, counter=n");
        assertThatThrownBy(() -> Schemas.event(FieldSchema.of("n", FieldType.FLOAT), TEXT.sizedBy("n")))
                .hasMessageContaining("a single whole number");
        assertThatThrownBy(() -> Schemas.event(
                FieldSchema.of("n", FieldType.UINT16).withOutType(OutType.PORT), TEXT.sizedBy("n")))
                .hasMessageContaining("outType=PORT");
        assertThat(Schemas.event(FieldSchema.of("n", FieldType.HEXINT32), TEXT.sizedBy("n")).fields()).hasSize(2);
    }

    @Test
    void shouldForgetItsSizerWhenItGetsAnotherLength() {
        final FieldSchema field = TEXT.sizedBy("n").sized(3);

        assertThat(field.lengthSource()).isEqualTo(FieldSchema.LengthSource.FIXED);
        assertThat(field.sizedBy()).isNull();
        assertThat(field.fixedLength()).isEqualTo(3);
        assertThat(field.sizedBy("m").fixedLength()).isZero();
    }

    @Test
    void shouldRefuseMarksOutOfRange() {
        assertThat(NEXT.withTags((1 << 28) - 1).tags()).isEqualTo(0xFFF_FFFF);
        assertThatThrownBy(() -> NEXT.withTags(1 << 28)).hasMessageContaining("tags=268435456");
        assertThatThrownBy(() -> NEXT.withTags(-1)).hasMessageContaining("tags=-1");
        assertThatThrownBy(() -> FieldSchema.Custom.of(65_536, new byte[0])).hasMessageContaining("protocol=65536");
        assertThatThrownBy(() -> FieldSchema.Custom.of(0, new byte[65_536])).hasMessageContaining("length=65536");
        assertThatThrownBy(() -> TEXT.withCustomSchema(FieldSchema.Custom.of(1, new byte[1])))
                .hasMessageContaining("only bytes have a custom schema: field=t");
    }

    @Test
    void shouldWriteWhatItReads() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        final PayloadWriter writer = new PayloadWriter().wrap(buffer, 0, 64);
        writer.putText("a\u00e9").putByte(0).putWideText("\u0100b").putShort(0).putWideString("c").putText("de");

        final Visits visits = new Visits();
        new PayloadReader().read(
                Schemas.event(FieldSchema.of("z", FieldType.TERMINATED_STRING),
                        FieldSchema.of("zw", FieldType.TERMINATED_WIDE_STRING), WIDE, TEXT.sized(2)),
                buffer, 0, writer.length(), visits);

        assertThat(visits).hasToString("z:'a\u00e9' zw:'\u0100b' w:'c' t:'de'");
        assertThat(writer.wrap(buffer, 0, 3).putText("abcd").isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 3).putWideText("ab").isOverflowed()).isTrue();
        assertThat(writer.wrap(buffer, 0, 5).putWideString("ab").isOverflowed()).isTrue();
        assertThat(writer.length()).isZero();
        assertThat(writer.wrap(buffer, 0, 6).putWideString("ab").isOverflowed()).isFalse();
        assertThat(new PayloadWriter().putText("").putWideText("").isOverflowed()).isTrue();
    }
}
