package io.ringside.reader;

import io.ringside.internal.lane.LaneGap;
import io.ringside.session.LossCause;
import io.ringside.session.ProcessInfo;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Enabled events that were lost, overwritten or not recorded, at their position between the events of a thread.
 * Flyweight: valid only during the handler's call, in the consumer's thread; see {@link #copy}.
 */
public final class GapView {
    /** Lane and thread of events lost by a thread without a lane. */
    static final int NULL_LANE = -1;
    static final long NULL_THREAD_ID = 0;

    private static final long NULL_TICKS = 0;

    private final SessionFacts session;
    private final ProcessEvents process;
    private final long[] counts = new long[LossCause.count()];
    private int lane;
    private long threadId;
    private long fromTicks;
    private long toTicks;
    private long total;
    private long overwritten;
    private long missing;
    private long behind;

    GapView(final SessionFacts session, final ProcessEvents process) {
        this.session = session;
        this.process = process;
    }

    GapView wrap(final int ofLane, final LaneGap gap, final long ownerThreadId) {
        lane = ofLane;
        threadId = ownerThreadId;
        // A damaged block does not show the times of its events: they follow the event before it.
        final long known = gap.firstTimeTicks() == NULL_TICKS ? process.lastTimeTicks(ofLane) : gap.firstTimeTicks();
        times(known, gap.lastTimeTicks() == NULL_TICKS ? known : gap.lastTimeTicks());
        for (final LossCause cause : LossCause.values()) {
            counts[cause.code()] = gap.count(cause);
        }
        overwritten = gap.overwritten();
        missing = gap.missing();
        behind = gap.behind();
        total = gap.total() - overwritten - missing - behind;
        return this;
    }

    GapView wrap(final LossCause cause, final long count, final long firstTimeTicks, final long lastTimeTicks) {
        lane = NULL_LANE;
        threadId = NULL_THREAD_ID;
        times(firstTimeTicks, lastTimeTicks);
        Arrays.fill(counts, 0);
        counts[cause.code()] = count;
        total = count;
        overwritten = 0;
        missing = 0;
        behind = 0;
        return this;
    }

    /** {@return a copy that stays valid after the handler's call, as long as the reader is open} Allocates. */
    public GapView copy() {
        final GapView copy = new GapView(session, process);
        copy.lane = lane;
        copy.threadId = threadId;
        copy.times(fromTicks, toTicks);
        System.arraycopy(counts, 0, copy.counts, 0, counts.length);
        copy.total = total;
        copy.overwritten = overwritten;
        copy.missing = missing;
        copy.behind = behind;
        return copy;
    }

    /** {@return the number of lost events} */
    public long total() {
        return total;
    }

    /** {@return the number of events that newer ones replaced in overwrite mode; they do not count as lost} */
    public long overwritten() {
        return overwritten;
    }

    /**
     * {@return the number of enabled events that the recording does not contain: another drain took them, or their
     * schema or process data are damaged or were overwritten} It is unknown whether they were lost.
     */
    public long missing() {
        return missing;
    }

    /**
     * {@return the number of events that a {@linkplain Source#peek peeking} reader missed, because newer events reused
     * their space; they do not count as lost}
     */
    public long behind() {
        return behind;
    }

    /**
     * Returns the number of events lost for a cause.
     *
     * @param cause cause of the loss
     * @return the number, at least 0
     */
    public long count(final LossCause cause) {
        return counts[cause.code()];
    }

    /** {@return a time at or before the first loss, in nanoseconds since 1970; null if unknown} */
    public @Nullable Long fromTimeNs() {
        return toEpochNs(fromTicks);
    }

    /**
     * {@return a time at or after the last loss with a known time, in nanoseconds since 1970; null if none is known}
     */
    public @Nullable Long toTimeNs() {
        return toEpochNs(toTicks);
    }

    /** {@return the id of the process that lost the events; null if its page cannot be read} */
    public @Nullable Long processId() {
        return process.processId();
    }

    /** {@return the name of the host that sent the recording; null if it was recorded locally} */
    public @Nullable String host() {
        return session.host();
    }

    /** {@return the process that lost the events; null if its page cannot be read} */
    public @Nullable ProcessInfo process() {
        return process.identity();
    }

    /**
     * {@return {@link ProcessInfo#id Id of the run} of the process that lost the events, known even if {@link #process}
     * is not} Allocates.
     */
    public UUID incarnation() {
        return new UUID(process.incarnation().most(), process.incarnation().least());
    }

    /** Returns the thread that owned the lane; {@link #NULL_THREAD_ID} if unknown. */
    long ownerThreadId() {
        return threadId;
    }

    ProcessEvents processEvents() {
        return process;
    }

    /**
     * {@return Java's id of the thread that owned the lane at the beginning of the gap; null for a loss without a lane,
     * or if the recording has no event of the lane before the gap}
     */
    public @Nullable Long threadId() {
        return threadId == NULL_THREAD_ID ? null : Long.valueOf(threadId);
    }

    /** {@return the last known name of that thread; null if it is unknown, or there is no such thread} */
    public @Nullable String threadName() {
        return lane == NULL_LANE ? null : process.threadName(threadId);
    }

    /** {@return the index of the lane; null for events lost because their thread had no lane} */
    public @Nullable Integer lane() {
        return lane == NULL_LANE ? null : Integer.valueOf(lane);
    }

    /** {@return the id of the session} */
    public long sessionId() {
        return session.id();
    }

    private void times(final long from, final long to) {
        fromTicks = from;
        toTicks = to;
    }

    private @Nullable Long toEpochNs(final long ticks) {
        return ticks == NULL_TICKS ? null : (Long) process.toEpochNs(ticks);
    }
}
