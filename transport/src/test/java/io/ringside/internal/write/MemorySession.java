package io.ringside.internal.write;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.Losses;
import io.ringside.internal.lane.MemoryLane;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.lane.TakenLane;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;

/** A session whose lanes lie in memory: what threads write into it can be taken and counted. For one thread. */
public final class MemorySession implements LanelessCounter {
    private final SessionLanes pool;
    private final List<MemoryLane> lanes = new ArrayList<>();
    private final List<TakenLane> taken = new ArrayList<>();
    private long noLane;
    private long notAttached;
    private long lastTimeNs;

    MemorySession(final WriteOptions.Target identity, final int lanes, final int laneBytes,
            final SessionSettings.Overflow overflow) {
        pool = new SessionLanes(identity.slot(), identity.sessionId(), lanes, lanes == 0, this);
        for (int i = 0; i < lanes; i++) {
            // One on the heap, so that nothing depends on where the memory lies.
            add(i == 1
                    ? MemoryLane.heap(laneBytes, overflow)
                    : MemoryLane.direct(laneBytes, new Checkpoint(), overflow));
        }
    }

    private void add(final MemoryLane lane) {
        taken.add(new TakenLane(lane, lanes.size()));
        lanes.add(lane);
        pool.add(lane.writer());
    }

    /** The pool from which threads take its lanes. */
    public SessionLanes pool() {
        return pool;
    }

    /** All its lanes, in the order in which threads take them. */
    public List<MemoryLane> lanes() {
        return lanes;
    }

    /** What came out of a lane so far. */
    public TakenLane taken(final int lane) {
        return taken.get(lane);
    }

    /**
     * Take all that waits.
     *
     * @return all events that ever came out of the session, lane by lane
     */
    public List<TakenEvent> takeAll() {
        taken.forEach(TakenLane::takeAll);
        return taken.stream().flatMap(lane -> lane.events().stream()).toList();
    }

    /** All first values of payloads that came out of the session, lane by lane. */
    public List<Long> takeValues() {
        return takeAll().stream().map(TakenEvent::value).toList();
    }

    /** Events that the session wanted: attempts in lanes, and what found no lane. */
    public long wanted() {
        return lanes.stream().mapToLong(lane -> lane.ledger().attemptsAcquire()).sum() + noLane + notAttached;
    }

    /** Losses as the writers count them. */
    public long lost(final LossCause cause) {
        return switch (cause) {
            case NO_LANE -> noLane;
            case NOT_ATTACHED -> notAttached;
            default -> lanes.stream().mapToLong(lane -> lost(lane, cause)).sum();
        };
    }

    /** Losses of all causes. */
    public long lost() {
        long sum = 0;
        for (final LossCause cause : LossCause.values()) {
            sum += lost(cause);
        }
        return sum;
    }

    /** Time of the last loss without a lane. */
    public long lastTimeNs() {
        return lastTimeNs;
    }

    /** Takes what waits and checks that every event wanted came to exactly one thing. */
    public void assertBalanced() {
        final List<TakenEvent> events = takeAll();
        taken.forEach(TakenLane::assertBalanced);
        if (wanted() != events.size() + lost()) {
            throw new AssertionError("wanted=" + wanted() + ", taken=" + events.size() + ", lost=" + lost());
        }
    }

    /** What the control thread does at the session's end, and for the lanes of a thread that has ended. */
    void heal() {
        lanes.forEach(lane -> lane.writer().heal());
    }

    /** Take the lanes of a thread that has ended back. */
    void reclaim(final LaneWriter first) {
        LaneWriter lane = first;
        while (lane != null) {
            final LaneWriter next = lane.next();
            lane.next(null);
            lane.abandonReservation();
            lane.unclaim();
            lane.release();
            pool.add(lane);
            lane = next;
        }
    }

    @Override
    public void addNoLane(final int slot, final long timeNs) {
        checkSlot(slot);
        noLane++;
        lastTimeNs = timeNs;
    }

    @Override
    public void addNotAttached(final int slot, final long timeNs) {
        checkSlot(slot);
        notAttached++;
        lastTimeNs = timeNs;
    }

    private void checkSlot(final int slot) {
        if (slot != pool.slot()) {
            throw new AssertionError("slot=" + slot + ", expected=" + pool.slot());
        }
    }

    private static long lost(final MemoryLane lane, final LossCause cause) {
        final Losses losses = new Losses();
        if (!lane.ledger().loadLosses(losses)) {
            throw new AssertionError("losses change while nobody writes");
        }
        return switch (cause) {
            case FULL -> losses.full;
            case TOO_LARGE -> losses.tooLarge;
            case ERROR -> losses.error;
            default -> 0;
        };
    }
}
