package io.ringside.internal.drain;

import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The access to a session's lanes that its end and a query need from the process that can read them. Thread-safe. */
public interface SessionLedgers {
    /**
     * Read the ledger: closed totals, ledgers and process pages together. Never waits. Final as far as the ledgers say:
     * a process that has not acknowledged the session's end may still count losses.
     *
     * @param session that has a row
     */
    LedgerTotals.Reading read(SessionRow session);

    /**
     * Whether nothing is left to be taken from an ending session: no drain holds its lock any more, and every ledger is
     * final or closed.
     *
     * @param session whose processes have all acknowledged its end, or are dead
     */
    boolean drained(SessionRow session);

    /**
     * Give up what is left of an ending session: under its drain lock everything unread is counted as discarded,
     * ledgers are made final and closed, and rings and ledgers are unlinked. Does nothing if a drain holds the
     * lock.
     *
     * @param session whose processes have all acknowledged its end, or are dead
     */
    void discardRest(SessionRow session);

    /**
     * Name the process that drains a session.
     *
     * @param session that has a row
     * @return who holds its drain lock, or is a recorder that will take it next, for people; null if nobody is
     */
    @Nullable
    String drainHolder(SessionRow session);

    /**
     * The name of the sink that the session's drain writes to.
     *
     * @param session that has a row
     * @return null if it has no drain, or one that keeps no totals of its own
     */
    @Nullable
    String sink(SessionRow session);

    /**
     * Up to which flush the drain of a session has continued in a new file.
     *
     * @param session that has a row
     * @return as {@link SessionRow#flushes()} counts; empty if there is no drain, or one without files to continue in
     */
    OptionalLong rolled(SessionRow session);
}
