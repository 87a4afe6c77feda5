package io.ringside.internal.merge;

import io.ringside.RingsideException;
import java.util.concurrent.TimeUnit;

/**
 * The time up to which all lanes have reported everything, as far as their reader can know. Never goes back. Not
 * thread-safe.
 * <p>
 * A turn is {@link #begin} with a clock that was read before any lane, {@link #observe} for each lane, and
 * {@link #end}. A lane whose every attempt has an outcome that was read cannot bring anything older than that clock:
 * what it writes next reads its own clock later. Any other lane cannot bring anything older than its last event, or
 * than the clock of the last turn that found it idle. If that is because its writer is within a write, it is waited for
 * no longer than the reorder window; if it is because the reader has not read on, the reader waits for itself.
 */
public final class Watermark {
    /** Default time for which a lane waits for others. */
    public static final long DEFAULT_REORDER_WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Most that a clock that was read later may show less, and a count be seen after the clock that follows it. */
    public static final long CLOCK_SLACK_NS = TimeUnit.MICROSECONDS.toNanos(10);

    /** A lane of which nothing is known. */
    public static final long NULL_BOUND_NS = Long.MIN_VALUE;

    private final long reorderWindowNs;
    private long timeNs = Long.MIN_VALUE;
    private long idleNs;
    private long windowNs;
    private long leastNs;
    private long leastBehindNs;

    /**
     * A watermark that is before everything.
     *
     * @param reorderWindowNs longest time that lanes are waited for, 0 to wait for none
     */
    public Watermark(final long reorderWindowNs) {
        if (reorderWindowNs < 0) {
            throw RingsideException.invalidArgument("window must not be negative: reorderWindowNs=" + reorderWindowNs);
        }
        this.reorderWindowNs = reorderWindowNs;
    }

    /**
     * Begin a turn.
     *
     * @param nowNs of the session's clock in nanoseconds since 1970, read before any lane was
     */
    public void begin(final long nowNs) {
        idleNs = nowNs - CLOCK_SLACK_NS;
        leastNs = idleNs;
        leastBehindNs = Long.MAX_VALUE;
        windowNs = nowNs - reorderWindowNs;
    }

    /**
     * Take a lane into account.
     *
     * @param boundNs what this gave for the lane in the turn before, or a later time of an event of the lane that was
     *                read since; {@link #NULL_BOUND_NS} if there is neither
     * @param idle    whether every attempt of the lane has an outcome that was read, asked for after the turn began
     * @param read    whether everything was read that the lane held when the turn began
     * @return the lane cannot bring anything older than this
     */
    public long observe(final long boundNs, final boolean idle, final boolean read) {
        final long bound = idle ? Math.max(boundNs, idleNs) : boundNs;
        if (idle || read) {
            leastNs = Math.min(leastNs, bound);
        } else {
            leastBehindNs = Math.min(leastBehindNs, bound);
        }
        return bound;
    }

    /** End the turn: the watermark from here on, in nanoseconds since 1970. */
    public long end() {
        timeNs = Math.max(timeNs, Math.min(leastBehindNs, Math.max(leastNs, windowNs)));
        return timeNs;
    }
}
