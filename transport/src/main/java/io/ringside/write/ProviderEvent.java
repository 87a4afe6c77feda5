package io.ringside.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.schema.EventSchema;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The handle of one declared event of one registration, which tests whether a session wants the event, and writes it.
 * Thread-safe.
 * <p>
 * A write goes into the lanes of the calling thread, or of its carrier if it is a virtual thread. All write methods
 * return a {@link WriteResult} and none throws by itself. After the registration has been closed they return
 * {@link WriteResult.Status#INVALID_HANDLE}.
 * <p>
 * An exception of a payload's buffer, or a stack overflow, is passed on: the sessions that the event had not reached
 * count it as an error with their next event. A buffer must not write events: its thread's lanes are in use, so its
 * events are counted as lost without a lane. Nor should it park: a virtual thread that parks keeps its carrier's lanes
 * until it is done, and the carrier takes others.
 * <p>
 * {@code ProviderRegistration.event} returns handles.
 *
 * <pre>{@code
 * if (accepted.isEnabled()) {
 *     buffer.putLong(0, orderId);
 *     buffer.putInt(8, size);
 *     accepted.write(buffer, 0, 12);
 * }
 * }</pre>
 */
public abstract sealed class ProviderEvent permits DeclaredEvent {
    /** Used by the only implementation. */
    protected ProviderEvent() {
        // Stateless, so that the implementation controls the layout of all fields.
    }

    /** {@return the description of the event} */
    public abstract EventSchema schema();

    /**
     * Check whether a session wants the event, according to the changes that the process has applied: one volatile
     * read. A later filter may still drop the event; false is definite.
     *
     * @return true if a write would be an attempt
     */
    public abstract boolean isEnabled();

    /**
     * Write an event without payload.
     *
     * @return a {@link WriteResult}
     */
    public abstract long write();

    /**
     * Write an event.
     *
     * @param source buffer of the payload; may be null if the payload is empty
     * @param offset offset of the first byte
     * @param length length in bytes
     * @return a {@link WriteResult}
     */
    public abstract long write(@Nullable DirectBuffer source, int offset, int length);

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks.
     *
     * @param blocks of the payload
     * @return a {@link WriteResult}
     */
    public abstract long write(DataDescriptors blocks);

    /**
     * Write an event without payload.
     *
     * @param options of the write
     * @return a {@link WriteResult}
     */
    public abstract long write(WriteOptions options);

    /**
     * Write an event.
     *
     * @param options of the write
     * @param source  buffer of the payload
     * @param offset  offset of the first byte
     * @param length  length in bytes
     * @return a {@link WriteResult}
     */
    public abstract long write(WriteOptions options, @Nullable DirectBuffer source, int offset, int length);

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks.
     *
     * @param options of the write
     * @param blocks  of the payload
     * @return a {@link WriteResult}
     */
    public abstract long write(WriteOptions options, DataDescriptors blocks);

    /**
     * Begin to write an event in place. While the claim is open, other writes of the thread go into other lanes. A
     * virtual thread's claim is filled outside the lanes, so that it may park; the commit decides whether there is
     * room.
     *
     * @param claim  claim that receives the room; if it is open, it is aborted first
     * @param length length of the payload in bytes
     * @return true if the claim is open and must be committed or aborted; otherwise {@link EventClaim#result} returns
     *         the reason
     */
    public abstract boolean tryClaim(EventClaim claim, int length);
}
