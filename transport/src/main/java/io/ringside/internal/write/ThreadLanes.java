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
    /** Id of the virtual thread that writes where none does: the lane's owner writes for itself. */
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
     * Whether the thread is inside a write. Its methods below take the cheapest order; after an error it is cleared as
     * a field, which needs no room on a stack that may have overflowed.
     */
    volatile int busy;

    final WriterThreads threads;
    final Thread thread;

    /**
     * Lane whose claim is being opened or closed. An error leaves it here, and its claim is closed at the next
     * occasion: a field can be stored where the stack has no room left for calls.
     */
    @Nullable
    LaneWriter changing;
    /** Whether {@link #changing} is being changed; else it is what was last. */
    boolean isChanging;

    /** Whether writes may have to wait for room, from the first lane of a session that blocks on. */
    boolean waits;

    /** Only session of the thread's last short write or claim: it says whether {@link #lastLane} may be used. */
    @Nullable
    SessionLanes lastSession;
    /** Lane of the thread in {@link #lastSession}, found without a search. */
    @Nullable
    LaneWriter lastLane;
    /** Whether there is a {@link #lastLane}, without a claim. */
    boolean isLastFree;

    /**
     * First lanes of the thread in some sessions, side by side: found without a search by a write that the same
     * sessions want. A lane that is taken away empties {@link #severalSlots}, before another can be in its slot.
     */
    final LaneWriter[] several = new LaneWriter[EventLimits.SESSIONS_MAX];
    int severalCount;
    /** Slots of these sessions; 0 for none. */
    private long severalSlots;

    /** Lanes of the write under way. */
    final LaneWriter[] attempted = new LaneWriter[EventLimits.SESSIONS_MAX];
    /** Their slots, one bit each. */
    final long[] attemptedSlots = new long[EventLimits.SESSIONS_MAX];
    /** Results of the slots that have no lane for the write under way. */
    long unplaced;
    /** Clocks of the lanes of the write under way, and what they showed. */
    private int clocks;
    private long monotonicNs;
    private long counterNs;

    /** The virtual thread that has entered last; written by virtual threads only, outside all writes. */
    long occupantId = NOT_VIRTUAL;
    /** Whether the carrier has another writer, and only the occupant may still be inside of this one. */
    private volatile boolean replaced;
    private volatile boolean forgotten;

    final long threadId;
    private final OwnerName name;
    /** First lane of the thread by slot; a claimed lane's successor takes what is written inside the claim. */
    private final @Nullable LaneWriter[] lanes = new @Nullable LaneWriter[EventLimits.SESSIONS_MAX];

    ThreadLanes(final WriterThreads threads, final Thread thread) {
        this.threads = threads;
        this.thread = thread;
        this.threadId = thread.getId();
        this.name = new OwnerName(thread);
    }

    /**
     * Enter a write. The store is ordered before the loads that follow for the compiler only; for the processor the
     * control thread pays, with the barrier of a session's end.
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

    /** Whether the calling thread is inside a write through this writer, in a buffer of its own. */
    final boolean isInsideOf(final Thread caller) {
        return isInside() && (thread == caller || occupantId == caller.getId());
    }

    /** Whether the thread is outside all writes, or has ended. For the control thread, after its barrier. */
    public final boolean isQuiet() {
        return !isInside() || !isAlive();
    }

    /** Whether its thread lives, or a virtual thread has not come out: else its lanes may go to others. */
    public final boolean isAlive() {
        // In this order: after the first nobody enters any more.
        return (!replaced && thread.isAlive()) || (carries() && isInside());
    }

    /** Whether virtual threads have written through it. */
    final boolean carries() {
        return occupantId != NOT_VIRTUAL;
    }

    /** Its thread has ended, and nobody knows of it any more but who has found it before. */
    final void forget() {
        forgotten = true;
    }

    final boolean isForgotten() {
        return forgotten;
    }

    /** From now on the carrier uses another writer. */
    final void leaveToOccupant() {
        replaced = true;
    }

    /**
     * Whether the thread has a lane in a session.
     *
     * @param slot of the session
     * @return true if its next event there needs no lane from the pool
     */
    public final boolean hasLane(final int slot) {
        return lanes[slot] != null;
    }

    /** Look whether the thread has another name now, and store that for the readers of its lanes. */
    public final void checkName() {
        if (name.check()) {
            for (final LaneWriter first : lanes) {
                for (LaneWriter lane = first; lane != null; lane = lane.next()) {
                    lane.renameOwner(threadId, name);
                }
            }
        }
    }

    /** Whether the thread has lanes in any session. */
    final boolean hasLanes() {
        for (final LaneWriter lane : lanes) {
            if (lane != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Take the thread's lanes in a session away. For the control thread, while the thread is quiet and cannot enter the
     * session.
     *
     * @param slot of the session
     * @return the first of the lanes, linked by {@link LaneWriter#next}; null if it had none
     */
    public final @Nullable LaneWriter removeLanes(final int slot) {
        final LaneWriter first = lanes[slot];
        lanes[slot] = null;
        severalSlots = 0;
        return first;
    }

    /**
     * A lane to write to.
     *
     * @param slot    of the session
     * @param claimed the lane whose claim is being committed, null if none is
     * @return a lane without a claim; null if there is none left
     */
    final @Nullable LaneWriter lane(final int slot, final @Nullable LaneWriter claimed) {
        final LaneWriter lane = lanes[slot];
        return lane != null && !lane.isClaimed() ? lane : takeLane(slot, claimed);
    }

    /** Whether a short record can be prepared in a lane of each of some sessions, which are {@link #several} then. */
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

    /** Only if each has a lane, and all have one clock. */
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

    /** Finds the lane to write to in an only session, if it is not the last one: the short way uses it from then on. */
    final void findLast(final SessionLanes only) {
        if (isLastFree && only == lastSession) {
            return;
        }
        final LaneWriter lane = lane(only.slot(), null);
        // One that an error has left unsettled is healed by its next attempt, which the fast way leaves out.
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
     * Returns how long to wait for room in the lanes of some slots. Lanes for which a wait has been too long count no
     * more. Writes inside a claim do not wait. Only inside a write.
     *
     * @param slots    that an event wants
     * @param waitedNs how long it has waited
     * @param claimed  the lane whose claim is to be committed, null if none is
     * @return longest time to continue waiting, in nanoseconds; 0 if there is nothing to wait for
     */
    final long waitNs(final long slots, final long waitedNs, final @Nullable LaneWriter claimed) {
        long longestNs = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            // In this order: after a session that is in the slot now, there is no lane of one that has left it.
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

    /** Whether a claim is open but for the one that is to be committed: in whatever session, as all of them wait. */
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
            // A thread writes the first of its lanes that has no claim: if that is another one, it is to be found
            // again.
            isLastFree = lane == lastLane && lane.isSettled();
            isChanging = false;
        }
    }

    /** Id of the calling thread, if it is a virtual one; {@link #NOT_VIRTUAL} for the writer's own thread. */
    final long virtualId() {
        final Thread caller = Thread.currentThread();
        return caller == thread ? NOT_VIRTUAL : caller.getId();
    }

    /** Count an event that finds no lane and give its result. */
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
        // Between the pool and here a lane would be lost.
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
     * Counts the attempt in a lane of each of some sessions; {@link #attempted} has these lanes then.
     *
     * @param claimed the lane whose claim is being committed, null if none is
     * @return their number
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
                    // A store of a reference costs a barrier, and mostly it is the same.
                    attempted[count] = lane;
                }
                attemptedSlots[count] = rest & -rest;
                count++;
            }
        }
        return count;
    }

    /** One reading for all sessions of a clock: their records of an event have the same time. */
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
