package io.ringside.internal.merge;

import io.ringside.RingsideException;
import java.util.concurrent.TimeUnit;

/**
 * Time up to which the reader has everything that the lanes contain, as far as it can know. Never goes back. Not
 * thread-safe.
 * <p>
 * A turn consists of {@link #begin} with a clock that was read before any lane, {@link #observe} for each lane, and
 * {@link #end}. A lane is idle if the outcomes of all its attempts have been read. It cannot produce anything older
 * than that clock, because its next write reads the clock later. Any other lane cannot produce anything older than its
 * last event, or than the clock of the last turn that found it idle. If its writer is within a write, the watermark
 * waits for it no longer than the reorder window; if the reader has not read the rest of the lane, the watermark waits
 * for the reader.
 */
public final class Watermark {
    /** Default of the maximum time that a lane waits for others. */
    public static final long DEFAULT_REORDER_WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Tolerance: how far clocks read later may go back, and how late after a clock reading counts become visible. */
    public static final long CLOCK_SLACK_NS = TimeUnit.MICROSECONDS.toNanos(10);

    /** Bound of a lane about which nothing is known. */
    public static final long NULL_BOUND_NS = Long.MIN_VALUE;

    private final long reorderWindowNs;
    private long timeNs = Long.MIN_VALUE;
    private long idleNs;
    private long windowNs;
    private long leastNs;
    private long leastBehindNs;

    /**
     * Creates a watermark that is before all times.
     *
     * @param reorderWindowNs maximum time to wait for lanes; 0 to wait for none
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
     * @param nowNs session's clock in nanoseconds since 1970, read before any lane
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
     * @param boundNs result of this method for the lane in the previous turn, or a later time of an event of the lane
     *                read since then; {@link #NULL_BOUND_NS} if there is neither
     * @param idle    whether the outcomes of all attempts of the lane have been read, determined after the turn began
     * @param read    whether everything that the lane contained when the turn began has been read
     * @return the lane's bound: it cannot produce anything older
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

    /** End the turn. Returns the new watermark, in nanoseconds since 1970. */
    public long end() {
        timeNs = Math.max(timeNs, Math.min(leastBehindNs, Math.max(leastNs, windowNs)));
        return timeNs;
    }
}
