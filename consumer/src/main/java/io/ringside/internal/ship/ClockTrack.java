package io.ringside.internal.ship;

import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.HostClock.Point;
import io.ringside.internal.registry.ClockPair;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Relates the clock of a host to the local clock, as NTP does: a probe leaves here and arrives there, the answer leaves
 * there and arrives here. The offset is the midpoint of the range that the four times allow; its error bound is half of
 * the time spent on the way. Of several answers, the one with the smallest bound is kept. An offset that contradicts
 * earlier ones is a jump: it is reported, and times are not interpolated across it. There is one track for each boot of
 * a host, however many recordings the host ships. Not thread-safe.
 */
final class ClockTrack {
    /** Number of answers of which the best one is kept. */
    static final int WINDOW = 16;
    /** A smaller window at the beginning and after a jump, because earlier events are related to its result. */
    private static final int FIRST_WINDOW = 4;

    /** A larger change between a host's clocks is a step of the wall clock, because Linux adjusts both alike. */
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Limit of valid times, far beyond any real clock, so that sums fit into a long. */
    private static final long TIME_MAX_NS = Long.MAX_VALUE / 4;

    private final String host;
    private final UUID bootId;
    private final Consumer<String> problems;
    private final List<Point> points = new ArrayList<>();
    /** Offset from the host's monotonic clock to its wall clock, in nanoseconds. */
    private long wallNs;
    /** The best answer since the last kept point; null if there is none. */
    private @Nullable Point best;
    private int answers;
    private long total;
    private @Nullable ClockPair lastLeft;
    private long lastNumber = -1;
    private boolean changed;

    /**
     * Creates a track, which continues earlier measurements.
     *
     * @param host     name of the host
     * @param bootId   boot id of the host's kernel
     * @param before   measurements of an earlier process; null if there are none
     * @param problems notified of jumps and steps
     */
    ClockTrack(final String host, final UUID bootId, final @Nullable HostClock before,
            final Consumer<String> problems) {
        this.host = host;
        this.bootId = bootId;
        this.problems = problems;
        if (before != null) {
            points.addAll(before.points());
            wallNs = before.aheadNs() + before.last().offsetNs();
        }
    }

    /**
     * Adds an answer.
     *
     * @param number     number of the probe; only one answer per probe is used, even if several senders of a host
     *                   answer
     * @param sentNs     time at which the probe left, in nanoseconds since 1970 by the local clock
     * @param receivedNs time at which the answer arrived, by the same clock
     * @return false if the answer is not usable, or impossible
     */
    boolean add(final LinkMessage.Answer answer, final long number, final long sentNs, final long receivedNs) {
        final long arrivedNs = answer.arrivedNs();
        final long leftNs = answer.left().monotonicNs();
        if (number <= lastNumber || Math.abs(arrivedNs) > TIME_MAX_NS || Math.abs(leftNs) > TIME_MAX_NS
                || arrivedNs == Long.MIN_VALUE || leftNs == Long.MIN_VALUE || leftNs < arrivedNs) {
            return false;
        }
        final long wayNs = receivedNs - sentNs - (leftNs - arrivedNs);
        if (wayNs < 0) {
            return false;
        }
        lastNumber = number;
        final long offsetNs = (sentNs - arrivedNs) / 2 + (receivedNs - leftNs) / 2;
        final Point point = new Point(arrivedNs + (leftNs - arrivedNs) / 2, offsetNs, wayNs / 2 + 1, false);
        final Point before = best == null ? lastPoint() : best;
        if (before != null && isOutOfOrder(point, before)) {
            return false;
        }
        noteStep(answer);
        add(point, before);
        return true;
    }

    /**
     * Whether a point is older than one added before. Of several senders of a host, one may see an earlier probe after
     * another sees a later one. Such an answer is older by the local clock, too, unless the host's clock went back.
     */
    private static boolean isOutOfOrder(final Point point, final Point before) {
        final long elapsedNs = point.hostNs() - before.hostNs();
        final long elapsedHereNs = elapsedNs + point.offsetNs() - before.offsetNs();
        return elapsedNs <= 0 && elapsedHereNs <= point.boundNs() + before.boundNs();
    }

