package io.ringside.cli.emit;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.write.WriteResult;

/**
 * Counts the results of writes. Used by one thread; other threads see the numbers of the last {@link #publish}, and all
 * of them after the thread has ended.
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
     * Counts a write.
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
     * Adds the counts of a thread that has ended.
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

    /** Publishes the current counts to other threads. */
    void publish() {
        publishedAttempted = attempted;
        publishedWritten = written;
    }

    /** Returns the number of calls up to the last {@link #publish}. Thread-safe. */
    long publishedAttempted() {
        return publishedAttempted;
    }

    /** Returns the number of events written up to the last {@link #publish}, summed over sessions. Thread-safe. */
    long publishedWritten() {
        return publishedWritten;
    }

    long attempted() {
        return attempted;
    }

    /** Returns the number of calls whose event no session wanted. */
    long disabled() {
        return disabled;
    }

    /** Returns the number of wanted events, summed over sessions. */
    long wanted() {
        return wanted;
    }

    /** Returns the number of written events, summed over sessions. */
    long written() {
        return written;
    }

    /** Returns the lost events by cause, summed over sessions. */
    LossCounts lost() {
        return LossCounts.of(lostByCause);
    }
}
