package io.ringside.internal.write;

import io.ringside.internal.event.PayloadCopy;
import io.ringside.write.ProviderEvent;
import io.ringside.write.ShortPayload;
import io.ringside.write.WriteOptions;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The room of a short typed payload, which is written in one piece: that costs less than a claim. Between
 * {@link ProviderEvent#shortPayload} and the write nothing of the application runs, so that each thread needs one only;
 * a virtual thread has its own, and may wait for room and continue on another carrier. For one thread.
 */
public final class ShortRoom extends ShortPayload {
    private static final ThreadLocal<ShortRoom> OWN = ThreadLocal.withInitial(() -> new ShortRoom(null));
    /** The room of all threads that have no memory for their own: what is written with it is counted as lost. */
    private static final ShortRoom LOST = new ShortRoom(null);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[PayloadCopy.FEW]);
    private final WriteOptions options = new WriteOptions();
    /** The writer of a platform thread, which saves a second search for it; null if the event has to search. */
    private final @Nullable WritingThread writer;

    private ShortRoom(final @Nullable WritingThread writer) {
        this.writer = writer;
    }

    /** The calling thread's, whose writer, or whose carrier's, was found. */
    static ShortRoom of(final WritingThread found) {
        final ShortRoom payload = found.shortPayload;
        return payload != null && found.direct == Thread.currentThread() ? payload : first(found);
    }

    private static ShortRoom first(final WritingThread found) {
        try {
            if (found.direct != Thread.currentThread()) {
                return OWN.get();
            }
            final ShortRoom payload = new ShortRoom(found);
            found.shortPayload = payload;
            return payload;
        } catch (final OutOfMemoryError e) {
            return LOST;
        }
    }

    @Override
    public UnsafeBuffer buffer() {
        return buffer;
    }

    @Override
    public WriteOptions options() {
        return options.reset();
    }

    @Override
    public long write(final ProviderEvent event, final int length) {
        return writer == null
                ? this == LOST ? ((DeclaredEvent) event).lose() : event.write(buffer, 0, length)
                : writer.writeEnabled((DeclaredEvent) event, buffer, 0, length);
    }

    @Override
    public long write(final ProviderEvent event, final WriteOptions options, final int length) {
        return writer == null
                ? this == LOST ? ((DeclaredEvent) event).lose() : event.write(options, buffer, 0, length)
                : writer.writeEnabled((DeclaredEvent) event, options, buffer, 0, length);
    }
}
