package io.ringside.transport.write;

import io.ringside.transport.lane.LaneWriter;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Room for one event's payload, to be filled and then committed, or aborted. Reused from event to event; for one thread
 * at a time. {@link #commit} is the attempt: filters, time and number are those of the commit, and a claim that is
 * aborted or forgotten counts nothing.
 * <p>
 * The room lies in a lane; that of a virtual thread, which may park and go on on another carrier before it commits,
 * lies on the heap, and its commit copies it into a lane of the carrier of that moment.
 */
public final class EventClaim implements AutoCloseable {
    private @Nullable UnsafeBuffer buffer;
    private @Nullable ThreadWriter writer;
    private @Nullable LaneWriter lane;
    private @Nullable TraceEvent event;
    private @Nullable UnsafeBuffer scratch;
    private @Nullable WriterThreads threads;
    private long virtualId;
    private int index;
    private int length;
    private long result;

    /** A claim that is not open. */
    public EventClaim() {
        // The buffer is made with the first claim: a JVM that cannot trace can still make claims.
    }

    /** Whether there is room to fill. */
    public boolean isOpen() {
        return lane != null || scratch != null;
    }

    /**
     * The room: the payload's first byte is at offset 0.
     *
     * @return a buffer of {@link #length} bytes, valid while the claim is open
     * @throws IllegalStateException if the claim is not open
     */
    public MutableDirectBuffer buffer() {
        final UnsafeBuffer view = buffer;
        if (view == null || !isOpen()) {
            throw new IllegalStateException("claim is not open: result=" + WriteResult.status(result)
                    + ": test what tryClaim returns");
        }
        return view;
    }

    /** Length of the payload in bytes. */
    public int length() {
        return length;
    }

    /** What the last claim, commit or abort came to: a {@link WriteResult}. */
    public long result() {
        return result;
    }

    /**
     * Write the event.
     *
     * @return a {@link WriteResult}
     */
    public long commit() {
        return commitWith(null);
    }

    /**
     * Write the event.
     *
     * @param options of the write; if they are not valid the claim stays open
     * @return a {@link WriteResult}
     */
    public long commit(final WriteOptions options) {
        if (options == null || !options.isValid()) {
            result = WriteResult.INVALID_PARAMETER;
            return result;
        }
        return commitWith(options);
    }

    /** Give the room up: nothing has happened. No effect on a claim that is not open on this thread. */
    public void abort() {
        final UnsafeBuffer room = scratch;
        if (room != null) {
            abortScratch(room);
            return;
        }
        final ThreadWriter owner = writer;
        final LaneWriter claimed = lane;
        if (owner != null && claimed != null && owner.mayCloseClaims()) {
            close(owner, claimed);
            owner.settleClaim();
        }
    }

    /** The same as {@link #abort}. */
    @Override
    public void close() {
        abort();
    }

    void open(final ThreadWriter writer, final TraceEvent event, final LaneWriter lane, final int index,
            final int length) {
        view().wrap(lane.ring(), index, length);
        this.writer = writer;
        this.event = event;
        this.lane = lane;
        this.index = index;
        this.length = length;
        result = WriteResult.NOT_WANTED;
    }

    void openScratch(final WriterThreads threads, final TraceEvent event, final long virtualId,
            final UnsafeBuffer room, final int length) {
        view().wrap(room, 0, length);
        this.threads = threads;
        this.event = event;
        this.virtualId = virtualId;
        this.length = length;
        result = WriteResult.NOT_WANTED;
        scratch = room;
    }

    boolean refuse(final long result) {
        abort();
        this.result = result;
        return false;
    }

    int index() {
        return index;
    }

    private UnsafeBuffer view() {
        UnsafeBuffer view = buffer;
        if (view == null) {
            view = new UnsafeBuffer(0, 0);
            buffer = view;
        }
        return view;
    }

    private long commitWith(final @Nullable WriteOptions options) {
        final UnsafeBuffer room = scratch;
        if (room != null) {
            result = commitScratch(room, options);
            return result;
        }
        final ThreadWriter owner = writer;
        final LaneWriter claimed = lane;
        final TraceEvent claimedEvent = event;
        if (owner == null || claimed == null || claimedEvent == null || !owner.mayCloseClaims()) {
            result = WriteResult.INVALID_HANDLE;
        } else {
            close(owner, claimed);
            result = owner.commit(this, options, claimedEvent, claimed);
        }
        return result;
    }

    private long commitScratch(final UnsafeBuffer room, final @Nullable WriteOptions options) {
        final WriterThreads runtime = threads;
        final TraceEvent claimedEvent = event;
        if (runtime == null || claimedEvent == null || !mayCloseScratch(runtime)) {
            return WriteResult.INVALID_HANDLE;
        }
        closeScratch();
        final ThreadWriter current = runtime.current();
        final long written = options == null
                ? current.write(claimedEvent, room, 0, length)
                : current.write(claimedEvent, options, room, 0, length);
        runtime.scratch().giveBack(room);
        return written;
    }

    private void abortScratch(final UnsafeBuffer room) {
        final WriterThreads runtime = threads;
        if (runtime != null && mayCloseScratch(runtime)) {
            closeScratch();
            runtime.scratch().giveBack(room);
        }
    }

    private boolean mayCloseScratch(final WriterThreads runtime) {
        final Thread caller = Thread.currentThread();
        return caller.getId() == virtualId && !runtime.current().isInsideOf(caller);
    }

    /** An error from here on leaves the room to the garbage collector. */
    private void closeScratch() {
        scratch = null;
        threads = null;
        event = null;
        if (buffer != null) {
            buffer.wrap(0, 0);
        }
    }

    /**
     * From here on the lane is the writer's to close, whatever is thrown; the fields go first, as no call is among
     * them.
     */
    private void close(final ThreadWriter owner, final LaneWriter claimed) {
        owner.changing = claimed;
        writer = null;
        event = null;
        lane = null;
        if (buffer != null) {
            buffer.wrap(0, 0);
        }
    }
}
