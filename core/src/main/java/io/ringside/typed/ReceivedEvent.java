package io.ringside.typed;

import io.ringside.schema.EventSchema;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Properties of an event that a {@link TypedReceiver} needs. Its reader determines how long it is valid. */
public interface ReceivedEvent {
    /** {@return the id of the provider of the event} */
    @Nullable
    UUID providerId();

    /** {@return the event's schema as declared by its provider; null if it is unknown, and then the fields are, too} */
    @Nullable
    EventSchema schema();

    /** {@return buffer with the payload, which must not change meanwhile} */
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
