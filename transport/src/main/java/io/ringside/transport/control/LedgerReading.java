package io.ringside.transport.control;

import io.ringside.session.LedgerTotals;

/**
 * A session's ledger at one moment. Immutable.
 *
 * @param totals       over all processes, dead and alive
 * @param settled      whether every lane was read the same twice, so that the totals balance
 * @param finalReading whether no number changes any more
 * @param lanesInUse   lanes that have an owner now
 */
public record LedgerReading(LedgerTotals totals, boolean settled, boolean finalReading, int lanesInUse) {
    /** The same numbers, which may still change. */
    LedgerReading notFinal() {
        return new LedgerReading(totals, settled, false, lanesInUse);
    }
}
