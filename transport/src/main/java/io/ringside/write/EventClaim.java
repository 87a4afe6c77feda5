package io.ringside.write;

import io.ringside.internal.lane.LaneWriter;
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
    private static final int CLOSED = 0;
    private static final int IN_LANE = 1;
    private static final int IN_SCRATCH = 2;

    private @Nullable UnsafeBuffer buffer;
    private @Nullable ThreadWriter writer;
    private @Nullable LaneWriter lane;
    private @Nullable SessionLanes session;
    private @Nullable ProviderEvent event;
    private @Nullable UnsafeBuffer scratch;
    private @Nullable WriterThreads threads;
    private long virtualId;
    /** Closed, or where the room lies; what an open claim refers to stays when it is closed, and costs no store. */
    private int state = CLOSED;
    private int index;
    private int length;
    private long result;

    /** A claim that is not open. */
    public EventClaim() {
        // The buffer is made with the first claim: a JVM that cannot trace can still make claims.
    }

    /** Whether there is room to fill. */
    public boolean isOpen() {
        return state != CLOSED;
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
        if (state != CLOSED) {
            abortOpen();
        }
    }

    /** The same as {@link #abort}. */
    @Override
    public void close() {
        abort();
    }

    void open(final ThreadWriter writer, final ProviderEvent event, final LaneWriter lane,
            final @Nullable SessionLanes session, final int index, final int length) {
        lane.view(view(), index, length);
        // A store of a reference costs a barrier, and mostly it is the same.
        if (this.writer != writer) {
            this.writer = writer;
        }
        if (this.event != event) {
            this.event = event;
        }
        if (this.lane != lane) {
            this.lane = lane;
        }
        if (this.session != session) {
            this.session = session;
        }
        this.index = index;
        this.length = length;
        result = WriteResult.NOT_WANTED;
        state = IN_LANE;
    }

    void openScratch(final WriterThreads threads, final ProviderEvent event, final long virtualId,
            final UnsafeBuffer room, final int length) {
        view().wrap(room, 0, length);
        this.threads = threads;
        this.event = event;
        this.virtualId = virtualId;
        this.length = length;
        result = WriteResult.NOT_WANTED;
        scratch = room;
        state = IN_SCRATCH;
    }

    boolean refuse(final long result) {
        abort();
        this.result = result;
        return false;
    }

    /** The only session that wanted the event when the claim was opened; null if there were more. */
    @Nullable
    SessionLanes session() {
        return session;
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
        if (state == IN_SCRATCH && room != null) {
            result = commitScratch(room, options);
            return result;
        }
        final ThreadWriter owner = writer;
        final LaneWriter claimed = lane;
        final ProviderEvent claimedEvent = event;
        if (state == CLOSED || owner == null || claimed == null || claimedEvent == null || !owner.mayCloseClaims()) {
            result = WriteResult.INVALID_HANDLE;
        } else {
            owner.awaitRoom(claimedEvent, claimed);
            close(owner, claimed);
            result = owner.commit(this, options, claimedEvent, claimed);
        }
        return result;
    }

    private long commitScratch(final UnsafeBuffer room, final @Nullable WriteOptions options) {
        final WriterThreads runtime = threads;
        final ProviderEvent claimedEvent = event;
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

    private void abortOpen() {
        final UnsafeBuffer room = scratch;
        final ThreadWriter owner = writer;
        final LaneWriter claimed = lane;
        if (state == IN_SCRATCH && room != null) {
            abortScratch(room);
        } else if (owner != null && claimed != null && owner.mayCloseClaims()) {
            close(owner, claimed);
            owner.settleClaim();
        }
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
        state = CLOSED;
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
        if (owner.changing != claimed) {
            owner.changing = claimed;
        }
        owner.isChanging = true;
        state = CLOSED;
        if (buffer != null) {
            buffer.wrap(0, 0);
        }
    }
}
