package io.ringside.internal.expression;

import io.ringside.SeededRandom;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A hash depends on the value alone, so that all processes choose the same. */
class FieldHashTest {
    private static final long ABSENT = -1;

    private final Random random = SeededRandom.create(FieldHashTest.class);

    @Test
    void shouldHashAWholeNumberAlikeWhateverItsWidthAndPlace() {
        final byte number = (byte) random.nextInt(128);
        final long hash = hash(FieldType.INT64, values -> values.putLong(number));
        assertThat(hash).isNotNegative();
        assertThat(hash(FieldType.INT8, values -> values.putByte(number))).isEqualTo(hash);
        assertThat(hash(FieldType.UINT16, values -> values.putShort(number))).isEqualTo(hash);
        assertThat(hash(FieldType.INT32, values -> values.putInt(number))).isEqualTo(hash);
        final EventSchema event = Events.event(FieldSchema.of("name", FieldType.STRING),
                FieldSchema.of("value", FieldType.UINT64));
        assertThat(hash(event, values -> values.putString("a text in front").putLong(number))).isEqualTo(hash);
    }

    @Test
    void shouldHashATextAlikeWhateverItsEncodingAndEnd() {
        final String text = "AC\u00df\u20ac\ud83d\ude00" + random.nextInt();
        final long hash = hash(FieldType.STRING, values -> values.putString(text));
        assertThat(hash(FieldType.TERMINATED_STRING, values -> values.putText(text).putByte(0))).isEqualTo(hash);
        assertThat(hash(FieldType.WIDE_STRING, values -> values.putWideString(text))).isEqualTo(hash);
        assertThat(hash(FieldType.TERMINATED_WIDE_STRING, values -> values.putWideText(text).putShort(0)))
                .isEqualTo(hash);
        assertThat(hash(FieldType.STRING, values -> values.putString(text + "x"))).isNotEqualTo(hash);
    }

    @Test
    void shouldHashNumbersThatAreNotWholeAndIds() {
        assertThat(hash(FieldType.FLOAT, values -> values.putFloat(1.5f)))
                .isEqualTo(hash(FieldType.DOUBLE, values -> values.putDouble(1.5)));
        assertThat(hash(FieldType.DOUBLE, values -> values.putDouble(-0.0)))
                .isEqualTo(hash(FieldType.DOUBLE, values -> values.putDouble(0.0)));
        final UUID id = new UUID(random.nextLong(), random.nextLong());
        assertThat(hash(FieldType.UUID, values -> values.putUuid(id)))
                .isEqualTo(hash(FieldType.UUID, values -> values.putUuid(id)))
                .isNotEqualTo(hash(FieldType.UUID, values -> values.putUuid(new UUID(0, 1))));
    }

    @Test
    void shouldSayThatAValueIsAbsent() {
        assertThat(hash(FieldType.INT64, values -> values.putInt(1))).isEqualTo(ABSENT);
        assertThat(hash(FieldType.STRING, values -> values.putShort((short) 9))).isEqualTo(ABSENT);
        assertThat(FieldHash.of("other", Events.event(FieldSchema.of("value", FieldType.INT64)))).isNull();
        assertThat(FieldHash.misfit("other", Events.event(FieldSchema.of("value", FieldType.INT64))))
                .contains("fields=[value]");
    }

    @Test
    void shouldChooseAShareOfConsecutiveNumbers() {
        final FieldHash hash = Objects.requireNonNull(
                FieldHash.of("value", Events.event(FieldSchema.of("value", FieldType.INT64))));
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Long.BYTES]);
        final PayloadBytes payload = new PayloadBytes().wrap(buffer, 0, Long.BYTES);
        final long first = random.nextLong();
        int chosen = 0;
        for (int i = 0; i < 100_000; i++) {
            buffer.putLong(0, first + i, ByteOrder.LITTLE_ENDIAN);
            chosen += hash.hash(payload, ABSENT) % 10 == 0 ? 1 : 0;
        }
        // Ten standard deviations.
        assertThat(chosen).isBetween(9_000, 11_000);
    }

    private static long hash(final FieldType type, final Consumer<PayloadWriter> values) {
        return hash(Events.event(FieldSchema.of("value", type)), values);
    }

    private static long hash(final EventSchema event, final Consumer<PayloadWriter> values) {
        return Objects.requireNonNull(FieldHash.of("value", event)).hash(Events.payload(values), ABSENT);
    }
}
