package io.ringside.cli.emit;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.write.WriteResult;

/**
 * What writes came to, as they themselves have said. Written by one thread; what another thread sees of
 * {@link #attempted} is for progress only.
 */
public final class WriteTally {
    private static final LossCause[] CAUSES = LossCause.values();

    private final long[] lostByCause = new long[LossCause.count()];
    private volatile long published;
    private long attempted;
    private long disabled;
    private long wanted;
    private long written;

    /** Nothing was written. */
    public WriteTally() {
        // See the fields.
    }

    /**
     * Count a write.
     *
     * @param result of the write
     */
    public void add(final long result) {
        attempted++;
        if (WriteResult.wanted(result) == 0) {
            disabled++;
            return;
        }
        wanted += WriteResult.wanted(result);
        written += WriteResult.written(result);
        if (WriteResult.lost(result) > 0) {
            for (final LossCause cause : CAUSES) {
                lostByCause[cause.code()] += WriteResult.lost(result, cause);
            }
        }
    }

    /**
     * Add what another thread has counted, and counts no more.
     *
     * @param other tally
     */
    public void add(final WriteTally other) {
        attempted += other.attempted;
        disabled += other.disabled;
        wanted += other.wanted;
        written += other.written;
        for (final LossCause cause : CAUSES) {
            lostByCause[cause.code()] += other.lostByCause[cause.code()];
        }
    }

    /** Let other threads see how far this has come. */
    public void publish() {
        published = attempted;
    }

    /** Calls made up to the last {@link #publish}; by any thread. */
    public long published() {
        return published;
    }

    /** Calls made. */
    public long attempted() {
        return attempted;
    }

    /** Calls that no session wanted. */
    public long disabled() {
        return disabled;
    }

    /** Events that sessions wanted, summed over sessions. */
    public long wanted() {
        return wanted;
    }

    /** Events that sessions have, summed over sessions. */
    public long written() {
        return written;
    }

    /** Events that sessions have lost, summed over sessions. */
    public LossCounts lost() {
        return LossCounts.of(lostByCause);
    }
}
