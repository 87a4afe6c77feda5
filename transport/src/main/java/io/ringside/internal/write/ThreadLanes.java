package io.ringside.internal.write;

import io.ringside.event.EventLimits;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.OwnerName;
import io.ringside.internal.machine.TscClock;
import io.ringside.write.WriteResult;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The busy word and the lanes of one writing thread, by slot. Used by that thread and by the virtual threads that it
 * carries, never by two at a time. The control thread reads the busy word at a session's end, and changes the lanes
 * while the thread is quiet.
 */
abstract sealed class ThreadLanes extends BusyWordPadding permits WritingThread {
    /** The thread is outside all writes. */
    static final int OUTSIDE = 0;
    /** Id in place of a virtual thread's if the lane's owner itself writes. */
    static final long NOT_VIRTUAL = 0;

    private static final int INSIDE = 1;
    private static final int MONOTONIC = 1;
    private static final int COUNTER = 1 << 1;
    private static final VarHandle BUSY;
    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(ThreadLanes.class, "busy", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Whether the thread is inside a write. The methods below use the cheapest ordering; after an error the field is
     * cleared directly, because a stack that has overflowed may have no room for a call.
     */
    volatile int busy;

    final WriterThreads threads;
    final Thread thread;

    /**
     * Lane whose claim is being opened or closed. After an error it remains here, and its claim is closed at the next
     * occasion: a field can be stored even if the stack has no room left for calls.
     */
    @Nullable
    LaneWriter changing;
    /** Whether the claim of {@link #changing} is being changed; if not, the lane is left from an earlier change. */
    boolean isChanging;

    /** Whether writes may have to wait for room: set with the first lane of a session that blocks. */
    boolean waits;

    /** Only session of the thread's last short write or claim; {@link #lastLane} is valid for this session only. */
    @Nullable
    SessionLanes lastSession;
    /** Lane of the thread in {@link #lastSession}, cached to avoid a search. */
    @Nullable
    LaneWriter lastLane;
    /** Whether {@link #lastLane} is valid and has no claim. */
    boolean isLastFree;

    /**
     * The thread's first lanes in some sessions, in one array: a write that the same sessions want needs no search.
     * Removing a lane clears {@link #severalSlots}, before another lane can be in its slot.
     */
    final LaneWriter[] several = new LaneWriter[EventLimits.SESSIONS_MAX];
    int severalCount;
    /** Slots of the sessions in {@link #several}; 0 for none. */
    private long severalSlots;

    /** Lanes of the current write. */
    final LaneWriter[] attempted = new LaneWriter[EventLimits.SESSIONS_MAX];
    /** Slots of these lanes, one bit each. */
    final long[] attemptedSlots = new long[EventLimits.SESSIONS_MAX];
    /** Results of the slots that have no lane for the current write. */
    long unplaced;
    /** Clocks of the lanes of the current write, and their readings. */
    private int clocks;
    private long monotonicNs;
    private long counterNs;

    /** The virtual thread that last entered; written by virtual threads only, outside all writes. */
    long occupantId = NOT_VIRTUAL;
    /** Whether the carrier has another writer, so that only the occupant may still be inside this one. */
    private volatile boolean replaced;
    private volatile boolean forgotten;

    final long threadId;
    private final OwnerName name;
    /** First lane of the thread by slot; events written while it is claimed go to the next lane. */
    private final @Nullable LaneWriter[] lanes = new @Nullable LaneWriter[EventLimits.SESSIONS_MAX];

    ThreadLanes(final WriterThreads threads, final Thread thread) {
        this.threads = threads;
        this.thread = thread;
        this.threadId = thread.getId();
        this.name = new OwnerName(thread);
    }

    /**
     * Enter a write. The store is ordered before the following loads only for the compiler; for the processor, the
     * barrier of the control thread at a session's end does it.
     */
    final void enter() {
        BUSY.setOpaque(this, INSIDE);
        VarHandle.acquireFence();
    }

    final void exit() {
        BUSY.setRelease(this, OUTSIDE);
    }

    final boolean isInside() {
        return (int) BUSY.getAcquire(this) != OUTSIDE;
    }

    /** Returns whether the calling thread is inside a write of this writer, in a buffer of its own. */
    final boolean isInsideOf(final Thread caller) {
        return isInside() && (thread == caller || occupantId == caller.getId());
    }

    /** Returns whether the thread is outside all writes, or has ended. For the control thread, after its barrier. */
    public final boolean isQuiet() {
        return !isInside() || !isAlive();
    }

    /** Returns whether the thread is alive, or a virtual thread is still inside; otherwise its lanes may be reused. */
    public final boolean isAlive() {
        // The order matters: once the first is false, no thread enters any more.
        return (!replaced && thread.isAlive()) || (carries() && isInside());
    }

    /** Returns whether virtual threads have written through this writer. */
    final boolean carries() {
        return occupantId != NOT_VIRTUAL;
    }

    /** Marks the writer of an ended thread as forgotten: only callers that have already found it still use it. */
    final void forget() {
        forgotten = true;
    }

    final boolean isForgotten() {
        return forgotten;
    }

    /** Records that the carrier uses another writer from now on. */
    final void leaveToOccupant() {
        replaced = true;
    }

    /**
     * Returns whether the thread has a lane in a session.
     *
     * @param slot slot of the session
     * @return true if its next event there needs no lane from the pool
     */
    public final boolean hasLane(final int slot) {
        return lanes[slot] != null;
    }

    /** Check whether the thread's name has changed, and store a new name for the readers of its lanes. */
    public final void checkName() {
        if (name.check()) {
            for (final LaneWriter first : lanes) {
                for (LaneWriter lane = first; lane != null; lane = lane.next()) {
                    lane.renameOwner(threadId, name);
                }
            }
        }
    }

    /** Returns whether the thread has a lane in any session. */
    final boolean hasLanes() {
        for (final LaneWriter lane : lanes) {
            if (lane != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Remove the thread's lanes in a session. Called by the control thread, while the thread is quiet and cannot enter
     * the session.
     *
     * @param slot slot of the session
     * @return the first of the lanes, linked by {@link LaneWriter#next}; null if it had none
     */
    public final @Nullable LaneWriter removeLanes(final int slot) {
        final LaneWriter first = lanes[slot];
        lanes[slot] = null;
        severalSlots = 0;
        return first;
    }

    /**
     * Returns a lane to write to.
     *
     * @param slot    slot of the session
     * @param claimed the lane whose claim is being committed, null if none is
     * @return a lane without a claim; null if there is none left
     */
    final @Nullable LaneWriter lane(final int slot, final @Nullable LaneWriter claimed) {
        final LaneWriter lane = lanes[slot];
        return lane != null && !lane.isClaimed() ? lane : takeLane(slot, claimed);
    }

    /** Returns whether a short record can be prepared in a lane of each session, which {@link #several} has then. */
    final boolean mayPrepare(final long slots, final int length) {
        if (slots != severalSlots && !findSeveral(slots)) {
            return false;
        }
        final LaneWriter[] side = several;
        final int count = severalCount;
        for (int i = 0; i < count; i++) {
            if (!side[i].mayPrepare(length)) {
                return false;
            }
        }
        return true;
    }

    /** Succeeds only if the thread has a lane in each session, and all lanes have the same clock. */
    private boolean findSeveral(final long slots) {
        severalSlots = 0;
        int count = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            final LaneWriter lane = lanes[Long.numberOfTrailingZeros(rest)];
            if (lane == null || !lane.isMapped()) {
                return false;
            }
            several[count++] = lane;
            if (lane.isByCounter() != several[0].isByCounter()) {
                return false;
            }
        }
        severalCount = count;
        severalSlots = slots;
        return true;
    }

    /** Makes the lane of the only session the last one, unless it is already, so that the short way uses it next. */
    final void findLast(final SessionLanes only) {
        if (isLastFree && only == lastSession) {
            return;
        }
        final LaneWriter lane = lane(only.slot(), null);
        // A lane left inconsistent by an error is repaired by its next attempt, which the short way omits.
        isLastFree = lane != null && lane.isMapped() && lane.isSettled();
        if (isLastFree) {
            lastLane = lane;
            lastSession = only;
        }
    }

    final boolean owns(final int slot, final LaneWriter claimed) {
        LaneWriter lane = lanes[slot];
        while (lane != null && lane != claimed) {
            lane = lane.next();
        }
        return lane != null;
    }

    /**
     * Returns how long to wait for room in the lanes of some slots. Lanes for which a wait has already been too long
     * are ignored. Writes inside a claim do not wait. Only inside a write.
     *
     * @param slots    slots of the sessions that want the event
     * @param waitedNs time that the write has waited
     * @param claimed  the lane whose claim is to be committed, null if none is
     * @return longest time to continue waiting, in nanoseconds; 0 if there is nothing to wait for
     */
    final long waitNs(final long slots, final long waitedNs, final @Nullable LaneWriter claimed) {
        long longestNs = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            // The order matters: once the current session is in the slot, no lane of a previous session is left.
            final SessionLanes session = threads.session(slot);
            final LaneWriter lane = lanes[slot];
            if (lane != null && session != null && lane.waits() && !lane.isClaimed() && session.waitBoundNs() > 0
                    && lane.isShort()) {
                final long leftNs = session.waitBoundNs() - waitedNs;
                if (leftNs <= 0) {
                    lane.waitedInVain();
                }
                longestNs = Math.max(longestNs, leftNs);
            }
        }
        return longestNs > 0 && hasClaimBeside(claimed) ? 0 : longestNs;
    }

    /** Returns whether a claim is open, in any session, except for the one that is to be committed. */
    private boolean hasClaimBeside(final @Nullable LaneWriter claimed) {
        for (final LaneWriter first : lanes) {
            for (LaneWriter lane = first; lane != null; lane = lane.next()) {
                if (lane != claimed && lane.isClaimed()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Close the claim that was being opened or closed. */
    final void settleClaim() {
        final LaneWriter lane = changing;
        if (isChanging && lane != null) {
            lane.abandonReservation();
            lane.unclaim();
            // A thread writes to the first of its lanes without a claim; if that changes, the lane has to be searched
            // again.
            isLastFree = lane == lastLane && lane.isSettled();
            isChanging = false;
        }
    }

    /** Returns the id of the calling thread if it is virtual; {@link #NOT_VIRTUAL} for the writer's own thread. */
    final long virtualId() {
        final Thread caller = Thread.currentThread();
        return caller == thread ? NOT_VIRTUAL : caller.getId();
    }

    /** Count an event for which there is no lane, and return its result. */
    final long lose(final int slot) {
        final SessionLanes session = threads.session(slot);
        return session == null ? WriteResult.NOT_WANTED : session.lose(System.nanoTime());
    }

    private @Nullable LaneWriter takeLane(final int slot, final @Nullable LaneWriter claimed) {
        if (isChanging && changing != claimed) {
            settleClaim();
        }
        LaneWriter last = null;
        for (LaneWriter lane = lanes[slot]; lane != null; lane = lane.next()) {
            if (!lane.isClaimed()) {
                return lane;
            }
            last = lane;
        }
        final SessionLanes session = threads.session(slot);
        if (session == null) {
            return null;
        }
        final LaneWriter lane = session.freeLanes() == 0 ? null : takeLane(slot, session, last);
        if (session.takeWake()) {
            StackRoom.require();
            threads.wakeControl();
        }
        return lane;
    }

    private @Nullable LaneWriter takeLane(final int slot, final SessionLanes session, final @Nullable LaneWriter last) {
        // An error between the pool and the next lines would lose the lane.
        StackRoom.require();
        final LaneWriter lane = session.take();
        if (lane != null) {
            lane.handOver(threadId, name);
            if (lane.waits()) {
                waits = true;
            }
            if (last == null) {
                lanes[slot] = lane;
            } else {
                last.next(lane);
            }
            if (KillPoint.ARMED) {
                KillPoint.LANE_HANDED_OVER.reached();
            }
        }
        return lane;
    }

    /**
     * Counts the attempt in a lane of each of some sessions, and puts these lanes into {@link #attempted}.
     *
     * @param claimed the lane whose claim is being committed, null if none is
     * @return number of these lanes
     */
    final int attempt(final long accepted, final @Nullable LaneWriter claimed) {
        unplaced = WriteResult.NOT_WANTED;
        clocks = 0;
        int count = 0;
        for (long rest = accepted; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final LaneWriter lane = claimed != null && owns(slot, claimed) ? claimed : lane(slot, claimed);
            if (lane == null) {
                unplaced += lose(slot);
            } else {
                lane.attempt();
                clocks |= lane.isByCounter() ? COUNTER : MONOTONIC;
                if (attempted[count] != lane) {
                    // Storing a reference costs a barrier, and it is mostly unchanged.
                    attempted[count] = lane;
                }
                attemptedSlots[count] = rest & -rest;
                count++;
            }
        }
        return count;
    }

    /** Reads each clock once, so that the records of an event have the same time in all sessions of a clock. */
    final void readClocks() {
        if ((clocks & MONOTONIC) != 0) {
            monotonicNs = System.nanoTime();
        }
        if ((clocks & COUNTER) != 0) {
            counterNs = TscClock.nanoTime();
        }
    }

    final long now(final LaneWriter lane) {
        return lane.isByCounter() ? counterNs : monotonicNs;
    }

    static long loseIn(final LaneWriter lane, final int outcome, final long now) {
        lane.lose(outcome, now);
        return ResultBits.ofOutcome(outcome);
    }
}
