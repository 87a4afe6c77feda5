package io.ringside.internal.merge;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * The order of time for the lanes of all sources that share it, sessions and recordings. It takes the heads of lanes in
 * the order of their times, up to a watermark; equal times are ordered by process, lane and position. Not thread-safe.
 * <p>
 * A head older than one taken before is taken at once: lanes that are offered late, or a wrong watermark, break the
 * order but lose no event. Does not allocate once it has reached its maximum number of simultaneous lanes.
 */
public final class TimeOrder {
    /** Maximum number of events chosen before they are delivered. It bounds the number of stored runs. */
    private static final int MOST_CHOSEN = 4096;

    private final PriorityQueue<OrderedLane> lanes = new PriorityQueue<>(OrderedLane::compare);
    private final ChosenRuns chosen = new ChosenRuns();
    private final LateEvents late = new LateEvents();

    /**
     * Add a batch to the order.
     *
     * @param lane  lane of the batch
     * @param batch batch that follows the lane's waiting batches
     */
    public void add(final OrderedLane lane, final TimedBatch batch) {
        if (lane.add(batch)) {
            lanes.add(lane);
        }
    }

    /** Returns the counter of events that are delivered after a younger event of any source. */
    public LateEvents late() {
        return late;
    }

    /**
     * Deliver the events and gaps that are due. Throws only exceptions of the receivers; the next call then delivers
     * the rest.
     *
     * @param watermarkNs time up to and including which heads are due, in nanoseconds since 1970
     * @param eventLimit  maximum number of events to take
     * @return the number of events taken
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
            // A lane that has left the queue stays the source while its heads come first: most events need no queue
            // operation.
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

    /** Commit and deliver the events chosen so far, before anything else is delivered. */
    public void deliverChosen() {
        if (!chosen.isEmpty()) {
            chosen.flush();
        }
    }

    /**
     * Deliver everything in some lanes, due or not, and remove these lanes from the order.
     *
     * @param ending selects these lanes
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
     * Deliver everything in the lanes in order of time, due or not, except for some lanes, which keep their events.
     *
     * @param keeping selects the lanes that keep their events
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
     * Remove lanes from the order.
     *
     * @param gone selects the lanes to remove
     */
    public void removeIf(final Predicate<OrderedLane> gone) {
        lanes.removeIf(gone);
    }

    /**
     * Returns the time up to which everything was delivered, except for late events.
     *
     * @param watermarkNs watermark of the last poll
     * @return nanoseconds since 1970, not after the watermark
     */
    public long mergedNs(final long watermarkNs) {
        final OrderedLane least = lanes.peek();
        return least == null || least.headTimeNs() > watermarkNs
                ? watermarkNs
                : Math.max(least.headTimeNs(), Long.MIN_VALUE + 1) - 1;
    }

    /** Returns whether no lane waits. */
    public boolean isEmpty() {
        return lanes.isEmpty() && chosen.isEmpty();
    }
}
