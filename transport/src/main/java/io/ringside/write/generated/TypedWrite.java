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
 * {@link #begin} and {@link #commit}. Any other needs {@link #tryRoom} or {@link #tryClaim}, then {@link #payload} and
 * {@link #commit}, and {@link #end} in any case. For one thread.
 */
public abstract sealed class TypedWrite permits TypedDraft {
    /** For the one implementation. */
    protected TypedWrite() {
        // Stateless, so that the implementation lays out all fields.
    }

    /**
     * Begin a write by the calling thread.
     *
     * @param event that a session wants
     * @return the thread's write, which it uses again with its next event
     */
    public static TypedWrite of(final ProviderEvent event) {
        return TypedDraft.begin((DeclaredEvent) event);
    }

    /**
     * Result of a write of an event that no session wants.
     *
     * @param event that is not {@linkplain ProviderEvent#isEnabled enabled}
     * @return {@link WriteResult#NOT_WANTED}, or {@link WriteResult#INVALID_HANDLE} after the registration has been
     *         closed
     */
    public static long idleResult(final ProviderEvent event) {
        return ((DeclaredEvent) event).unwantedResult();
    }

    /**
     * Take room for a payload of constant length, or for what precedes an array at its end. Until the commit nothing of
     * the application may run.
     *
     * @param length in bytes, at most 258
     * @return the room to fill, with arbitrary content: the payload's first byte is at offset 0
     */
    public abstract UnsafeBuffer begin(int length);

    /**
     * Take room for an event whose texts are not measured before they are written, if that is little enough.
     *
     * @param lengthMax of its payload in bytes
     * @return true if there is room to fill; else the event is to be measured, for {@link #tryClaim}
     */
    public abstract boolean tryRoom(long lengthMax);

    /**
     * Take the room of the event.
     *
     * @param length of its payload in bytes; may be more than any event has
     * @return true if there is room to fill; else {@link #result} says why
     */
    public abstract boolean tryClaim(long length);

    /** {@return the room: the payload's first byte is at offset 0} */
    public abstract MutableDirectBuffer buffer();

    /**
     * The rest of the room.
     *
     * @param offset of its first byte; all before it has been filled
     * @return writes up to the end of the room, which must be reached if it was measured
     */
    public abstract PayloadWriter payload(int offset);

    /** {@return the options that the event is written with, which change nothing yet} */
    public abstract WriteOptions options();

    /** {@return why there is no room: a {@link WriteResult}} */
    public abstract long result();

    /**
     * Write the event. An event whose text changed length after it was measured, or that outgrew its room, is lost:
     * every session counts it as an error.
     *
     * @return a {@link WriteResult}
     */
    public abstract long commit();

    /**
     * Write the event after {@link #begin}.
     *
     * @param tail end of the payload, which must not change meanwhile
     * @return a {@link WriteResult}
     */
    public abstract long commit(byte[] tail);

    /** Release it for the thread's next write. An event that was not committed counts nothing. */
    public abstract void end();
}
