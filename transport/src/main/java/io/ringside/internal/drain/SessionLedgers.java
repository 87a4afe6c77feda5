package io.ringside.internal.drain;

import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerReading;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The access to a session's lanes that its end and a query need from the process that can read them. Thread-safe. */
public interface SessionLedgers {
    /**
     * Read the ledger: aggregate, ledgers and process pages together. Never waits. Final as far as the ledgers say: a
     * process that has not acknowledged the session's end may still count losses.
     *
     * @param session that has a row
     */
    LedgerReading read(SessionRow session);

    /**
     * Whether nothing is left to be taken from an ending session: no drain holds its lock any more, and every ledger is
     * final or aggregated.
     *
     * @param session whose processes have all acknowledged its end, or are dead
     */
    boolean drained(SessionRow session);

    /**
     * Give up what is left of an ending session: under its drain lock everything unread is counted as discarded,
     * ledgers are made final and aggregated, and rings and ledgers are unlinked. Does nothing if a drain holds the
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
     * Name the sink that a session's drain writes to.
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
