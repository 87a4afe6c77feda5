package io.ringside.transport.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.transport.fault.KillPoint;
import io.ringside.transport.lane.LaneOutcome;
import io.ringside.transport.lane.LaneWriter;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.transport.lane.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * Writes the events of one thread. Obtained on that thread and used on that thread only; a loop that keeps it in a
 * local saves the search that {@link TraceEvent#write} does.
 * <p>
 * An event goes into one lane per session that wants it: all attempts are counted, then the clock is read once, then
 * each lane gets record or loss. All methods return a {@link WriteResult} and none throws by itself. What a payload's
 * buffer throws, and a stack that overflows, passes through: the sessions that the event had not reached count it as an
 * error with their next event. A buffer must not write events; what it tries to write is refused.
 */
public final class ThreadWriter extends ThreadLanes {
    private static final int MAX_PAYLOAD_LENGTH = EventLimits.EVENT_LENGTH_MAX - RECORD_HEADER_LENGTH;
    private static final long NULL_ACTIVITY = 0;

    private final Thread thread;
    /** Lanes of the write under way. */
    private final LaneWriter[] attempted = new LaneWriter[EventLimits.SESSIONS_MAX];
    /** Results of the slots that have no lane for the write under way. */
    private long unplaced;

    ThreadWriter(final WriterThreads threads, final Thread thread) {
        super(threads, thread.getId());
        this.thread = thread;
    }

    /**
     * Write an event without payload.
     *
     * @param event to write
     * @return a {@link WriteResult}
     */
    public long write(final TraceEvent event) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        return event.isEnabled() ? writeChecked(event, null, 0, 0) : event.idleResult();
    }

    /**
     * Write an event.
     *
     * @param event  to write
     * @param source of the payload
     * @param offset of its first byte
     * @param length in bytes
     * @return a {@link WriteResult}
     */
    public long write(final TraceEvent event, final DirectBuffer source, final int offset, final int length) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (!event.isEnabled()) {
            return event.idleResult();
        }
        if (source == null || offset < 0 || length < 0 || offset > source.capacity() - length) {
            return WriteResult.INVALID_PARAMETER;
        }
        return writeChecked(event, source, offset, length);
    }

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks (R1.18, R1.19).
     *
     * @param event  to write
     * @param blocks of the payload
     * @return a {@link WriteResult}
     */
    public long write(final TraceEvent event, final DataDescriptors blocks) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (!event.isEnabled()) {
            return event.idleResult();
        }
        if (blocks == null || !blocks.isValid()) {
            return WriteResult.INVALID_PARAMETER;
        }
        if (refuses(event)) {
            return WriteResult.INVALID_HANDLE;
        }
        try {
            enter();
            final long wanted = event.wanted();
            final long result = wanted == 0 ? event.idleResult() : writeBlocks(event, wanted, blocks);
            exit();
            return result;
        } catch (final Throwable e) {
            busy = OUTSIDE;
            throw e;
        }
    }

    /**
     * Begin to write an event in place. Writes of this thread go on while the claim is open, into other lanes.
     *
     * @param event  to write
     * @param claim  receives the room; an open one is aborted first
     * @param length of the payload in bytes
     * @return true if the claim is open and must be committed or aborted; else {@link EventClaim#result} says why
     */
    public boolean tryClaim(final TraceEvent event, final EventClaim claim, final int length) {
        claim.abort();
        if (event == null) {
            return claim.refuse(WriteResult.INVALID_PARAMETER);
        }
        if (!event.isEnabled()) {
            return claim.refuse(event.idleResult());
        }
        if (length < 0) {
            return claim.refuse(WriteResult.INVALID_PARAMETER);
        }
        if (refuses(event) || claim.isOpen()) {
            return claim.refuse(WriteResult.INVALID_HANDLE);
        }
        settleClaim();
        try {
            enter();
            final boolean isOpen = openClaim(event, claim, length);
            exit();
            return isOpen;
        } catch (final Throwable e) {
            busy = OUTSIDE;
            throw e;
        }
    }

    long commit(final EventClaim claim, final TraceEvent event, final LaneWriter claimed) {
        try {
            enter();
            final long wanted = event.wanted();
            final long result = wanted == 0 ? event.idleResult() : writeClaim(claim, event, wanted, claimed);
            settleClaim();
            exit();
            return result;
        } catch (final Throwable e) {
            busy = OUTSIDE;
            throw e;
        }
    }

    /** Whether the calling thread may close claims of this writer: it is its own thread, and outside all writes. */
    boolean mayCloseClaims() {
        if (thread != Thread.currentThread() || isInside()) {
            return false;
        }
        settleClaim();
        return true;
    }

    /**
     * Take a lane in every session that stands, as the first event in each would.
     *
     * @return false if a session had no lane left
     */
    public boolean takeLanes() {
        if (isInside()) {
            return false;
        }
        boolean complete = true;
        try {
            enter();
            for (int slot = 0; slot < EventLimits.SESSIONS_MAX; slot++) {
                complete &= lane(slot, null) != null || threads.session(slot) == null;
            }
            exit();
            return complete;
        } catch (final Throwable e) {
            busy = OUTSIDE;
            throw e;
        }
    }

    /** Whether the thread is outside all writes, or has ended. For the control thread, behind its barrier. */
    public boolean isQuiet() {
        return !isInside() || !isAlive();
    }

    /** Whether the thread lives. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Whether the event belongs to another runtime, or a payload's buffer tries to write one. */
    private boolean refuses(final TraceEvent event) {
        return isInside() || !event.isOf(threads);
    }

    private long writeChecked(final TraceEvent event, final @Nullable DirectBuffer source, final int offset,
            final int length) {
        if (refuses(event)) {
            return WriteResult.INVALID_HANDLE;
        }
        try {
            enter();
            final long result = writeWanted(event, source, offset, length);
            exit();
            return result;
        } catch (final Throwable e) {
            busy = OUTSIDE;
            throw e;
        }
    }

    private long writeWanted(final TraceEvent event, final @Nullable DirectBuffer source, final int offset,
            final int length) {
        final long wanted = event.wanted();
        if (wanted == 0) {
            return event.idleResult();
        }
        return (wanted & (wanted - 1)) == 0 && length <= MAX_PAYLOAD_LENGTH
                ? writeOne(event, Long.numberOfTrailingZeros(wanted), source, offset, length)
                : writeMany(event, wanted, source, offset, length);
    }

    private long writeOne(final TraceEvent event, final int slot, final @Nullable DirectBuffer source,
            final int offset, final int length) {
        final LaneWriter lane = lane(slot, null);
        if (lane == null) {
            return lose(slot);
        }
        lane.attempt();
        final long now = System.nanoTime();
        final int index = lane.reserve(length);
        if (index >= 0 && source != null) {
            lane.ring().putBytes(index + RECORD_HEADER_LENGTH, source, offset, length);
        }
        return finish(lane, index, event, length, now);
    }

    private long writeMany(final TraceEvent event, final long wanted, final @Nullable DirectBuffer source,
            final int offset, final int length) {
        final int count = attempt(wanted, null);
        if (length > MAX_PAYLOAD_LENGTH) {
            return loseAll(count, length);
        }
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final int index = lane.reserve(length);
            if (index >= 0 && source != null) {
                lane.ring().putBytes(index + RECORD_HEADER_LENGTH, source, offset, length);
            }
            result += finish(lane, index, event, length, now);
        }
        return result;
    }

    private long writeBlocks(final TraceEvent event, final long wanted, final DataDescriptors blocks) {
        final int count = attempt(wanted, null);
        final int length = (int) Math.min(blocks.payloadLength(), Integer.MAX_VALUE);
        if (length > MAX_PAYLOAD_LENGTH) {
            return loseAll(count, length);
        }
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final int index = lane.reserve(length);
            if (index >= 0) {
                blocks.copyTo(lane.ring(), index + RECORD_HEADER_LENGTH);
            }
            result += finish(lane, index, event, length, now);
        }
        return result;
    }

    private long writeClaim(final EventClaim claim, final TraceEvent event, final long wanted,
            final LaneWriter claimed) {
        final int length = claim.length();
        final int count = attempt(wanted, claimed);
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            int index = claim.index() - RECORD_HEADER_LENGTH;
            if (lane != claimed) {
                index = lane.reserve(length);
                if (index >= 0) {
                    lane.ring().putBytes(index + RECORD_HEADER_LENGTH, claimed.ring(), claim.index(), length);
                }
            }
            result += finish(lane, index, event, length, now);
        }
        return result;
    }

    private boolean openClaim(final TraceEvent event, final EventClaim claim, final int length) {
        final long wanted = event.wanted();
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            final LaneWriter lane = lane(Long.numberOfTrailingZeros(rest), null);
            final int index = lane == null ? LaneOutcome.FULL : lane.reserveAhead(length);
            if (lane != null && index >= 0) {
                changing = lane;
                lane.claim();
                claim.open(this, event, lane, index + RECORD_HEADER_LENGTH, length);
                changing = null;
                if (KillPoint.ARMED) {
                    KillPoint.CLAIM_OPENED.reached();
                }
                return true;
            }
        }
        return claim.refuse(wanted == 0 ? event.idleResult() : loseAll(attempt(wanted, null), length));
    }

    private int attempt(final long wanted, final @Nullable LaneWriter claimed) {
        unplaced = WriteResult.NOT_WANTED;
        int count = 0;
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final LaneWriter lane = claimed != null && owns(slot, claimed) ? claimed : lane(slot, claimed);
            if (lane == null) {
                unplaced += lose(slot);
            } else {
                lane.attempt();
                attempted[count++] = lane;
            }
        }
        return count;
    }

    private static long finish(final LaneWriter lane, final int index, final TraceEvent event, final int length,
            final long now) {
        if (index >= 0) {
            lane.publish(index, event.reference(), length, now, NULL_ACTIVITY, NULL_ACTIVITY);
            return WriteResult.WRITTEN;
        }
        lane.lose(index, now);
        return index == LaneOutcome.TOO_LARGE ? WriteResult.TOO_LARGE : WriteResult.FULL;
    }

    private long loseAll(final int count, final int length) {
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final boolean tooLarge = length > lane.maxPayloadBytes();
            lane.lose(tooLarge ? LaneOutcome.TOO_LARGE : LaneOutcome.FULL, now);
            result += tooLarge ? WriteResult.TOO_LARGE : WriteResult.FULL;
        }
        return length > MAX_PAYLOAD_LENGTH ? result | WriteResult.OVER_EVENT_LIMIT : result;
    }
}
