package io.ringside.internal.drain;

import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Access to a session's lanes, for ending a session and for queries, in a process that can read them. Thread-safe. */
public interface SessionLedgers {
    /**
     * Read the ledger: closed totals, ledgers and process pages together. Never blocks. The result may be marked as
     * final although a process that has not acknowledged the session's end may still count losses.
     *
     * @param session session with a session file
     */
    LedgerTotals.Reading read(SessionRow session);

    /**
     * Returns whether an ending session has been drained completely: no drain holds its lock any more, and every ledger
     * is final or closed.
     *
     * @param session session whose processes have all acknowledged its end, or are dead
     */
    boolean drained(SessionRow session);

    /**
     * Discard the remaining events of an ending session: under its drain lock, all unread events are counted as
     * discarded, ledgers are made final and closed, and rings and ledgers are unlinked. Does nothing if a drain holds
     * the lock.
     *
     * @param session session whose processes have all acknowledged its end, or are dead
     */
    void discardRest(SessionRow session);

    /**
     * Describe the process that drains a session.
     *
     * @param session session with a session file
     * @return description of the holder of its drain lock, or of a recorder that will acquire it next; null if there is
     *         neither
     */
    @Nullable
    String drainHolder(SessionRow session);

    /**
     * Returns the name of the sink that the session's drain writes to.
     *
     * @param session session with a session file
     * @return the name; null if there is no drain, or its sink has no totals of its own
     */
    @Nullable
    String sink(SessionRow session);

    /**
     * Returns the flush up to which the drain of a session has continued in a new file.
     *
     * @param session session with a session file
     * @return number as in {@link SessionRow#flushes()}; empty if there is no drain, or it does not begin files
     */
    OptionalLong rolled(SessionRow session);
}
