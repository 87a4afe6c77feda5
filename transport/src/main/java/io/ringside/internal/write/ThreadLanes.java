package io.ringside.internal.write;

import io.ringside.event.EventLimits;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.OwnerName;
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

    /**
     * The thread that writes here without a look at its lanes' room: null from the first lane on whose writes may wait.
     */
    @Nullable
    Thread direct;

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

    /** The same in the only session of a slot, if it is that: found faster if it was the last one. */
    final @Nullable LaneWriter laneOf(final @Nullable SessionLanes only, final int slot) {
        if (only == null) {
            return lane(slot, null);
        }
        return only == lastSession && isLastFree ? lastLane : onlyLane(only);
    }

    /** Whether a plain record of the caller's can be written here at once: nobody waits, or its room is there. */
    final boolean isDirect(final Thread caller, final DeclaredEvent event, final int length) {
        return direct == caller || (thread == caller && hasRoomInBlock(event, length));
    }

    private boolean hasRoomInBlock(final DeclaredEvent event, final int length) {
        final LaneWriter last = lastLane;
        return last != null && isLastFree && event.interest().only == lastSession && last.hasRoomInBlock(length);
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

    /** The lane to write to in an only session, to be found faster the next time; null if there is none left. */
    final @Nullable LaneWriter onlyLane(final SessionLanes only) {
        final LaneWriter lane = lane(only.slot(), null);
        // One that an error has left unsettled is healed by its next attempt, which the fast way leaves out.
        isLastFree = lane != null && lane.isMapped() && lane.isSettled();
        if (isLastFree) {
            lastLane = lane;
            lastSession = only;
        }
        return lane;
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

    /** Id of a virtual thread that writes here; {@link #NOT_VIRTUAL} for the writer's own thread. */
    final long virtualId(final Thread caller) {
        final long id = caller.getId();
        return id == threadId ? NOT_VIRTUAL : id;
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
                direct = null;
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
}
