package io.ringside.transport.write;

import io.ringside.transport.lane.LaneWriter;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Room in a lane for one event's payload, to be filled and then committed, or aborted. Reused from event to event; for
 * one thread at a time. {@link #commit} is the attempt: filters, time and number are those of the commit, and a claim
 * that is aborted or forgotten counts nothing.
 */
public final class EventClaim implements AutoCloseable {
    private @Nullable UnsafeBuffer buffer;
    private @Nullable ThreadWriter writer;
    private @Nullable LaneWriter lane;
    private @Nullable TraceEvent event;
    private int index;
    private int length;
    private long result;

    /** A claim that is not open. */
    public EventClaim() {
        // The buffer is made with the first claim: a JVM that cannot trace can still make claims.
    }

    /** Whether there is room to fill. */
    public boolean isOpen() {
        return lane != null;
    }

    /**
     * The room: the payload's first byte is at offset 0.
     *
     * @return a buffer of {@link #length} bytes, valid while the claim is open
     * @throws IllegalStateException if the claim is not open
     */
    public MutableDirectBuffer buffer() {
        final UnsafeBuffer view = buffer;
        if (view == null || lane == null) {
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
        final ThreadWriter owner = writer;
        final LaneWriter claimed = lane;
        final TraceEvent claimedEvent = event;
        if (owner == null || claimed == null || claimedEvent == null || !owner.mayCloseClaims()) {
            result = WriteResult.INVALID_HANDLE;
        } else {
            close(owner, claimed);
            result = owner.commit(this, claimedEvent, claimed);
        }
        return result;
    }

    /** Give the room up: nothing has happened. No effect on a claim that is not open on this thread. */
    public void abort() {
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
        UnsafeBuffer view = buffer;
        if (view == null) {
            view = new UnsafeBuffer(0, 0);
            buffer = view;
        }
        view.wrap(lane.ring(), index, length);
        this.writer = writer;
        this.event = event;
        this.lane = lane;
        this.index = index;
        this.length = length;
        result = WriteResult.NOT_WANTED;
    }

    boolean refuse(final long result) {
        abort();
        this.result = result;
        return false;
    }

    int index() {
        return index;
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
