package io.ringside.session;

import java.util.List;

/**
 * A session's ledger at one moment. Immutable.
 *
 * @param totals       over all processes, dead and alive
 * @param settled      whether every lane was read the same twice, so that the totals balance
 * @param finalReading whether no number changes any more
 * @param lanesInUse   lanes that have an owner now
 * @param problems     files that could not be read, whose numbers are missing: a line for each, for people
 */
public record LedgerReading(LedgerTotals totals, boolean settled, boolean finalReading, int lanesInUse,
        List<String> problems) {
    /**
     * Copies the list.
     *
     * @param totals over all processes, dead and alive
     * @param settled whether every lane was read the same twice, so that the totals balance
     * @param finalReading whether no number changes any more
     * @param lanesInUse lanes that have an owner now
     * @param problems files that could not be read, whose numbers are missing: a line for each, for people
     */
    public LedgerReading {
        problems = List.copyOf(problems);
    }
}
