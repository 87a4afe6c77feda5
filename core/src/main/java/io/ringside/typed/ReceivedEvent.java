package io.ringside.typed;

import io.ringside.schema.EventSchema;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** The view of an event that a {@link TypedReceiver} needs. Valid while its reader says so; for one thread. */
public interface ReceivedEvent {
    /** {@return the id of the provider that wrote it} */
    @Nullable
    UUID providerId();

    /** {@return what its provider declared; null if that is unknown, as are then the fields} */
    @Nullable
    EventSchema schema();

    /** {@return buffer with the payload, not changed by others meanwhile} */
    DirectBuffer buffer();

    /** {@return offset of the payload's first byte in the buffer} */
    int payloadOffset();

    /** {@return length of the payload in bytes} */
    int payloadLength();

    /** {@return most significant half of the activity id, 0 if there is no activity} */
    long activityMost();

    /** {@return least significant half of the activity id, 0 if there is no activity} */
    long activityLeast();

    /** {@return time of the event in nanoseconds since 1970} */
    long timeNs();

    /** {@return the id of the activity from which the event transfers; null if there is none} */
    @Nullable
    UUID relatedActivityId();
}
