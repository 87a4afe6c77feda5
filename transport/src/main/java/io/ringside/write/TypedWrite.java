package io.ringside.write;

import io.ringside.internal.write.TypedDraft;
import io.ringside.schema.PayloadWriter;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * For generated code: one write of a typed event whose length varies, or is 64 bytes or more.
 * {@link ProviderEvent#beginTyped}, then {@link #tryRoom} or {@link #tryClaim}, fill, {@link #commit}, and {@link #end}
 * in any case. For one thread.
 */
public abstract sealed class TypedWrite permits TypedDraft {
    /** For the one implementation. */
    protected TypedWrite() {
        // Stateless, so that the implementation lays out all fields.
    }

    /**
     * Take room for an event whose texts are not measured before they are written, if that is little enough.
     *
     * @param event     to write
     * @param lengthMax of its payload in bytes
     * @return true if there is room to fill; else the event is to be measured, for {@link #tryClaim}
     */
    public abstract boolean tryRoom(ProviderEvent event, long lengthMax);

    /**
     * Take room for what precedes an array at the end of the payload.
     *
     * @param event      to write
     * @param headLength in bytes, at most 257
     * @return the room to fill, for {@link #commit(byte[])}
     */
    public abstract UnsafeBuffer begin(ProviderEvent event, int headLength);

    /**
     * Take the room of the event.
     *
     * @param event  to write
     * @param length of its payload in bytes; may be more than any event has
     * @return true if there is room to fill; else {@link #result} says why
     */
    public abstract boolean tryClaim(ProviderEvent event, long length);

    /** {@return the room: the payload's first byte is at offset 0} */
    public abstract MutableDirectBuffer buffer();

    /**
     * The rest of the room.
     *
     * @param offset of its first byte; all before it has been filled
     * @return writes up to the end of the room, which must be reached if it was measured
     */
    public abstract PayloadWriter payload(int offset);

    /** {@return the options of the event, which change nothing yet} */
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
     * Write the event with the {@link #options} that were asked for.
     *
     * @return a {@link WriteResult}
     */
    public abstract long commitWithOptions();

    /**
     * Write the event after {@link #begin}.
     *
     * @param tail end of the payload, which must not change meanwhile
     * @return a {@link WriteResult}
     */
    public abstract long commit(byte[] tail);

    /**
     * Write the event after {@link #begin} with the {@link #options} that were asked for.
     *
     * @param tail end of the payload, which must not change meanwhile
     * @return a {@link WriteResult}
     */
    public abstract long commitWithOptions(byte[] tail);

    /** Release it for the thread's next write. An event that was not committed counts nothing. */
    public abstract void end();
}
