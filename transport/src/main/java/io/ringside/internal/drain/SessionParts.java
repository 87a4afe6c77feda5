package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.session.LedgerTotals;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A session's ledger, and what each process has of it. Immutable.
 *
 * @param ledger    of all processes, those included that have been closed and have no part any more
 * @param byProcess parts of the processes that have lanes or losses
 * @param whole     whether no file was unreadable: else numbers are missing
 */
public record SessionParts(LedgerTotals.Reading ledger, Map<Incarnation, Part> byProcess, boolean whole) {
    /** Copy the map, in its order. */
    public SessionParts {
        byProcess = Collections.unmodifiableMap(new LinkedHashMap<>(byProcess));
    }

    /**
     * The share of one process in a session. Immutable.
     *
     * @param totals      of its lanes, and of events that had no lane
     * @param lanes       that it has made
     * @param lanesInUse  lanes that have an owner now
     * @param unreadBytes bytes of rings that are yet to be taken; in overwrite mode, bytes that the rings hold
     * @param laneFill    share of the fullest lane that is yet to be taken, 0 to 1
     * @param oldestTicks time of the oldest event in its rings, in ticks of the session's clock; {@link Long#MAX_VALUE}
     *                    if there is none, or it was taken at that moment
     * @param whole       whether all of its files were read: else numbers are missing
     */
    public record Part(LedgerTotals totals, int lanes, int lanesInUse, long unreadBytes, double laneFill,
            long oldestTicks, boolean whole) {}
}
