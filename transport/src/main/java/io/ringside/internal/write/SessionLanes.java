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
 * The lanes of one session in this process that have no owner. Threads take lanes from it without waiting; the control
 * thread fills it ahead of need. Thread-safe.
 */
@SuppressWarnings("exports") // For the control thread.
public final class SessionLanes {
    private final int slot;
    private final long sessionId;
    private final boolean refused;
    private final LanelessCounter losses;
    private final ManyToManyConcurrentArrayQueue<LaneWriter> free;
    private AtomicInteger numbers = new AtomicInteger();
    /** Limits of the rates of providers, by their ids. */
    private Map<UUID, RateBucket> buckets = new ConcurrentHashMap<>();
    private volatile SessionSettings.SequenceKind sequence = SessionSettings.SequenceKind.NONE;
    private volatile long waitBoundNs;
    private volatile long ticksToEpochNs;
    /** With fewer free lanes than this the control thread is woken; 0 while it would be woken in vain. */
    private volatile int wakeBelow;
    private volatile boolean wasShort;

    /**
     * An empty pool.
     *
     * @param slot      of the session
     * @param sessionId of the session
     * @param laneLimit most lanes that the session may have in this process
     * @param refused   whether the memory for lanes was refused: every event is then counted as not attached
     * @param losses    counts what finds no lane
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
     * Say which numbers messages get. For the control thread, before anybody writes.
     *
     * @param kind by default none
     * @return this
     */
    public SessionLanes sequence(final SessionSettings.SequenceKind kind) {
        sequence = kind;
        return this;
    }

    /** A pool of the same session that has no lanes, and continues with the numbers and limits of this one. */
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
     * Continue with the numbers and limits of a pool that stood for the same session. For the control thread, before
     * anybody writes.
     *
     * @param before in whose place this one is; null if there was none
     */
    public void countFrom(final @Nullable SessionLanes before) {
        if (before != null && before.sessionId == sessionId) {
            numbers = before.numbers;
            buckets = before.buckets;
        }
    }

    /**
     * Say what time it was when the session began. For the control thread, before anybody writes.
     *
     * @param pair    that the session's row has
     * @param shiftNs what this process's time namespace adds to the monotonic clock
     * @return this
     */
    public SessionLanes start(final ClockPair pair, final long shiftNs) {
        ticksToEpochNs = pair.toEpochNs(shiftNs);
        return this;
    }

    /** Ticks of the session's clock at a time in nanoseconds since 1970. */
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

    /** The next number of a message: the first is 1. */
    int nextNumber(final WriterThreads threads) {
        return sequence == SessionSettings.SequenceKind.GLOBAL ? threads.nextNumber() : numbers.incrementAndGet();
    }

    /** Longest wait of a writer for room, in nanoseconds; 0 while writers do not wait, as nobody drains the session. */
    public long waitBoundNs() {
        return waitBoundNs;
    }

    /**
     * Set the longest wait of a writer for room. For the control thread.
     *
     * @param boundNs 0 while nobody drains the session
     */
    public void waitBoundNs(final long boundNs) {
        waitBoundNs = boundNs;
    }

    /** Slot of the session. */
    public int slot() {
        return slot;
    }

    /** Id of the session. */
    public long sessionId() {
        return sessionId;
    }

    /** Lanes that wait for an owner. */
    public int freeLanes() {
        return free.size();
    }

    /**
     * Put a lane into the pool.
     *
     * @param lane whose last owner has ended, or that never had one
     * @return false if a thread that was stopped while it took another lane holds its place up: to be tried again
     */
    public boolean add(final LaneWriter lane) {
        final boolean added = free.offer(lane);
        if (!added && free.size() >= free.capacity()) {
            throw new IllegalStateException("more lanes than the pool was made for: slot=" + slot);
        }
        return added;
    }

    /**
     * Say when to wake the control thread, once. For the control thread.
     *
     * @param lanes wakes it if fewer are free; 0 if it could not add any
     */
    public void wakeBelow(final int lanes) {
        wakeBelow = lanes;
    }

    /** Whether a thread has found no lane since the last call. For the control thread. */
    public boolean wasShort() {
        final boolean was = wasShort;
        if (was) {
            wasShort = false;
        }
        return was;
    }

    /** Whether the control thread is to be woken, as there are too few free lanes: true only once. */
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

    /** Count a loss without a lane that was one in another session, too. */
    void loseAgain(final LossCause cause, final long timeTicks) {
        if (cause == LossCause.NOT_ATTACHED) {
            losses.addNotAttached(slot, timeTicks);
        } else {
            losses.addNoLane(slot, timeTicks);
        }
    }

    /** Count an event that finds no lane and give its result. */
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
