package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.session.LedgerTotals;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A session's ledger, and the part of each process. Immutable.
 *
 * @param ledger    totals of all processes, including closed ones, which have no part any more
 * @param byProcess parts of the processes that have lanes or losses
 * @param whole     whether all files were readable; otherwise numbers are missing
 */
public record SessionParts(LedgerTotals.Reading ledger, Map<Incarnation, Part> byProcess, boolean whole) {
    /** Copies the map, preserving its order. */
    public SessionParts {
        byProcess = Collections.unmodifiableMap(new LinkedHashMap<>(byProcess));
    }

    /**
     * Part of one process in a session. Immutable.
     *
     * @param totals      totals of its lanes, and of events without a lane
     * @param lanes       number of lanes it has created
     * @param lanesInUse  number of lanes with an owner now
     * @param unreadBytes unread bytes in its rings; in overwrite mode, bytes contained in the rings
     * @param laneFill    unread fraction of the fullest lane, 0 to 1
     * @param oldestTicks time of the oldest event in its rings, in ticks of the session's clock; {@link Long#MAX_VALUE}
     *                    if there is none, or it was just taken
     * @param whole       whether all of its files were read; otherwise numbers are missing
     */
    public record Part(LedgerTotals totals, int lanes, int lanesInUse, long unreadBytes, double laneFill,
            long oldestTicks, boolean whole) {}
}
