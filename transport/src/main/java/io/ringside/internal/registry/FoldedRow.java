package io.ringside.internal.registry;

import io.ringside.internal.files.Incarnation;
import io.ringside.session.LedgerTotals;
import java.util.Set;

/**
 * The totals of a session's ledgers that are gone, or about to be. Immutable.
 *
 * @param totals       of the session in these processes, with the losses that had no lane; nothing in rings or in
 *                     flight
 * @param incarnations whose ledger or page may still exist and is contained: sums must leave them out
 */
public record FoldedRow(LedgerTotals totals, Set<Incarnation> incarnations) {
    /** Nothing has been folded. */
    public static final FoldedRow EMPTY = new FoldedRow(LedgerTotals.ZERO, Set.of());

    /** Most incarnations of one fold: what a row has room for. */
    public static final int MAX_INCARNATIONS = 1024;

    /** Check the counts. */
    public FoldedRow {
        incarnations = Set.copyOf(incarnations);
        RowCheck.inRange("incarnations", incarnations.size(), 0, MAX_INCARNATIONS);
        RowCheck.inRange("inRing", totals.inRing(), 0, 0);
        RowCheck.inRange("inFlight", totals.inFlight(), 0, 0);
    }
}
