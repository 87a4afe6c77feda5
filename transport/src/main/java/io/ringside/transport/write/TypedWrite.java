package io.ringside.transport.write;

import io.ringside.event.EventLimits;
import io.ringside.schema.PayloadWriter;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One write of a typed event whose length varies, or is long: {@link TraceEvent#beginTyped}, {@link #tryRoom} or
 * {@link #tryClaim}, fill, {@link #commit}, and {@link #end} in any case. A payload of 512 bytes or more is encoded in
 * place; a shorter one is laid out here and written in one piece: for a hundred bytes a claim costs more than that.
 * <p>
 * Each thread has its own and uses it again; a text or buffer that writes an event while it is being copied gets
 * another one. Allocates with a thread's first event, and its first nested one, only.
 */
public final class TypedWrite {
    private static final int ROOM_BYTES = 512;
    private static final ThreadLocal<TypedWrite> FIRST = ThreadLocal.withInitial(() -> new TypedWrite(null));

    /** Of a platform thread, which needs no second search for it; null if the event has to search. */
    private final @Nullable ThreadWriter writer;
    private final EventClaim claim = new EventClaim();
    private final PayloadWriter payload = new PayloadWriter();
    private final WriteOptions options = new WriteOptions();
    private final byte[] roomBytes = new byte[ROOM_BYTES];
    private final UnsafeBuffer room = new UnsafeBuffer(roomBytes);
    /** That the room is filled for; stays afterwards, as a store of a reference costs a barrier. */
    private @Nullable TraceEvent event;
    private @Nullable TypedWrite nested;
    private boolean inUse;
    private boolean isShort;
    /** Whether the length is that of the payload; else it is the most that it may have. */
    private boolean isMeasured;
    private int length;
    private int payloadOffset;
    private int payloadLength;

    private TypedWrite(final @Nullable ThreadWriter writer) {
        this.writer = writer;
    }

    /** The calling thread's next write; its writer, or its carrier's, was found. */
    static TypedWrite begin(final ThreadWriter found) {
        TypedWrite write = found.direct == Thread.currentThread() ? first(found) : FIRST.get();
        while (write.inUse) {
            write = write.nested();
        }
        write.inUse = true;
        return write;
    }

    /**
     * Take room for an event whose texts are not measured before they are written, if that is little enough.
     *
     * @param event     to write
     * @param lengthMax of its payload in bytes
     * @return true if there is room to fill; else the event is to be measured, for {@link #tryClaim}
     */
    public boolean tryRoom(final TraceEvent event, final long lengthMax) {
        isMeasured = false;
        return tryShort(event, lengthMax);
    }

    /**
     * Take the room of the event.
     *
     * @param event  to write
     * @param length of its payload in bytes; may be more than any event has
     * @return true if there is room to fill; else {@link #result} says why
     */
    public boolean tryClaim(final TraceEvent event, final long length) {
        isMeasured = true;
        if (tryShort(event, length)) {
            return true;
        }
        return writer == null
                ? event.tryClaim(claim, this.length)
                : writer.tryClaimOwn(event, claim, this.length);
    }

    private boolean tryShort(final TraceEvent event, final long length) {
        payloadOffset = 0;
        payloadLength = 0;
        this.length = (int) Math.min(length, EventLimits.EVENT_LENGTH_MAX);
        isShort = length < ROOM_BYTES;
        if (this.event != event) {
            this.event = event;
        }
        return isShort;
    }

    /** The room: the payload's first byte is at offset 0. */
    public MutableDirectBuffer buffer() {
        return isShort ? room : claim.buffer();
    }

    /**
     * The rest of the room.
     *
     * @param offset of its first byte; all before it has been filled
     * @return writes up to the end of the room, which must be reached if it was measured
     */
    public PayloadWriter payload(final int offset) {
        payloadOffset = offset;
        payloadLength = length - offset;
        return payload.wrap(buffer(), offset, payloadLength);
    }

    /**
     * Fill the end of the room.
     *
     * @param offset of its first byte there
     * @param bytes  as many as there is room for
     */
    public void putBytes(final int offset, final byte[] bytes) {
        if (isShort) {
            System.arraycopy(bytes, 0, roomBytes, offset, bytes.length);
        } else {
            claim.buffer().putBytes(offset, bytes);
        }
    }

    /** Options of the event, which change nothing yet. */
    public WriteOptions options() {
        return options.reset();
    }

    /** Why there is no room: a {@link WriteResult}. */
    public long result() {
        return claim.result();
    }

    /**
     * Write the event. What was measured must be what was copied: a text that has changed meanwhile is lost, which
     * every session counts as an error; so is one that is not measured, and has grown beyond its room.
     *
     * @return a {@link WriteResult}
     */
    public long commit() {
        final TraceEvent written = event;
        if (!fill()) {
            return refuse();
        }
        if (!isShort || written == null) {
            return claim.commit();
        }
        return writer == null
                ? written.write(room, 0, length)
                : writer.writeChecked(written, null, room, null, 0, length);
    }

    /**
     * Write the event with the {@link #options} that were asked for.
     *
     * @return a {@link WriteResult}
     */
    public long commitWithOptions() {
        final TraceEvent written = event;
        if (!fill()) {
            return refuse();
        }
        return isShort && written != null ? written.write(options, room, 0, length) : claim.commit(options);
    }

    /** Let the thread use it again; an event that was not committed has not happened. */
    public void end() {
        inUse = false;
        if (claim.isOpen()) {
            claim.abort();
        }
    }

    /** Find the length of what was not measured; false if that is not what there was room for. */
    private boolean fill() {
        if (isMeasured) {
            return payloadLength == 0 || (!payload.isOverflowed() && payload.length() == payloadLength);
        }
        length = payloadOffset + payload.length();
        return !payload.isOverflowed();
    }

    private long refuse() {
        claim.abort();
        final TraceEvent changed = event;
        return changed == null ? WriteResult.INVALID_PARAMETER : changed.loseChanged();
    }

    private static TypedWrite first(final ThreadWriter found) {
        TypedWrite write = found.typedWrite;
        if (write == null) {
            write = new TypedWrite(found);
            found.typedWrite = write;
        }
        return write;
    }

    private TypedWrite nested() {
        TypedWrite write = nested;
        if (write == null) {
            write = new TypedWrite(writer);
            nested = write;
        }
        return write;
    }
}
