package io.ringside.internal.write;

import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.OwnerName;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * A lane in which a replay reproduces recorded events: records with their items, times and threads, and losses at their
 * places. It writes into one session, whatever that session has enabled. The lane is taken with the first write.
 * Records and losses allocate nothing, names of threads do. Used by the thread that creates it.
 */
public final class ReplayLane {
    private final WriterThreads threads;
    private final WriteOptions.Target session;
    private final WritingThread writer;
    private long threadId;
    private @Nullable String threadName;
    private @Nullable OwnerName name;
    /** The lane that has the current owner's id and name; null if the owner has changed. */
    private @Nullable LaneWriter owned;
    private final LongSupplier writing = this::writeInside;
    private final LongSupplier losing = this::loseInside;
    private final LongSupplier looking = this::isShortInside;
    /** The record to write, and the cause and the times of losses to count. */
    private long reference;
    private @Nullable DirectBuffer source;
    private int offset;
    private int length;
    private LossCause cause = LossCause.FULL;
    private int count;
    private long firstTimeNs;
    private long lastTimeNs;

    /**
     * A lane that has not been taken yet.
     *
     * @param threads writing threads of the runtime
     * @param session to write to, attached in this process
     */
    public ReplayLane(final WriterThreads threads, final WriteOptions.Target session) {
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
        return writer.inside(() -> threads.standing(session) != null && lane() != null ? 1 : 0) != 0;
    }

    /** Returns whether the session is attached in this process. */
    public boolean stands() {
        return threads.standing(session) != null;
    }

    /**
     * Set the thread of the following records.
     *
     * @param id         id of the thread that wrote the records
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

    /** Returns whether a record might find no room, unless a wait has already been {@link #waitedInVain in vain}. */
    public boolean isShort() {
        return writer.inside(looking) != 0;
    }

    /** Record that a wait for room reached its limit: there is no further wait until the drain makes progress. */
    public void waitedInVain() {
        writer.inside(() -> {
            final LaneWriter lane = threads.standing(session) == null ? null : lane();
            if (lane != null) {
                lane.waitedInVain();
            }
            return 0;
        });
    }

    /**
     * Returns the ticks of the session's clock at a time.
     *
     * @param timeNs time in nanoseconds since 1970
     * @return time in ticks; 0 if the session has ended
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
     * @param offset    offset of its header, from which the activity is taken
     * @param length    length of the record with its header, in bytes
     * @param timeNs    time of the event in nanoseconds since 1970
     * @return a {@link WriteResult}; {@link WriteResult#INVALID_HANDLE} if the session has ended
     */
    public long write(final long reference, final DirectBuffer source, final int offset, final int length,
            final long timeNs) {
        this.reference = reference;
        this.source = source;
        this.offset = offset;
        this.length = length;
        firstTimeNs = timeNs;
        return writer.inside(writing);
    }

    /**
     * Count recorded losses. No session can end during this call, so losses should be counted a few thousand at a time.
     *
     * @param cause       {@link LossCause#FULL}, {@link LossCause#TOO_LARGE} or {@link LossCause#ERROR}; or a cause
     *                    without a lane, {@link LossCause#NO_LANE} or {@link LossCause#NOT_ATTACHED}
     * @param count       at least 1
     * @param firstTimeNs time of the first loss, in nanoseconds since 1970
     * @param lastTimeNs  time of all other losses, in nanoseconds since 1970
     * @return false if the session has ended
     */
    public boolean lose(final LossCause cause, final int count, final long firstTimeNs, final long lastTimeNs) {
        this.cause = cause;
        this.count = count;
        this.firstTimeNs = firstTimeNs;
        this.lastTimeNs = lastTimeNs;
        return writer.inside(losing) != 0;
    }

    private long isShortInside() {
        final LaneWriter lane = threads.standing(session) == null ? null : lane();
        return lane != null && lane.isShort() ? 1 : 0;
    }

    private long writeInside() {
        final SessionLanes pool = threads.standing(session);
        final DirectBuffer record = source;
        if (pool == null || record == null) {
            return WriteResult.INVALID_HANDLE;
        }
        final long timeTicks = pool.timeTicks(firstTimeNs);
        final LaneWriter lane = lane();
        if (lane == null) {
            return pool.lose(timeTicks);
        }
        lane.attempt();
        final int bodyLength = length - RECORD_HEADER_LENGTH;
        final int index = lane.reserve(bodyLength);
        if (index < 0) {
            return ThreadLanes.loseIn(lane, index, timeTicks);
        }
        lane.copy(index + RECORD_HEADER_LENGTH, record, offset + RECORD_HEADER_LENGTH, bodyLength);
        lane.publish(index, reference, bodyLength, timeTicks,
                record.getLong(offset + FrameDescriptor.ACTIVITY_MOST_OFFSET),
                record.getLong(offset + FrameDescriptor.ACTIVITY_LEAST_OFFSET));
        return ResultBits.WRITTEN;
    }

    private long loseInside() {
        final SessionLanes pool = threads.standing(session);
        if (pool == null) {
            return 0;
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
        return 1;
    }

    /** Returns the lane outcome for a cause of loss; 0 if the loss had no lane. */
    private static int outcome(final LossCause cause) {
        return switch (cause) {
            case FULL -> LaneOutcome.FULL;
            case TOO_LARGE -> LaneOutcome.TOO_LARGE;
            case ERROR -> LaneOutcome.ERROR;
            default -> 0;
        };
    }

    /** Returns the lane with the current owner; null if no lane is left. Only inside the guard. */
    private @Nullable LaneWriter lane() {
        final LaneWriter lane = writer.lane(session.slot(), null);
        if (lane != null && lane != owned) {
            lane.handOver(threadId, name);
            owned = lane;
        }
        return lane;
    }
}
