package io.ringside.transport.typed;

import io.ringside.event.EventLimits;
import io.ringside.schema.PayloadWriter;
import io.ringside.transport.write.EventClaim;
import io.ringside.transport.write.TraceEvent;
import io.ringside.transport.write.WriteOptions;
import io.ringside.transport.write.WriteResult;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One write of a typed event, in place: {@link #begin}, {@link #tryClaim}, fill, {@link #commit}, and {@link #end} in
 * any case. Each thread has its own and uses it again; a text or buffer that writes an event while it is being copied
 * gets another one. Allocates with a thread's first event, and its first nested one, only.
 */
public final class TypedWrite {
    private static final ThreadLocal<TypedWrite> FIRST = ThreadLocal.withInitial(TypedWrite::new);

    private final EventClaim claim = new EventClaim();
    private final PayloadWriter payload = new PayloadWriter();
    private final WriteOptions options = new WriteOptions();
    private @Nullable TypedWrite nested;
    private boolean inUse;
    private int payloadLength;

    private TypedWrite() {}

    /** The calling thread's next write. */
    public static TypedWrite begin() {
        TypedWrite write = FIRST.get();
        while (write.inUse) {
            write = write.nested();
        }
        write.inUse = true;
        return write;
    }

    /**
     * Claim the room of the event.
     *
     * @param event  to write
     * @param length of its payload in bytes; may be more than any event has
     * @return true if there is room to fill; else {@link #result} says why
     */
    public boolean tryClaim(final TraceEvent event, final long length) {
        payloadLength = 0;
        return event.tryClaim(claim, (int) Math.min(length, EventLimits.EVENT_LENGTH_MAX));
    }

    /** The room: the payload's first byte is at offset 0. */
    public MutableDirectBuffer buffer() {
        return claim.buffer();
    }

    /**
     * The rest of the room.
     *
     * @param offset of its first byte; all before it has been filled
     * @return writes up to the end of the room, which must be reached
     */
    public PayloadWriter payload(final int offset) {
        payloadLength = claim.length() - offset;
        return payload.wrap(claim.buffer(), offset, payloadLength);
    }

    /** Options of the event, which change nothing yet. */
    public WriteOptions options() {
        return options.reset();
    }

    /** What the write has come to: a {@link WriteResult}. */
    public long result() {
        return claim.result();
    }

    /**
     * Write the event. What was measured for the claim must be what was copied: a text that has changed meanwhile is no
     * event, and nothing is counted.
     *
     * @return a {@link WriteResult}
     */
    public long commit() {
        return isFilled() ? claim.commit() : refuse();
    }

    /**
     * Write the event with the {@link #options} that were asked for.
     *
     * @return a {@link WriteResult}
     */
    public long commitWithOptions() {
        return isFilled() ? claim.commit(options) : refuse();
    }

    /** Let the thread use it again; an event that was not committed has not happened. */
    public void end() {
        inUse = false;
        if (claim.isOpen()) {
            claim.abort();
        }
    }

    private boolean isFilled() {
        return payloadLength == 0 || (!payload.isOverflowed() && payload.length() == payloadLength);
    }

    private long refuse() {
        claim.abort();
        return WriteResult.INVALID_PARAMETER;
    }

    private TypedWrite nested() {
        TypedWrite write = nested;
        if (write == null) {
            write = new TypedWrite();
            nested = write;
        }
        return write;
    }
}
