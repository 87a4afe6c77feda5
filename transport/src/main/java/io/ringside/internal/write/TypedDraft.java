package io.ringside.internal.write;

import io.ringside.event.EventLimits;
import io.ringside.schema.PayloadWriter;
import io.ringside.write.WriteOptions;
import io.ringside.write.generated.TypedWrite;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One write of a typed event. Most events are encoded into the buffer of this object and take the short way into the
 * lane: if the length is constant, or was measured and is below 256 bytes, as a claim costs more than the copy; or if
 * texts surely fit the buffer, as measuring them costs more. A longer payload, or one that ends in a long array, is
 * encoded in a claim.
 * <p>
 * Each thread has its own draft and reuses it; a text or buffer that writes an event while it is being copied uses
 * another one. Allocates only with a thread's first event, its first nested event, and a platform thread's first event
 * with a string of 64 chars or more (about 1 KiB).
 */
public final class TypedDraft extends TypedWrite {
    /** Most texts fit at three bytes per char and need not be measured, which would cost more than copying them. */
    private static final int ROOM_BYTES = 4 * 1024;
    /** Size of the buffer of a virtual thread, since there may be very many virtual threads. */
    private static final int SMALL_ROOM_BYTES = 512;
    /** Length from which copying the encoded payload costs more than a claim, if it was measured anyway. */
    private static final int LONG_BYTES = 256;
    private static final ThreadLocal<TypedDraft> FIRST = ThreadLocal.withInitial(() -> new TypedDraft(null));
    /** The write of all threads without memory for their own. It has no event, since the event was counted as lost. */
    private static final TypedDraft LOST = new TypedDraft(null);
    static {
        // These options are invalid for every write.
        LOST.options.flags(-1);
    }

    /** The writer of a platform thread, which saves a second search for it; null if the event has to search. */
    private final @Nullable WritingThread writer;
    private final ClaimedRoom claim = new ClaimedRoom();
    private final PayloadWriter payload = new PayloadWriter();
    private final WriteOptions options = new WriteOptions();
    private final byte[] roomBytes;
    private final UnsafeBuffer room;
    /** Event for which the buffer is filled, or null. It is kept afterwards, as storing a reference costs a barrier. */
    private @Nullable DeclaredEvent event;
    private @Nullable TypedDraft nested;
    private boolean inUse;
    private boolean hasOptions;
    private boolean isShort;
    /** Whether the length is that of the payload; if not, it is the maximum length. */
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

    /** Returns the draft for the calling thread's next write. */
    public static TypedDraft begin(final DeclaredEvent event) {
        return begin(event.writer(), event);
    }

    /** Returns the draft for the calling thread's next write, given the writer of the thread or of its carrier. */
    private static TypedDraft begin(final WritingThread found, final DeclaredEvent event) {
        try {
            TypedDraft write = found.thread == Thread.currentThread() ? first(found) : FIRST.get();
            while (write.inUse) {
                write = write.nested();
            }
            if (write.event != event) {
                write.event = event;
            }
            write.hasOptions = false;
            return write;
        } catch (final OutOfMemoryError e) {
            event.lose();
            return LOST;
        }
    }

    /** Drop the calling thread's draft, except for the one of its writer. */
    static void forgetFirst() {
        FIRST.remove();
    }

    private static TypedDraft first(final WritingThread found) {
        TypedDraft write = found.typed;
        if (write == null) {
            write = new TypedDraft(found);
            found.typed = write;
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

    @Override
    public UnsafeBuffer begin(final int constantLength) {
        isShort = true;
        isMeasured = true;
        payloadLength = 0;
        length = constantLength;
        return room;
    }

    @Override
    public boolean tryRoom(final long lengthMax) {
        return tryShort(lengthMax, roomBytes.length, false);
    }

    @Override
    public boolean tryClaim(final long measuredLength) {
        if (tryShort(measuredLength, LONG_BYTES, true)) {
            return true;
        }
        final DeclaredEvent claimed = event;
        return claimed != null && claimed.tryClaim(claim, length);
    }

    private boolean tryShort(final long lengthMax, final int limit, final boolean measured) {
        if (event == null) {
            return false;
        }
        inUse = true;
        isMeasured = measured;
        payloadOffset = 0;
        payloadLength = 0;
        length = (int) Math.min(lengthMax, EventLimits.EVENT_LENGTH_MAX);
        isShort = lengthMax < limit;
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
        hasOptions = true;
        return event == null ? options : options.reset();
    }

    @Override
    public long result() {
        return event == null ? ResultBits.NO_LANE : claim.result();
    }

    @Override
    public long commit() {
        final DeclaredEvent written = event;
        if (written == null) {
            return ResultBits.NO_LANE;
        }
        if (!fill()) {
            claim.abort();
            return written.loseChanged();
        }
        final WriteOptions given = hasOptions ? options : null;
        if (!isShort) {
            return given == null ? claim.commit() : claim.commit(given);
        }
        final WritingThread found = writer == null ? written.writer() : writer;
        return given == null
                ? found.writePiece(written, room, 0, length)
                : found.write(written, given, room, 0, length);
    }

    @Override
    public long commit(final byte[] tail) {
        final int headLength = length;
        if (tail.length < LONG_BYTES) {
            System.arraycopy(tail, 0, roomBytes, headLength, tail.length);
            length = headLength + tail.length;
            return commit();
        }
        try {
            if (!tryClaim((long) headLength + tail.length)) {
                return result();
            }
            final MutableDirectBuffer claimed = claim.buffer();
            claimed.putBytes(0, room, 0, headLength);
            claimed.putBytes(headLength, tail);
            return commit();
        } finally {
            end();
        }
    }

    @Override
    public void end() {
        inUse = false;
        if (claim.isOpen()) {
            claim.abort();
        }
    }

    /** Determines an unmeasured length; returns false if the payload does not fit, or not the measured length. */
    private boolean fill() {
        if (isMeasured) {
            return payloadLength == 0 || (!payload.isOverflowed() && payload.length() == payloadLength);
        }
        length = payloadOffset + payload.length();
        return !payload.isOverflowed();
    }
}
