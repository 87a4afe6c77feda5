package io.ringside.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.schema.PayloadWriter;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One write of a typed event whose length varies, or is long: {@link ProviderEvent#beginTyped}, {@link #tryRoom} or
 * {@link #tryClaim}, fill, {@link #commit}, and {@link #end} in any case. A long payload is encoded in place. One below
 * 256 bytes is laid out here and written in one piece, as a claim costs more than that; so is one of texts that is
 * surely below 4 KiB, of a virtual thread below 512 bytes, as measuring them does. An array at the end,
 * {@link #commit(byte[])}, is copied from where it lies.
 * <p>
 * Each thread has its own and uses it again; a text or buffer that writes an event while it is being copied gets
 * another one. Allocates with a thread's first event, its first nested one, a platform thread's first with a string of
 * 64 chars or more (about 1 KiB), and the first that ends in a long array and is not plain, only.
 */
public final class TypedWrite {
    /** Most texts fit, at three bytes a char, and need not be measured: that costs more than copying them. */
    private static final int ROOM_BYTES = 4 * 1024;
    /** Of virtual threads, of which there may be very many. */
    private static final int SMALL_ROOM_BYTES = 512;
    /** Bytes from which on copying what is laid out costs more than a claim, if it was measured all the same. */
    private static final int LONG_BYTES = 256;
    private static final ThreadLocal<TypedWrite> FIRST = ThreadLocal.withInitial(() -> new TypedWrite(null));

    /** Of a platform thread, which needs no second search for it; null if the event has to search. */
    private final @Nullable ThreadWriter writer;
    private final EventClaim claim = new EventClaim();
    private final PayloadWriter payload = new PayloadWriter();
    private final WriteOptions options = new WriteOptions();
    private final byte[] roomBytes;
    private final UnsafeBuffer room;
    /** That the room is filled for; stays afterwards, as a store of a reference costs a barrier. */
    private @Nullable ProviderEvent event;
    private @Nullable TypedWrite nested;
    /** For a payload that ends in a long array, and is not plain; null before the first. */
    private @Nullable DataDescriptors pieces;
    /** Whether {@link #pieces} refer to the caller's array. */
    private boolean isInPieces;
    private boolean inUse;
    private boolean isShort;
    /** Whether the length is that of the payload; else it is the most that it may have. */
    private boolean isMeasured;
    private int length;
    private int payloadOffset;
    private int payloadLength;

    private TypedWrite(final @Nullable ThreadWriter writer) {
        this.writer = writer;
        this.roomBytes = new byte[writer == null ? SMALL_ROOM_BYTES : ROOM_BYTES];
        this.room = new UnsafeBuffer(roomBytes);
        if (writer == null) {
            payload.compact();
        }
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

    /** Let the calling thread keep none, beyond that of its writer. */
    static void forgetFirst() {
        FIRST.remove();
    }

    /**
     * Take room for an event whose texts are not measured before they are written, if that is little enough.
     *
     * @param event     to write
     * @param lengthMax of its payload in bytes
     * @return true if there is room to fill; else the event is to be measured, for {@link #tryClaim}
     */
    public boolean tryRoom(final ProviderEvent event, final long lengthMax) {
        isMeasured = false;
        return tryShort(event, lengthMax, roomBytes.length);
    }

    /**
     * Take room for what stands before an array at the end of the payload.
     *
     * @param event      to write
     * @param headLength in bytes, at most 257
     * @return the room to fill, for {@link #commit(byte[])}
     */
    public UnsafeBuffer begin(final ProviderEvent event, final int headLength) {
        isMeasured = true;
        tryShort(event, headLength, roomBytes.length);
        return room;
    }

    /**
     * Take the room of the event.
     *
     * @param event  to write
     * @param length of its payload in bytes; may be more than any event has
     * @return true if there is room to fill; else {@link #result} says why
     */
    public boolean tryClaim(final ProviderEvent event, final long length) {
        isMeasured = true;
        if (tryShort(event, length, LONG_BYTES)) {
            return true;
        }
        return writer == null
                ? event.tryClaim(claim, this.length)
                : writer.tryClaimOwn(event, claim, this.length);
    }

    private boolean tryShort(final ProviderEvent event, final long length, final int limit) {
        payloadOffset = 0;
        payloadLength = 0;
        this.length = (int) Math.min(length, EventLimits.EVENT_LENGTH_MAX);
        isShort = length < limit;
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
        final ProviderEvent written = event;
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
        final ProviderEvent written = event;
        if (!fill()) {
            return refuse();
        }
        return isShort && written != null ? written.write(options, room, 0, length) : claim.commit(options);
    }

    /**
     * Write the event behind {@link #begin}.
     *
     * @param tail end of the payload, which must not change meanwhile
     * @return a {@link WriteResult}
     */
    public long commit(final byte[] tail) {
        final ProviderEvent written = event;
        if (written == null || endsShort(tail)) {
            return commit();
        }
        return writer != null && writer.isFor(written)
                ? writer.writeTail(written, this, tail)
                : written.write(pieces(tail));
    }

    /**
     * Write the event behind {@link #begin} with the {@link #options} that were asked for.
     *
     * @param tail end of the payload, which must not change meanwhile
     * @return a {@link WriteResult}
     */
    public long commitWithOptions(final byte[] tail) {
        final ProviderEvent written = event;
        return written == null || endsShort(tail) ? commitWithOptions() : written.write(options, pieces(tail));
    }

    /** Let the thread use it again; an event that was not committed has not happened. */
    public void end() {
        inUse = false;
        if (claim.isOpen()) {
            claim.abort();
        }
        if (isInPieces && pieces != null) {
            pieces.clear();
            isInPieces = false;
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
        final ProviderEvent changed = event;
        return changed == null ? WriteResult.INVALID_PARAMETER : changed.loseChanged();
    }

    /** Copy a long payload to where it is to lie. */
    void copyTo(final UnsafeBuffer target, final int index, final byte[] tail) {
        PayloadCopy.copy(target, index, room, 0, length);
        target.putBytes(index + length, tail);
    }

    /** Length of a payload with that end; or something longer than any event may be. */
    int length(final byte[] tail) {
        return lengthOf(length, tail.length);
    }

    /** Their sum may be more than a number holds. */
    static int lengthOf(final int headLength, final int tailLength) {
        return (int) Math.min((long) headLength + tailLength, EventLimits.EVENT_LENGTH_MAX);
    }

    /** The same payload as blocks. */
    DataDescriptors pieces(final byte[] tail) {
        DataDescriptors blocks = pieces;
        if (blocks == null) {
            blocks = new DataDescriptors();
            pieces = blocks;
        }
        isInPieces = true;
        return blocks.reset().add(room, 0, length).add(tail, 0, tail.length);
    }

    private boolean endsShort(final byte[] tail) {
        if (tail.length >= LONG_BYTES) {
            return false;
        }
        System.arraycopy(tail, 0, roomBytes, length, tail.length);
        length += tail.length;
        return true;
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
