package io.ringside.internal.merge;

import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes the heads of many lanes in the order of their times, as far as a watermark: the head of each lane is compared
 * and nothing after it, so the order of a lane never breaks, whatever its times are. Equal times go by process, lane
 * and position. Not thread-safe.
 * <p>
 * A head that is older than one that was taken before is taken at once: lanes that are offered later, or a watermark
 * that was wrong, cost the order and no event. Allocates nothing once it has seen the most lanes at a time.
 */
public final class LaneMerge {
    private final PriorityQueue<MergeLane> lanes = new PriorityQueue<>(LaneMerge::compare);

    /**
     * Let a lane take part that has a head, and had none when it was asked last.
     *
     * @param lane with a head; it leaves by itself when it has none any more
     */
    public void offer(final MergeLane lane) {
        lanes.add(lane);
    }

    /**
     * Let lanes no longer take part.
     *
     * @param gone whether a lane is to leave
     */
    public void removeIf(final Predicate<MergeLane> gone) {
        lanes.removeIf(gone);
    }

    /**
     * Take everything that lanes have, due or not, and let them no longer take part.
     *
     * @param ending whether a lane is one of these
     */
    public void takeAll(final Predicate<MergeLane> ending) {
        for (final Iterator<MergeLane> each = lanes.iterator(); each.hasNext();) {
            final MergeLane lane = each.next();
            if (ending.test(lane)) {
                each.remove();
                while (lane.hasHead()) {
                    lane.takeHead();
                }
            }
        }
    }

    /** Whether no lane has a head. */
    public boolean isEmpty() {
        return lanes.isEmpty();
    }

    /** Time of the least head, in nanoseconds since 1970; the greatest value if there is none. */
    long leastNs() {
        final MergeLane least = lanes.peek();
        return least == null ? Long.MAX_VALUE : least.headTimeNs();
    }

    /**
     * Take heads that are due.
     *
     * @param watermarkNs up to which, and including it, heads are due, in nanoseconds since 1970
     * @param eventLimit  most events to take
     * @return events taken
     */
    public int poll(final long watermarkNs, final int eventLimit) {
        int events = 0;
        while (events < eventLimit) {
            final MergeLane least = lanes.peek();
            if (least == null || least.headTimeNs() > watermarkNs) {
                break;
            }
            lanes.poll();
            events += takeRun(least, lanes.peek(), watermarkNs, eventLimit - events);
        }
        return events;
    }

    /** A lane that has left the queue is taken from as long as it stays ahead: most events need no queue at all. */
    private int takeRun(final MergeLane lane, final @Nullable MergeLane next, final long watermarkNs,
            final int eventLimit) {
        try {
            return lane.takeRun(next == null ? watermarkNs : Math.min(watermarkNs, lastAhead(lane, next)), eventLimit);
        } finally {
            if (lane.hasHead()) {
                lanes.add(lane);
            }
        }
    }

    /** Up to which time heads of a lane stay ahead of another lane's head. */
    private static long lastAhead(final MergeLane lane, final MergeLane next) {
        final long timeNs = next.headTimeNs();
        return timeNs == Long.MIN_VALUE || compareLanes(lane, next) < 0 ? timeNs : timeNs - 1;
    }

    private static int compare(final MergeLane left, final MergeLane right) {
        final int byTime = Long.compare(left.headTimeNs(), right.headTimeNs());
        return byTime != 0 ? byTime : compareLanes(left, right);
    }

    private static int compareLanes(final MergeLane left, final MergeLane right) {
        final int byMost = Long.compare(left.process().most(), right.process().most());
        final int byProcess = byMost != 0 ? byMost : Long.compare(left.process().least(), right.process().least());
        return byProcess != 0 ? byProcess : Integer.compare(left.index(), right.index());
    }
}
