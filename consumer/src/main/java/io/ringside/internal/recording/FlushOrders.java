package io.ringside.internal.recording;

import io.ringside.internal.registry.SessionRow;
import java.util.concurrent.TimeUnit;

/** The requests of controllers to a recorder to append everything that was written up to now. Not thread-safe. */
public final class FlushOrders {
    /** Longest time for which a flush has every turn of the drain appended. */
    private static final long FLUSH_NS = TimeUnit.SECONDS.toNanos(1);

    private long seen;
    private long untilNs;
    private boolean waiting;

    public FlushOrders(final SessionRow session) {
        this.seen = session.flushes();
    }

    /** The last one that was seen. */
    public long seen() {
        return seen;
    }

    /** Whether one is being followed. */
    public boolean areWaiting() {
        return waiting;
    }

    /** Reads the session's row as the drain has just read it. */
    public void look(final SessionRow session, final long nowNs) {
        if (session.flushes() != seen) {
            seen = session.flushes();
            untilNs = nowNs + FLUSH_NS;
            waiting = true;
        }
    }

    /** Whether what was in the lanes when a flush was asked for has been taken, and by now appended. */
    public boolean endWith(final int chunks, final long nowNs) {
        final boolean isEnd = waiting && !(chunks > 0 && nowNs - untilNs < 0);
        waiting &= !isEnd;
        return isEnd;
    }
}
