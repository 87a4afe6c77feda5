package io.ringside.internal.expression;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Events and payloads to test expressions with. */
final class Events {
    private static final int LENGTH_MAX = 1 << 16;

    private Events() {}

    /** One event with these fields. */
    static EventSchema event(final FieldSchema... fields) {
        return ProviderSchema.builder("p")
                .event("e", EventDescriptor.of(1, Level.INFORMATION, 0x1), fields)
                .build().events().get(0);
    }

    /** A payload in one piece, at no round offset of its buffer. */
    static PayloadBytes payload(final Consumer<PayloadWriter> values) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH_MAX + 3]);
        final PayloadWriter writer = new PayloadWriter().wrap(buffer, 3, LENGTH_MAX);
        values.accept(writer);
        return new PayloadBytes().wrap(buffer, 3, writer.length());
    }

    /** The same bytes alone. */
    static byte[] bytes(final Consumer<PayloadWriter> values) {
        final PayloadBytes payload = payload(values);
        final byte[] bytes = new byte[payload.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = payload.getByte(i);
        }
        return bytes;
    }

    static DirectBuffer buffer(final byte... bytes) {
        return new UnsafeBuffer(bytes);
    }

    /** Does the expression hold for the payload of the event? */
    static boolean holds(final String expression, final EventSchema event, final Consumer<PayloadWriter> values) {
        return Expression.parse(expression).compile(event).accepts(payload(values));
    }
}
