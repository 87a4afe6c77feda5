package io.ringside.internal.merge;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * One order of time for the lanes of all sources that share it, sessions and recordings. It takes the heads of lanes in
 * the order of their times, as far as a watermark; equal times go by process, lane and position. Not thread-safe.
 * <p>
 * A head that is older than one that was taken before is taken at once: lanes that are offered later, or a watermark
 * that was wrong, cost the order and no event. Allocates nothing once it has seen the most lanes at a time.
 */
public final class TimeOrder {
    /** Events that are chosen at a time before they are delivered, which bounds the runs that are kept. */
    private static final int MOST_CHOSEN = 4096;

    private final PriorityQueue<OrderedLane> lanes = new PriorityQueue<>(OrderedLane::compare);
    private final ChosenRuns chosen = new ChosenRuns();
    private final LateEvents late = new LateEvents();

    /**
     * Let a batch take part.
     *
     * @param lane  that it is of
     * @param batch after those of the lane that wait already
     */
    public void add(final OrderedLane lane, final TimedBatch batch) {
        if (lane.add(batch)) {
            lanes.add(lane);
        }
    }

    /** Which events come out after a younger one of any source. */
    public LateEvents late() {
        return late;
    }

    /**
     * Deliver what is due. Throws nothing but what the receivers throw: then the next call delivers the rest.
     *
     * @param watermarkNs up to which, and including it, heads are due, in nanoseconds since 1970
     * @param eventLimit  most events to take
     * @return events taken
     */
    public int poll(final long watermarkNs, final int eventLimit) {
        deliverChosen();
        int events = 0;
        while (events < eventLimit) {
            final int taken = choose(watermarkNs, Math.min(eventLimit - events, MOST_CHOSEN));
            if (chosen.isEmpty()) {
                break;
            }
            events += taken;
            chosen.flush();
        }
        return events;
    }

    private int choose(final long watermarkNs, final int eventLimit) {
        int events = 0;
        while (events < eventLimit) {
            final OrderedLane least = lanes.peek();
            if (least == null || least.headTimeNs() > watermarkNs) {
                break;
            }
            // A lane that has left the queue is taken from as long as it stays ahead: most events need no queue at all.
            lanes.poll();
            final OrderedLane next = lanes.peek();
            events += least.choose(next == null ? watermarkNs : Math.min(watermarkNs, least.lastAheadNs(next)),
                    eventLimit - events, chosen);
            if (least.hasHead()) {
                lanes.add(least);
            }
        }
        return events;
    }

    /** Commit and deliver what was chosen up to now, before anything else is delivered. */
    public void deliverChosen() {
        if (!chosen.isEmpty()) {
            chosen.flush();
        }
    }

    /**
     * Deliver everything that lanes have, due or not, and let them no longer take part.
     *
     * @param ending whether a lane is one of these
     */
    public void deliverAll(final Predicate<OrderedLane> ending) {
        deliverChosen();
        for (final Iterator<OrderedLane> each = lanes.iterator(); each.hasNext();) {
            final OrderedLane lane = each.next();
            if (ending.test(lane)) {
                each.remove();
                while (lane.hasHead()) {
                    lane.choose(Long.MAX_VALUE, Integer.MAX_VALUE, chosen);
                }
            }
        }
        deliverChosen();
    }

    /**
     * Deliver in the order of time everything that lanes have, due or not, but for some lanes, which keep what they
     * have.
     *
     * @param keeping whether a lane is one of these
     */
    public void deliverAllBut(final Predicate<OrderedLane> keeping) {
        deliverChosen();
        final List<OrderedLane> kept = new ArrayList<>();
        lanes.removeIf(lane -> keeping.test(lane) && kept.add(lane));
        try {
            poll(Long.MAX_VALUE, Integer.MAX_VALUE);
        } finally {
            lanes.addAll(kept);
        }
    }

    /**
     * Let lanes no longer take part.
     *
     * @param gone whether a lane is to leave
     */
    public void removeIf(final Predicate<OrderedLane> gone) {
        lanes.removeIf(gone);
    }

    /**
     * Up to when everything was delivered but for late events.
     *
     * @param watermarkNs that was polled to last
     * @return nanoseconds since 1970, not after the watermark
     */
    public long mergedNs(final long watermarkNs) {
        final OrderedLane least = lanes.peek();
        return least == null || least.headTimeNs() > watermarkNs
                ? watermarkNs
                : Math.max(least.headTimeNs(), Long.MIN_VALUE + 1) - 1;
    }

    /** Whether nothing waits for its turn. */
    public boolean isEmpty() {
        return lanes.isEmpty() && chosen.isEmpty();
    }
}
