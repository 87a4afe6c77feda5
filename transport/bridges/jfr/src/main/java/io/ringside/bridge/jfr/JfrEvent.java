package io.ringside.bridge.jfr;

import io.ringside.schema.PayloadWriter;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Event of the provider, with the conversion of JFR's event into it. Immutable.
 *
 * @param event  of the provider
 * @param fields of its payload, in order
 */
record JfrEvent(ProviderEvent event, List<JfrField> fields) {
    /** Memory for the payload of an event. Not thread-safe; reused. */
    static final class Room {
        /** Larger than any event: an event that cannot be written is counted as too large. */
        private static final int BYTES = 64 * 1024;

        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[BYTES]);
        private final PayloadWriter payload = new PayloadWriter();
        private final WriteOptions options = new WriteOptions();
    }

    void write(final RecordedEvent recorded, final Room room) {
        if (!event.isEnabled()) {
            return;
        }
        final PayloadWriter payload = room.payload.wrap(room.buffer, 0, Room.BYTES);
        boolean isComplete = false;
        try {
            fields.forEach(field -> field.put().accept(recorded, payload));
            isComplete = !payload.isOverflowed();
        } finally {
            event.write(room.options.timeNs(JfrField.ns(recorded.getStartTime())), room.buffer, 0,
                    isComplete ? payload.length() : Room.BYTES);
        }
    }
}
