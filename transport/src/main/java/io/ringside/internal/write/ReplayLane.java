package io.ringside.internal.write;

import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.OwnerName;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import io.ringside.write.SessionIdentity;
import io.ringside.write.WriteResult;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * A lane that a replay writes as it was written before: records with their items, times and threads, and losses where
 * they were. It writes into one session, whatever that session has enabled. The lane is taken with the first write.
 * Allocates nothing but the names of threads. For the thread that makes it.
 */
public final class ReplayLane {
    private final WriterThreads threads;
    private final SessionIdentity session;
    private final WritingThread writer;
    private long threadId;
    private @Nullable String threadName;
    private @Nullable OwnerName name;
    /** The lane that knows its thread; null if that has changed. */
    private @Nullable LaneWriter owned;

    /**
     * A lane that is not taken yet.
     *
     * @param threads of the runtime
     * @param session to write to, attached in this process
     */
    public ReplayLane(final WriterThreads threads, final SessionIdentity session) {
        this.threads = threads;
        this.session = session;
        this.writer = threads.newWriterBeside();
    }

    /**
     * Take the lane.
     *
     * @return false if the session has none left, or has ended
     */
    public boolean take() {
        try {
            writer.enter();
            final boolean taken = threads.standing(session) != null && lane() != null;
            writer.exit();
            return taken;
        } catch (final Throwable e) {
            writer.busy = ThreadLanes.OUTSIDE;
            throw e;
        }
    }

    /** Whether the session is attached in this process. */
    public boolean stands() {
        return threads.standing(session) != null;
    }

    /**
     * Say whose records come next.
     *
     * @param id         of the thread that wrote them
     * @param nameOrNull of the thread; null if it is unknown
     */
    public void owner(final long id, final @Nullable String nameOrNull) {
        if (id != threadId || !Objects.equals(nameOrNull, threadName)) {
            threadId = id;
            threadName = nameOrNull;
            name = nameOrNull == null ? null : new OwnerName(nameOrNull);
            owned = null;
        }
    }

    /** Whether a record might find no room, and none was {@link #waitedInVain waited for in vain}. */
    public boolean isShort() {
        try {
            writer.enter();
            final LaneWriter lane = threads.standing(session) == null ? null : lane();
            final boolean isShort = lane != null && lane.isShort();
            writer.exit();
            return isShort;
        } catch (final Throwable e) {
            writer.busy = ThreadLanes.OUTSIDE;
            throw e;
        }
    }

    /** A wait for room was as long as it may be: there is no other one until the drain moves. */
    public void waitedInVain() {
        try {
            writer.enter();
            final LaneWriter lane = threads.standing(session) == null ? null : lane();
            if (lane != null) {
                lane.waitedInVain();
            }
            writer.exit();
        } catch (final Throwable e) {
            writer.busy = ThreadLanes.OUTSIDE;
            throw e;
        }
    }

    /**
     * Returns the ticks that the clock of the session's events shows at a time.
     *
     * @param timeNs in nanoseconds since 1970
     * @return in ticks; 0 if the session has ended
     */
    public long timeTicks(final long timeNs) {
        final SessionLanes pool = threads.standing(session);
        return pool == null ? 0 : pool.timeTicks(timeNs);
    }

    /**
     * Write a record.
     *
     * @param reference of the event in this process, with the flag of extended items
     * @param source    of the record
     * @param offset    of its header, of which the activity counts
     * @param length    of the record with its header, in bytes
     * @param timeNs    of the event in nanoseconds since 1970
     * @return a {@link WriteResult}; {@link WriteResult#INVALID_HANDLE} if the session has ended
     */
    public long write(final long reference, final DirectBuffer source, final int offset, final int length,
            final long timeNs) {
        try {
            writer.enter();
            final long result = writeInside(reference, source, offset, length, timeNs);
            writer.exit();
            return result;
        } catch (final Throwable e) {
            writer.busy = ThreadLanes.OUTSIDE;
            throw e;
        }
    }

    /**
     * Count attempts that were lost before. Inside of this no session can end, so losses are to be counted some
     * thousands at a time.
     *
     * @param cause       {@link LossCause#FULL}, {@link LossCause#TOO_LARGE} or {@link LossCause#ERROR}; or a cause
     *                    without a lane, {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count       at least 1
     * @param firstTimeNs of the first, in nanoseconds since 1970
     * @param lastTimeNs  of all others, in nanoseconds since 1970
     * @return false if the session has ended
     */
    public boolean lose(final LossCause cause, final int count, final long firstTimeNs, final long lastTimeNs) {
        try {
            writer.enter();
            final boolean stands = loseInside(cause, count, firstTimeNs, lastTimeNs);
            writer.exit();
            return stands;
        } catch (final Throwable e) {
            writer.busy = ThreadLanes.OUTSIDE;
            throw e;
        }
    }

    private long writeInside(final long reference, final DirectBuffer source, final int offset, final int length,
            final long timeNs) {
        final SessionLanes pool = threads.standing(session);
        if (pool == null) {
            return WriteResult.INVALID_HANDLE;
        }
        final long timeTicks = pool.timeTicks(timeNs);
        final LaneWriter lane = lane();
        if (lane == null) {
            return pool.lose(timeTicks);
        }
        lane.attempt();
        final int bodyLength = length - RECORD_HEADER_LENGTH;
        final int index = lane.reserve(bodyLength);
        if (index < 0) {
            return WritingThread.loseIn(lane, index, timeTicks);
        }
        PayloadCopy.copy(lane.ring(), index + RECORD_HEADER_LENGTH, source, offset + RECORD_HEADER_LENGTH, bodyLength);
        lane.publish(index, reference, bodyLength, timeTicks,
                source.getLong(offset + FrameDescriptor.ACTIVITY_MOST_OFFSET),
                source.getLong(offset + FrameDescriptor.ACTIVITY_LEAST_OFFSET));
        return ResultBits.WRITTEN;
    }

    private boolean loseInside(final LossCause cause, final int count, final long firstTimeNs,
            final long lastTimeNs) {
        final SessionLanes pool = threads.standing(session);
        if (pool == null) {
            return false;
        }
        final int outcome = outcome(cause);
        final LaneWriter lane = outcome == 0 ? null : lane();
        for (int i = 0; i < count; i++) {
            final long timeTicks = pool.timeTicks(i == 0 ? firstTimeNs : lastTimeNs);
            if (lane == null) {
                pool.loseAgain(cause, timeTicks);
            } else {
                lane.attempt();
                lane.lose(outcome, timeTicks);
            }
        }
        return true;
    }

    /** Returns the outcome in a lane for a cause of loss; 0 if the loss happened without a lane. */
    private static int outcome(final LossCause cause) {
        return switch (cause) {
            case FULL -> LaneOutcome.FULL;
            case TOO_LARGE -> LaneOutcome.TOO_LARGE;
            case ERROR -> LaneOutcome.ERROR;
            default -> 0;
        };
    }

    /** The lane, which knows its thread; null if there is none left. Only inside. */
    private @Nullable LaneWriter lane() {
        final LaneWriter lane = writer.lane(session.slot(), null);
        if (lane != null && lane != owned) {
            lane.handOver(threadId, name);
            owned = lane;
        }
        return lane;
    }
}
