package io.ringside.consumer.cli.emit;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import java.util.List;

/** The provider of a message file: an event for each type, with the numbers of the line as they stand there. */
final class MessageEvents {
    /** Bytes of every payload. */
    static final int PAYLOAD_BYTES = Long.BYTES + Byte.BYTES + Long.BYTES + Integer.BYTES + Long.BYTES + Byte.BYTES;

    private static final long ORDERS = 0x1;
    private static final long TRADES = 0x2;

    private MessageEvents() {}

    /** The event of a type has its number as id, and its number less 1 as index. */
    static ProviderSchema schema(final String provider) {
        final List<FieldSchema> fields = List.of(FieldSchema.of("time", FieldType.INT64).withUnit("ns since midnight"),
                FieldSchema.of("type", FieldType.INT8), FieldSchema.of("orderId", FieldType.INT64),
                FieldSchema.of("size", FieldType.INT32), FieldSchema.of("price", FieldType.INT64),
                FieldSchema.of("direction", FieldType.INT8));
        return ProviderSchema.builder(provider)
                .documentation("Order flow of a file in the LOBSTER format. Time is exact: nanoseconds since midnight "
                        + "as a whole number. Prices are dollars times 10,000, directions 1 buy, -1 sell.")
                .keyword("orders", ORDERS)
                .keyword("trades", TRADES)
                .event("submitted", EventDescriptor.of(1, Level.INFORMATION, ORDERS), fields)
                .event("canceled", EventDescriptor.of(2, Level.INFORMATION, ORDERS), fields)
                .event("deleted", EventDescriptor.of(3, Level.INFORMATION, ORDERS), fields)
                .event("executed", EventDescriptor.of(4, Level.INFORMATION, TRADES), fields)
                .event("executedHidden", EventDescriptor.of(OrderMessage.EVENT_TYPES, Level.INFORMATION, TRADES),
                        fields)
                .build();
    }

    static int index(final OrderMessage message) {
        return message.type - 1;
    }

    static void put(final OrderMessage message, final PayloadWriter payload) {
        payload.putLong(message.timeNs).putByte(message.type).putLong(message.orderId).putInt(message.size)
                .putLong(message.price).putByte(message.direction);
    }
}
