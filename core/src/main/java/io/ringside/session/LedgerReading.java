package io.ringside.session;

import java.util.List;

/**
 * Snapshot of a session's ledger. Immutable.
 *
 * @param totals       totals over all processes, running and ended
 * @param settled      whether two reads of every lane were equal, so that the totals balance
 * @param finalReading whether the totals can no longer change
 * @param lanesInUse   lanes that are owned by a thread
 * @param problems     readable descriptions of files that could not be read and are missing in the totals, one for each
 */
public record LedgerReading(LedgerTotals totals, boolean settled, boolean finalReading, int lanesInUse,
        List<String> problems) {
    /**
     * Copies the list.
     *
     * @param totals       totals over all processes, running and ended
     * @param settled      whether two reads of every lane were equal, so that the totals balance
     * @param finalReading whether the totals can no longer change
     * @param lanesInUse   lanes that are owned by a thread
     * @param problems     readable descriptions of files that could not be read and are missing in the totals, one for
     *                     each
     */
    public LedgerReading {
        problems = List.copyOf(problems);
    }
}
