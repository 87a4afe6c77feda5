package io.ringside.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.schema.EventSchema;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One declared event of one registration: test whether a session wants it, and write it. Thread-safe.
 * <p>
 * A write goes into the lanes of the calling thread, or of its carrier if it is a virtual thread. All write methods
 * return a {@link WriteResult} and none throws by itself. After the registration has been closed they return
 * {@link WriteResult.Status#INVALID_HANDLE}.
 * <p>
 * An error of a payload's buffer, or of a stack that overflows, passes through: the sessions that the event had not
 * reached count it as an error with their next event. A buffer must not write events: its thread's lanes are in use,
 * and what it writes is counted as lost without a lane. Nor should it park: a virtual thread that does so keeps its
 * carrier's lanes until it is done, and the carrier takes others.
 * <p>
 * Handles come from {@code ProviderRegistration.event}.
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
    /** For the one implementation. */
    protected ProviderEvent() {
        // Stateless, so that the implementation lays out all fields.
    }

    /** {@return the description of the event} */
    public abstract EventSchema schema();

    /**
     * Whether a session wants the event, as far as the process has followed: one volatile read. A later filter
     * may still drop it; false is never wrong.
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
     * @param source of the payload; may be null if the payload is empty
     * @param offset of its first byte
     * @param length in bytes
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
     * @param source  of the payload
     * @param offset  of its first byte
     * @param length  in bytes
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
     * Begin to write an event in place. Writes of the thread continue while the claim is open, into other lanes. A
     * virtual thread's claim is filled outside the lanes, so that it may park; whether the event finds room is then
     * decided by the commit.
     *
     * @param claim  receives the room; an open one is aborted first
     * @param length of the payload in bytes
     * @return true if the claim is open and must be committed or aborted; else {@link EventClaim#result} says why
     */
    public abstract boolean tryClaim(EventClaim claim, int length);
}
