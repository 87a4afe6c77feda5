package io.ringside.internal.write;

import io.ringside.internal.lane.LaneWriter;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The state of a claim: closed, or open in a lane or in a scratch buffer. Used by one thread at a time. */
public final class ClaimedRoom extends EventClaim {
    private static final int CLOSED = 0;
    private static final int IN_LANE = 1;
    private static final int IN_SCRATCH = 2;

    private @Nullable UnsafeBuffer buffer;
    private @Nullable WritingThread writer;
    private @Nullable LaneWriter lane;
    private @Nullable DeclaredEvent event;
    private @Nullable UnsafeBuffer scratch;
    private @Nullable WriterThreads threads;
    private long virtualId;
    /** Closed, or the place of the room. Closing keeps the references of an open claim, which saves stores. */
    private int state = CLOSED;
    private int index;
    private int length;
    private long result;

    /** A claim that is not open. */
    public ClaimedRoom() {
        // The buffer is made with the first claim, so that a JVM that cannot trace can still create claims.
    }

    @Override
    public boolean isOpen() {
        return state != CLOSED;
    }

    @Override
    public MutableDirectBuffer buffer() {
        final UnsafeBuffer view = buffer;
        if (view == null || !isOpen()) {
            throw new IllegalStateException("claim is not open: result=" + WriteResult.status(result)
                    + ": test what tryClaim returns");
        }
        return view;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public long result() {
        return result;
    }

    @Override
    public long commit() {
        return commitWith(null);
    }

    @Override
    public long commit(final WriteOptions options) {
        if (options == null || !options.isValid()) {
            result = WriteResult.INVALID_PARAMETER;
            return result;
        }
        return commitWith(options);
    }

    @Override
    public void abort() {
        if (state != CLOSED) {
            abortOpen();
        }
    }

    @Override
    public void close() {
        abort();
    }

    void open(final WritingThread writer, final DeclaredEvent event, final LaneWriter lane, final int index,
            final int length) {
        lane.view(view(), index, length);
        // Storing a reference costs a barrier, and it is mostly unchanged.
        if (this.writer != writer) {
            this.writer = writer;
        }
        if (this.event != event) {
            this.event = event;
        }
        if (this.lane != lane) {
            this.lane = lane;
        }
        this.index = index;
        this.length = length;
        result = WriteResult.NOT_WANTED;
        state = IN_LANE;
    }

    void openScratch(final WriterThreads threads, final DeclaredEvent event, final long virtualId,
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

    int index() {
        return index;
    }

    /** Returns the lane of the claim that has just been committed. */
    LaneWriter lane() {
        return Objects.requireNonNull(lane);
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
        final WritingThread owner = writer;
        final LaneWriter claimed = lane;
        final DeclaredEvent claimedEvent = event;
        if (state == CLOSED || owner == null || claimed == null || claimedEvent == null || !owner.mayCloseClaims()) {
            result = WriteResult.INVALID_HANDLE;
        } else {
            owner.awaitRoom(claimedEvent, claimed);
            close(owner, claimed);
            result = owner.commit(this, claimedEvent, options);
        }
        return result;
    }

    private long commitScratch(final UnsafeBuffer room, final @Nullable WriteOptions options) {
        final WriterThreads runtime = threads;
        final DeclaredEvent claimedEvent = event;
        if (runtime == null || claimedEvent == null || !mayCloseScratch(runtime)) {
            return WriteResult.INVALID_HANDLE;
        }
        closeScratch();
        final long written = options == null
                ? claimedEvent.write(room, 0, length)
                : claimedEvent.write(options, room, 0, length);
        runtime.scratch().giveBack(room);
        return written;
    }

    private void abortOpen() {
        final UnsafeBuffer room = scratch;
        final WritingThread owner = writer;
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

    /** An error after this point leaves the buffer to the garbage collector. */
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
     * Makes the writer responsible for closing the lane, whatever is thrown afterwards. The fields are stored first,
     * because that involves no call.
     */
    private void close(final WritingThread owner, final LaneWriter claimed) {
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
