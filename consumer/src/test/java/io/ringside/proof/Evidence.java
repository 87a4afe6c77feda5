package io.ringside.proof;

import java.util.List;

/**
 * What there is to be known of one session.
 *
 * @param name      of the session
 * @param level     that it wants
 * @param laneStart from which its lanes began to count
 * @param journals  of its drains, in their order: all but the last drain were killed
 * @param ledger    the final one
 */
record Evidence(String name, int level, long laneStart, List<Journal> journals, LedgerNumbers ledger) {
    /** Whether a drain may have been killed with events in its hand. */
    boolean wasDrainKilled() {
        return journals.size() > 1;
    }
}
