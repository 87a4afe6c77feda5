package io.ringside.internal.write;

import io.ringside.filter.RateFilter;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.registry.ClockPair;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The pool of one session's lanes in this process that have no owner. Threads take lanes from it without waiting; the
 * control thread refills it ahead of need. Thread-safe.
 */
@SuppressWarnings("exports") // Used by the control thread.
public final class SessionLanes {
    private final int slot;
    private final long sessionId;
    private final boolean refused;
    private final LanelessCounter losses;
    private final ManyToManyConcurrentArrayQueue<LaneWriter> free;
    private AtomicInteger numbers = new AtomicInteger();
    /** Rate limits by provider id. */
    private Map<UUID, RateBucket> buckets = new ConcurrentHashMap<>();
    private volatile SessionSettings.SequenceKind sequence = SessionSettings.SequenceKind.NONE;
    private volatile long waitBoundNs;
    private volatile long ticksToEpochNs;
    /** The control thread is woken if fewer lanes are free; 0 while waking it would have no effect. */
    private volatile int wakeBelow;
    private volatile boolean wasShort;

    /**
     * An empty pool.
     *
     * @param slot      slot of the session
     * @param sessionId id of the session
     * @param laneLimit maximum number of lanes of the session in this process
     * @param refused   whether the memory for lanes was refused: every event is then counted as not attached
     * @param losses    counts events without a lane
     */
    public SessionLanes(final int slot, final long sessionId, final int laneLimit, final boolean refused,
            final LanelessCounter losses) {
        this.slot = slot;
        this.sessionId = sessionId;
        this.refused = refused;
        this.losses = losses;
        this.free = new ManyToManyConcurrentArrayQueue<>(Math.max(2, laneLimit));
    }

    /**
     * Set the kind of sequence numbers in messages. Called by the control thread, before any write.
     *
     * @param kind kind of sequence, none by default
     * @return this
     */
    public SessionLanes sequence(final SessionSettings.SequenceKind kind) {
        sequence = kind;
        return this;
    }

    /** Returns a pool of the same session without lanes, which continues the numbers and limits of this pool. */
    public SessionLanes empty() {
        final SessionLanes pool = new SessionLanes(slot, sessionId, free.capacity(), refused, losses);
        pool.sequence = sequence;
        pool.numbers = numbers;
        pool.buckets = buckets;
        pool.ticksToEpochNs = ticksToEpochNs;
        pool.waitBoundNs = waitBoundNs;
        return pool;
    }

    /**
     * Continue the numbers and limits of the previous pool of the same session. Called by the control thread, before
     * any write.
     *
     * @param before pool that this one replaces; null if there was none
     */
    public void countFrom(final @Nullable SessionLanes before) {
        if (before != null && before.sessionId == sessionId) {
            numbers = before.numbers;
            buckets = before.buckets;
        }
    }

    /**
     * Set the start of the session. Called by the control thread, before any write.
     *
     * @param pair    start in the session's row
     * @param shiftNs offset that this process's time namespace adds to the monotonic clock
     * @return this
     */
    public SessionLanes start(final ClockPair pair, final long shiftNs) {
        ticksToEpochNs = pair.toEpochNs(shiftNs);
        return this;
    }

    /** Returns the ticks of the session's clock at a time in nanoseconds since 1970. */
    long timeTicks(final long epochNs) {
        return epochNs - ticksToEpochNs;
    }

    /** Returns the bucket that limits a provider's rate in this process, across all its registrations. */
    RateBucket bucket(final UUID providerId, final RateFilter rate) {
        return buckets.compute(providerId, (id, known) -> known != null && known.isOf(rate)
                ? known
                : new RateBucket(rate, SystemNanoClock.INSTANCE));
    }

    boolean isNumbering() {
        return sequence != SessionSettings.SequenceKind.NONE;
    }

    /** Returns the next sequence number of a message, beginning with 1. */
    int nextNumber(final WriterThreads threads) {
        return sequence == SessionSettings.SequenceKind.GLOBAL ? threads.nextNumber() : numbers.incrementAndGet();
    }

    /** Returns the longest wait of a writer in nanoseconds; 0 if writers do not wait, because there is no drain. */
    public long waitBoundNs() {
        return waitBoundNs;
    }

    /**
     * Set the longest wait of a writer for room. Called by the control thread.
     *
     * @param boundNs longest wait in nanoseconds; 0 while the session has no drain
     */
    public void waitBoundNs(final long boundNs) {
        waitBoundNs = boundNs;
    }

    public int slot() {
        return slot;
    }

    public long sessionId() {
        return sessionId;
    }

    /** Returns the number of lanes without an owner. */
    public int freeLanes() {
        return free.size();
    }

    /**
     * Put a lane into the pool.
     *
     * @param lane whose last owner has ended, or that never had one
     * @return false if a thread suspended while taking a lane blocks its place in the queue; to be repeated
     */
    public boolean add(final LaneWriter lane) {
        final boolean added = free.offer(lane);
        if (!added && free.size() >= free.capacity()) {
            throw new IllegalStateException("more lanes than the pool was made for: slot=" + slot);
        }
        return added;
    }

    /**
     * Set when to wake the control thread, which happens once. Called by the control thread.
     *
     * @param lanes wakes it if fewer lanes are free; 0 if it could not add any
     */
    public void wakeBelow(final int lanes) {
        wakeBelow = lanes;
    }

    /** Returns whether a thread has found no lane since the last call. Called by the control thread. */
    public boolean wasShort() {
        final boolean was = wasShort;
        if (was) {
            wasShort = false;
        }
        return was;
    }

    /** Returns whether to wake the control thread because too few lanes are free; true only once. */
    boolean takeWake() {
        final boolean wakes = free.size() < wakeBelow;
        if (wakes) {
            wakeBelow = 0;
        }
        return wakes;
    }

    @Nullable
    LaneWriter take() {
        return free.poll();
    }

    /** Count a loss that also had no lane in the recorded session. */
    void loseAgain(final LossCause cause, final long timeTicks) {
        if (cause == LossCause.NOT_ATTACHED) {
            losses.addNotAttached(slot, timeTicks);
        } else {
            losses.addNoLane(slot, timeTicks);
        }
    }

    /** Count an event for which there is no lane, and return its result. */
    long lose(final long timeNs) {
        if (refused) {
            losses.addNotAttached(slot, timeNs);
            return ResultBits.REFUSED;
        }
        if (!wasShort) {
            wasShort = true;
        }
        losses.addNoLane(slot, timeNs);
        return ResultBits.NO_LANE;
    }
}
