package io.ringside.write;

import io.ringside.internal.event.PayloadCopy;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where generated classes lay out a payload of known length below {@link PayloadCopy#FEW} bytes, to be written in one
 * piece: that costs less than a claim. Between {@link ProviderEvent#shortPayload} and the write nothing of the
 * application runs, so that each thread needs one only; a virtual thread has its own, and may wait for room, and go on
 * on another carrier. Allocates with a thread's first event, and its first one with options, only. For one thread.
 */
public final class ShortPayload {
    private static final ThreadLocal<ShortPayload> OWN = ThreadLocal.withInitial(() -> new ShortPayload(null));

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[PayloadCopy.FEW]);
    /** Of a platform thread, which needs no second search for it; null if the event has to search. */
    private final @Nullable ThreadWriter writer;
    private @Nullable WriteOptions options;

    private ShortPayload(final @Nullable ThreadWriter writer) {
        this.writer = writer;
    }

    /** The calling thread's, whose writer, or whose carrier's, was found. */
    static ShortPayload of(final ThreadWriter found) {
        if (found.direct != Thread.currentThread()) {
            return OWN.get();
        }
        ShortPayload payload = found.shortPayload;
        if (payload == null) {
            payload = new ShortPayload(found);
            found.shortPayload = payload;
        }
        return payload;
    }

    /** The room, with anything in it: the payload's first byte is at offset 0. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** Options of the write, which change nothing yet. */
    public WriteOptions options() {
        WriteOptions own = options;
        if (own == null) {
            own = new WriteOptions();
            options = own;
        }
        return own.reset();
    }

    /**
     * Write an event.
     *
     * @param event  that asked for the room
     * @param length of what was laid out, in bytes
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event, final int length) {
        return writer == null ? event.write(buffer, 0, length) : writer.write(event, buffer, 0, length);
    }

    /**
     * Write an event with options.
     *
     * @param event   that asked for the room
     * @param options of the write
     * @param length  of what was laid out, in bytes
     * @return a {@link WriteResult}
     */
    public long write(final ProviderEvent event, final WriteOptions options, final int length) {
        return writer == null
                ? event.write(options, buffer, 0, length)
                : writer.write(event, options, buffer, 0, length);
    }
}
