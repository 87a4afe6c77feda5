package io.ringside.consumer.cli.emit;

import io.ringside.event.Channel;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;

/**
 * The provider of numbered events: {@code sequence}, and as much data behind it as the payload is to have.
 * <p>
 * Events with an even and an odd number differ in their keyword. Keywords belong to a declaration, so there are two of
 * them with the same name and id: version 0 for even numbers, version 1 for odd ones.
 */
final class NumberedEvents {
    /** Payload with the number alone. */
    static final int MIN_PAYLOAD_BYTES = Long.BYTES;
    /** Index of the event for even numbers; that for odd ones follows. */
    static final int EVEN_INDEX = 0;

    private static final int ID = 1;
    private static final long EVEN_KEYWORD = 0x1;
    private static final long ODD_KEYWORD = 0x2;
    private static final int PREFIX_BYTES = Short.BYTES;

    private NumberedEvents() {}

    static ProviderSchema schema(final String provider, final int payloadBytes) {
        final List<FieldSchema> fields = new ArrayList<>();
        fields.add(FieldSchema.of("sequence", FieldType.UINT64));
        final int rest = payloadBytes - Long.BYTES;
        if (rest > 0) {
            fields.add(FieldSchema.of("data", rest < PREFIX_BYTES ? FieldType.UINT8 : FieldType.BINARY));
        }
        return ProviderSchema.builder(provider)
                .documentation("Numbered events to test with.")
                .keyword("even", EVEN_KEYWORD)
                .keyword("odd", ODD_KEYWORD)
                .event("numbered", descriptor(0, EVEN_KEYWORD), fields)
                .event("numbered", descriptor(1, ODD_KEYWORD), fields)
                .build();
    }

    /** Fills everything behind the number: it is the same in all events. */
    static void fill(final MutableDirectBuffer payload, final int payloadBytes) {
        final int rest = payloadBytes - Long.BYTES;
        for (int i = Long.BYTES; i < payloadBytes; i++) {
            payload.putByte(i, (byte) i);
        }
        if (rest >= PREFIX_BYTES) {
            payload.putShort(Long.BYTES, (short) (rest - PREFIX_BYTES), ByteOrder.LITTLE_ENDIAN);
        }
    }

    private static EventDescriptor descriptor(final int version, final long keyword) {
        return EventDescriptor.of(ID, version, Channel.NONE, Level.INFORMATION, 0, Opcode.INFO, keyword);
    }
}
