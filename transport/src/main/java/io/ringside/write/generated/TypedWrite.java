package io.ringside.write.generated;

import io.ringside.internal.write.DeclaredEvent;
import io.ringside.internal.write.TypedDraft;
import io.ringside.schema.PayloadWriter;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One write of a typed event by the calling thread. A payload of constant length, or one that ends in an array, needs
 * {@link #begin} and {@link #commit}. Any other payload needs {@link #tryRoom} or {@link #tryClaim}, then {@link
 * #payload} and {@link #commit}, and {@link #end} in any case. Not thread-safe.
 */
public abstract sealed class TypedWrite permits TypedDraft {
    /** Used by the only implementation. */
    protected TypedWrite() {
        // Stateless, so that the implementation controls the layout of all fields.
    }

    /**
     * Begin a write by the calling thread.
     *
     * @param event event that a session wants
     * @return the thread's write, which is reused for its next event
     */
    public static TypedWrite of(final ProviderEvent event) {
        return TypedDraft.begin((DeclaredEvent) event);
    }

    /**
     * Returns the result of writing an event that no session wants.
     *
     * @param event event that is not {@linkplain ProviderEvent#isEnabled enabled}
     * @return {@link WriteResult#NOT_WANTED}, or {@link WriteResult#INVALID_HANDLE} after the registration has been
     *         closed
     */
    public static long idleResult(final ProviderEvent event) {
        return ((DeclaredEvent) event).unwantedResult();
    }

    /**
     * Reserve room for a payload of constant length, or for the part before an array at its end. No code of the
     * application may run until the commit.
     *
     * @param length length in bytes, at most 258
     * @return the room to fill, with arbitrary content: the payload's first byte is at offset 0
     */
    public abstract UnsafeBuffer begin(int length);

    /**
     * Reserve room for an event whose texts are not measured before they are written, if its maximum length permits.
     *
     * @param lengthMax maximum length of its payload in bytes
     * @return true if there is room to fill; otherwise the event must be measured, for {@link #tryClaim}
     */
    public abstract boolean tryRoom(long lengthMax);

    /**
     * Reserve room for the event.
     *
     * @param length length of its payload in bytes; may exceed that of any event
     * @return true if there is room to fill; otherwise {@link #result} returns the reason
     */
    public abstract boolean tryClaim(long length);

    /** {@return the room: the payload's first byte is at offset 0} */
    public abstract MutableDirectBuffer buffer();

    /**
     * Returns a writer for the rest of the room.
     *
     * @param offset offset of its first byte; everything before it has been filled
     * @return writer up to the end of the room, which must be reached if the payload was measured
     */
    public abstract PayloadWriter payload(int offset);

    /** {@return the options with which the event is written, initially without effect} */
    public abstract WriteOptions options();

    /** {@return the reason why there is no room: a {@link WriteResult}} */
    public abstract long result();

    /**
     * Write the event. An event whose text changed length after it was measured, or that exceeded its room, is lost:
     * every session counts it as an error.
     *
     * @return a {@link WriteResult}
     */
    public abstract long commit();

    /**
     * Write the event after {@link #begin}.
     *
     * @param tail last part of the payload, which must not change meanwhile
     * @return a {@link WriteResult}
     */
    public abstract long commit(byte[] tail);

    /** Release this object for the thread's next write. An event that was not committed counts nothing. */
    public abstract void end();
}