    private void add(final Point point, final @Nullable Point before) {
        if (before == null) {
            begin(point);
            return;
        }
        final long elapsedNs = point.hostNs() - before.hostNs();
        if (elapsedNs <= 0) {
            // No kernel does this, so the earlier measurements are useless.
            problems.accept("monotonic clock of a host went back: host=" + host
                    + ", stepNs=" + elapsedNs + ": its clock is measured anew");
            points.clear();
            begin(point);
            return;
        }
        final long allowedNs = point.boundNs() + before.boundNs() + drift(elapsedNs);
        final long differenceNs = point.offsetNs() - before.offsetNs();
        if (Math.abs(differenceNs) > allowedNs) {
            problems.accept("clock of a host has jumped against the clock here: host=" + host
                    + ", jumpNs=" + differenceNs + ", boundNs=" + allowedNs
                    + ", withinNs=" + elapsedNs + ": events that were written in between may be out of order with those"
                    + " of other hosts; it was suspended, or the clock here was set");
            keepBest();
            begin(new Point(point.hostNs(), point.offsetNs(), point.boundNs(), true));
            return;
        }
        total++;
        answers++;
        final Point known = best;
        changed |= known == null || point.boundNs() <= known.boundNs();
        if (known == null) {
            best = point;
        } else if (point.boundNs() <= known.boundNs()) {
            best = new Point(point.hostNs(), point.offsetNs(), point.boundNs(), known.jumped());
        }
        if (answers >= (points.isEmpty() || (best != null && best.jumped()) ? FIRST_WINDOW : WINDOW)) {
            keepBest();
        }
    }

    private void begin(final Point point) {
        total++;
        changed = true;
        best = point;
        answers = 1;
    }

    private void keepBest() {
        final Point known = best;
        best = null;
        answers = 0;
        if (known != null && isOfUse(known)) {
            points.add(known);
            if (points.size() >= HostClock.POINTS_MAX - 1) {
                thin();
            }
        }
    }

    /**
     * Returns whether a point improves the track: its bound must not exceed the bound of the last point plus the
     * possible drift since then.
     */
    private boolean isOfUse(final Point point) {
        final Point last = lastPoint();
        return last == null || point.jumped()
                || point.boundNs() <= last.boundNs() + drift(point.hostNs() - last.hostNs());
    }

    private @Nullable Point lastPoint() {
        return points.isEmpty() ? null : points.get(points.size() - 1);
    }

    /** Removes every other point except those at jumps. */
    private void thin() {
        final List<Point> left = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            final boolean isAtJump = points.get(i).jumped() || (i + 1 < points.size() && points.get(i + 1).jumped());
            if (i % 2 == 0 || isAtJump || i == points.size() - 1) {
                left.add(points.get(i));
            }
        }
        // If the clock jumps all the time, only the newest points are kept.
        points.clear();
        points.addAll(left.subList(Math.max(0, left.size() - HostClock.POINTS_MAX + 2), left.size()));
    }

    private void noteStep(final LinkMessage.Answer answer) {
        final ClockPair now = answer.left();
        final ClockPair before = lastLeft;
        lastLeft = now;
        wallNs = now.wallNs() - now.monotonicNs();
        if (before == null) {
            return;
        }
        final long stepNs = now.wallNs() - now.monotonicNs() - (before.wallNs() - before.monotonicNs());
        if (Math.abs(stepNs) > STEP_NS) {
            problems.accept("wall clock of a host was set, or the host was suspended: host="
                    + host + ", stepNs=" + stepNs + ": times of its events do not change, as they follow the "
                    + "clock that was measured");
        }
    }

    /** Returns the host's clock; null before the first answer. */
    @Nullable
    HostClock clock() {
        final List<Point> all = new ArrayList<>(points);
        final Point known = best;
        if (known != null && isOfUse(known)) {
            all.add(known);
        }
        return all.isEmpty() ? null : new HostClock(bootId, wallNs, all);
    }

    /** Returns the host's clock if it has changed since the last call; null otherwise. */
    @Nullable
    HostClock takeChanged() {
        final boolean isNew = changed;
        changed = false;
        return isNew ? clock() : null;
    }

    /** Returns the number of answers that were used. */
    long answers() {
        return total;
    }

    private static long drift(final long ns) {
        return (long) (ns * HostClock.DRIFT_MAX);
    }
}
