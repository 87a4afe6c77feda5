package io.ringside.cli.emit;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.write.WriteResult;

/**
 * Counts what writes returned. For one thread; others see the numbers of the last {@link #publish}, and all of them
 * after the thread has ended.
 */
final class WriteTally {
    private static final LossCause[] CAUSES = LossCause.values();

    private final long[] lostByCause = new long[LossCause.count()];
    private volatile long publishedAttempted;
    private volatile long publishedWritten;
    private long attempted;
    private long disabled;
    private long wanted;
    private long written;

    /**
     * Count a write.
     *
     * @param result of the write
     */
    void add(final long result) {
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
    void add(final WriteTally other) {
        attempted += other.attempted;
        disabled += other.disabled;
        wanted += other.wanted;
        written += other.written;
        for (final LossCause cause : CAUSES) {
            lostByCause[cause.code()] += other.lostByCause[cause.code()];
        }
    }

    /** Lets other threads see how far this has come. */
    void publish() {
        publishedAttempted = attempted;
        publishedWritten = written;
    }

    /** Calls made up to the last {@link #publish}; for any thread. */
    long publishedAttempted() {
        return publishedAttempted;
    }

    /** Events written up to the last {@link #publish}, summed over sessions; for any thread. */
    long publishedWritten() {
        return publishedWritten;
    }

    /** Calls made. */
    long attempted() {
        return attempted;
    }

    /** Calls that no session wanted. */
    long disabled() {
        return disabled;
    }

    /** Events that sessions wanted, summed over sessions. */
    long wanted() {
        return wanted;
    }

    /** Events that sessions have, summed over sessions. */
    long written() {
        return written;
    }

    /** Events that sessions have lost, summed over sessions. */
    LossCounts lost() {
        return LossCounts.of(lostByCause);
    }
}
