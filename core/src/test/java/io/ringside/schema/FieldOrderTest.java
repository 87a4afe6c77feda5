package io.ringside.schema;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.internal.schema.TextFields;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Schemas that travel with their events, and the order of what they describe. */
class FieldOrderTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);

    @Test
    @DisplayName("R6.24 nested struct of 2 fields followed by a scalar decodes in order")
    void shouldDecodeInTheOrderOfTheSchema() {
        final EventSchema event = decoded("nested",
                FieldSchema.struct("at", FieldSchema.of("x", FieldType.INT32), FieldSchema.of("y", FieldType.UINT16)),
                FieldSchema.of("behind", FieldType.INT8));
        final PayloadWriter payload = payload().putInt(-7).putShort(65_535).putByte(3);
        assertThat(text(event, payload)).isEqualTo("at={x=-7 y=65535} behind=3");
    }

    @Test
    @DisplayName("R6.24 out type and tags are optional")
    void shouldDecodeWithAndWithoutOutTypeAndTags() {
        final EventSchema event = decoded("shown", FieldSchema.of("plain", FieldType.UINT32),
                FieldSchema.of("hex", FieldType.UINT32).withOutType(OutType.HEXINT32).withTags(5));
        assertThat(text(event, payload().putInt(255).putInt(255))).isEqualTo("plain=255 hex=0xff");
        assertThat(event.fields()).extracting(FieldSchema::tags).containsExactly(0, 5);
    }

    @Test
    @DisplayName("R6.23 two events, same name, different field types, both decode")
    void shouldDecodeEventsOfOneNameByTheirOwnFields() {
        final EventSchema number = decoded("same", FieldSchema.of("value", FieldType.INT32));
        final EventSchema text = decoded("same", FieldSchema.of("value", FieldType.STRING));
        assertThat(text(number, payload().putInt(8))).isEqualTo("value=8");
        assertThat(text(text, payload().putString("8"))).isEqualTo("value=8");
        assertThat(schema("same", FieldSchema.of("value", FieldType.INT32)).contentHash())
                .isNotEqualTo(schema("same", FieldSchema.of("value", FieldType.STRING)).contentHash());
    }

    /** As it comes out of the bytes that travel. */
    private static EventSchema decoded(final String name, final FieldSchema... fields) {
        final byte[] bytes = SchemaEncoder.encode(schema(name, fields));
        return SchemaDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length).events().get(0);
    }

    private static ProviderSchema schema(final String name, final FieldSchema... fields) {
        return ProviderSchema.builder("Example").build().selfDescribing(name, EventDescriptor.of(0, 4, 0),
                List.of(fields));
    }

    private PayloadWriter payload() {
        return new PayloadWriter().wrap(buffer, 0, buffer.capacity());
    }

    private String text(final EventSchema event, final PayloadWriter payload) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, event, buffer, 0, payload.length());
        return text.toString();
    }
}
