package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.schema.PayloadWriter;
import io.ringside.write.ProviderEvent;
import io.ringside.write.TypedWrite;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One write of a typed event whose length varies, or is long. A long payload is encoded in place. One below 256 bytes
 * is laid out here and written in one piece, as a claim costs more than that; so is one of texts that is surely below
 * 4 KiB, of a virtual thread below 512 bytes, as measuring them does. An array at the end, {@link #commit(byte[])}, is
 * copied from where it lies.
 * <p>
 * Each thread has its own and uses it again; a text or buffer that writes an event while it is being copied gets
 * another one. Allocates with a thread's first event, its first nested one, a platform thread's first with a string of
 * 64 chars or more (about 1 KiB), and the first that ends in a long array and is not plain, only.
 */
public final class TypedDraft extends TypedWrite {
    /** Most texts fit, at three bytes a char, and need not be measured: that costs more than copying them. */
    private static final int ROOM_BYTES = 4 * 1024;
    /** Bytes of the room of a virtual thread, of which there may be very many. */
    private static final int SMALL_ROOM_BYTES = 512;
    /** Bytes from which on copying what is laid out costs more than a claim, if it was measured all the same. */
    private static final int LONG_BYTES = 256;
    private static final ThreadLocal<TypedDraft> FIRST = ThreadLocal.withInitial(() -> new TypedDraft(null));
    /** The write of all threads that have no memory for their own: it has no room, and counts its events as lost. */
    private static final TypedDraft LOST = new TypedDraft(null);

    /** The writer of a platform thread, which saves a second search for it; null if the event has to search. */
    private final @Nullable WritingThread writer;
    private final ClaimedRoom claim = new ClaimedRoom();
    private final PayloadWriter payload = new PayloadWriter();
    private final WriteOptions options = new WriteOptions();
    private final byte[] roomBytes;
    private final UnsafeBuffer room;
    /** That the room is filled for; stays afterwards, as a store of a reference costs a barrier. */
    private @Nullable DeclaredEvent event;
    private @Nullable TypedDraft nested;
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

    private TypedDraft(final @Nullable WritingThread writer) {
        this.writer = writer;
        this.roomBytes = new byte[writer == null ? SMALL_ROOM_BYTES : ROOM_BYTES];
        this.room = new UnsafeBuffer(roomBytes);
        if (writer == null) {
            payload.compact();
        }
    }

    /** The calling thread's next write; its writer, or its carrier's, was found. */
    static TypedDraft begin(final WritingThread found) {
        try {
            TypedDraft write = found.direct == Thread.currentThread() ? first(found) : FIRST.get();
            while (write.inUse) {
                write = write.nested();
            }
            write.inUse = true;
            return write;
        } catch (final OutOfMemoryError e) {
            return LOST;
        }
    }

    /** Let the calling thread keep none, beyond that of its writer. */
    static void forgetFirst() {
        FIRST.remove();
    }

    @Override
    public boolean tryRoom(final ProviderEvent event, final long lengthMax) {
        isMeasured = false;
        return this != LOST && tryShort(event, lengthMax, roomBytes.length);
    }

    @Override
    public UnsafeBuffer begin(final ProviderEvent event, final int headLength) {
        isMeasured = true;
        if (this == LOST) {
            ((DeclaredEvent) event).lose();
        } else {
            tryShort(event, headLength, roomBytes.length);
        }
        return room;
    }

    @Override
    public boolean tryClaim(final ProviderEvent event, final long length) {
        isMeasured = true;
        if (this == LOST) {
            ((DeclaredEvent) event).lose();
            return false;
        }
        if (tryShort(event, length, LONG_BYTES)) {
            return true;
        }
        return writer == null
                ? event.tryClaim(claim, this.length)
                : writer.claimOwn((DeclaredEvent) event, claim, this.length);
    }

    private boolean tryShort(final ProviderEvent event, final long length, final int limit) {
        payloadOffset = 0;
        payloadLength = 0;
        this.length = (int) Math.min(length, EventLimits.EVENT_LENGTH_MAX);
        isShort = length < limit;
        if (this.event != event) {
            this.event = (DeclaredEvent) event;
        }
        return isShort;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return isShort ? room : claim.buffer();
    }

    @Override
    public PayloadWriter payload(final int offset) {
        payloadOffset = offset;
        payloadLength = length - offset;
        return payload.wrap(buffer(), offset, payloadLength);
    }

    @Override
    public WriteOptions options() {
        return options.reset();
    }

    @Override
    public long result() {
        return this == LOST ? ResultBits.NO_LANE : claim.result();
    }

    @Override
    public long commit() {
        final DeclaredEvent written = event;
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

    @Override
    public long commitWithOptions() {
        final DeclaredEvent written = event;
        if (!fill()) {
            return refuse();
        }
        return isShort && written != null ? written.write(options, room, 0, length) : claim.commit(options);
    }

    @Override
    public long commit(final byte[] tail) {
        final DeclaredEvent written = event;
        if (this == LOST) {
            return result();
        }
        if (written == null || endsShort(tail)) {
            return commit();
        }
        return writer != null && writer.isFor(written)
                ? writer.writeTail(written, this, tail)
                : written.write(pieces(tail));
    }

    @Override
    public long commitWithOptions(final byte[] tail) {
        final DeclaredEvent written = event;
        if (this == LOST) {
            return result();
        }
        return written == null || endsShort(tail) ? commitWithOptions() : written.write(options, pieces(tail));
    }

    @Override
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
        final DeclaredEvent changed = event;
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

    private static TypedDraft first(final WritingThread found) {
        TypedDraft write = found.typedWrite;
        if (write == null) {
            write = new TypedDraft(found);
            found.typedWrite = write;
        }
        return write;
    }

    private TypedDraft nested() {
        TypedDraft write = nested;
        if (write == null) {
            write = new TypedDraft(writer);
            nested = write;
        }
        return write;
    }
}
