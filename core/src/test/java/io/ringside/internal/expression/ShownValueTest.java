package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.PayloadWriter;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static io.ringside.internal.expression.Events.event;
import static io.ringside.internal.expression.Events.holds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Conditions compare values as they are shown, wherever the type or the out type gives the bytes a meaning. */
class ShownValueTest {
    private static final FieldSchema SIZE = FieldSchema.of("n", FieldType.UINT8);

    @Test
    @DisplayName("R6.19 a condition on a port compares its number")
    void shouldComparePorts() {
        final FieldSchema port = FieldSchema.of("v", FieldType.UINT16).withOutType(OutType.PORT);
        final Consumer<PayloadWriter> payload = writer -> writer.putPort(80);

        assertThat(holds("v == 80", event(port), payload)).isTrue();
        assertThat(holds("v between 79 and 81", event(port), payload)).isTrue();
        assertThat(holds("v > 80", event(port), payload)).isFalse();
        assertThatThrownBy(() -> holds("v % 8", event(port), payload)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("field=v");
    }

    @Test
    @DisplayName("R6.19 a condition on an address compares the address, on a truth the truth")
    void shouldCompareAddressesAndTruths() {
        final FieldSchema address = FieldSchema.of("v", FieldType.UINT32).withOutType(OutType.IPV4);
        final FieldSchema longAddress = FieldSchema.of("v", FieldType.BINARY).sized(16).withOutType(OutType.IPV6);
        final FieldSchema truth = FieldSchema.of("v", FieldType.UINT8).withOutType(OutType.BOOLEAN);

        assertThat(holds("v == 127.0.0.1", event(address), writer -> writer.putInt(0x0100007F))).isTrue();
        assertThat(holds("v == 127.0.0.2", event(address), writer -> writer.putInt(0x0100007F))).isFalse();
        assertThat(holds("v == \"::1\"", event(longAddress), writer -> writer.putUuid(0, 1L << 56))).isTrue();
        assertThat(holds("v == \"::2\"", event(longAddress), writer -> writer.putUuid(0, 1L << 56))).isFalse();
        assertThat(holds("v == true", event(truth), writer -> writer.putByte(2))).isTrue();
        assertThat(holds("v == true", event(FieldSchema.of("v", FieldType.BOOLEAN32)), writer -> writer.putInt(256)))
                .isTrue();
    }

    @Test
    void shouldCompareFileTimes() {
        final FieldSchema time = FieldSchema.of("v", FieldType.FILETIME);

        assertThat(holds("v == \"1601-01-01T00:00:01Z\"", event(time), writer -> writer.putLong(10_000_000))).isTrue();
        assertThat(holds("v < \"1601-01-01T00:00:01Z\"", event(time), writer -> writer.putLong(9_999_999))).isTrue();
        assertThat(holds("v == 7", event(time), writer -> writer.putLong(7))).isTrue();
        assertThatThrownBy(() -> holds("v == soon", event(time), writer -> writer.putLong(7)))
                .hasMessageContaining("units of 100 ns since 1601");
    }

    @Test
    void shouldCompareTextsWhateverEndsThem() {
        final FieldSchema terminated = FieldSchema.of("v", FieldType.TERMINATED_STRING);
        final FieldSchema sized = FieldSchema.of("v", FieldType.STRING).sized(4);

        assertThat(holds("v == ab", event(terminated), writer -> writer.putText("ab"))).isTrue();
        assertThat(holds("v == ab", event(terminated), writer -> writer.putText("ab").putByte(0).putText("c")))
                .isTrue();
        assertThat(holds("v == ab", event(sized), writer -> writer.putText("ab").putShort(0).putText("c"))).isTrue();
        assertThat(holds("v == abcd", event(sized), writer -> writer.putText("abcdef"))).isTrue();
        assertThat(holds("v != x", event(sized), writer -> writer.putText("abc"))).as("cut off").isFalse();
    }

    @Test
    void shouldFindWhatStandsBehindValuesOfEveryLength() {
        final FieldSchema last = FieldSchema.of("v", FieldType.UINT8);
        final Consumer<PayloadWriter> payload = writer -> writer.putByte(2).putText("abcd").putWideText("xyz")
                .putShort(0).putText("t").putByte(0).putByte(7);

        assertThat(holds("v == 7",
                event(SIZE, FieldSchema.of("a", FieldType.BINARY).sizedBy("n").countedBy("n"),
                        FieldSchema.of("b", FieldType.TERMINATED_WIDE_STRING),
                        FieldSchema.of("c", FieldType.TERMINATED_STRING), last),
                payload)).isTrue();
        assertThat(holds("v == 7",
                event(SIZE, FieldSchema.of("a", FieldType.STRING).sized(4),
                        FieldSchema.of("b", FieldType.WIDE_STRING).sizedBy("n").countedBy("n"),
                        FieldSchema.of("c", FieldType.TERMINATED_STRING), last),
                payload)).isTrue();
    }

    @Test
    void shouldSayWhichTextCannotBeCompared() {
        assertThatThrownBy(() -> holds("v == a",
                event(SIZE, FieldSchema.of("v", FieldType.STRING).sizedBy("n")), writer -> writer.putByte(0)))
                .isInstanceOf(RingsideException.class)
                .hasMessage("field whose length another field says cannot be compared: field=v, sizedBy=n");
        assertThatThrownBy(() -> holds("v == a",
                event(FieldSchema.of("v", FieldType.WIDE_STRING)), writer -> writer.putShort(0)))
                .hasMessage("field of this type cannot be compared: field=v, type=WIDE_STRING");
    }
}
