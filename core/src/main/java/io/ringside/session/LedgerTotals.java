package io.ringside.session;

import java.util.List;

/**
 * The outcomes of the events that a session wanted, summed over lanes or processes. Every term is counted separately
 * and none is computed from the others, so {@link #isBalanced()} can be false, which then reveals an error. Immutable.
 * <p>
 * Each event that passes the session's other filters is either wanted or omitted by its rate filter, so {@link
 * #accepted()} is the total number of such events.
 *
 * @param wanted      events that the session wanted, after all its filters: the attempts.
 * @param delivered   events consumed by the session's drain.
 * @param overwritten events overwritten by newer ones in a session that drops the oldest; not lost.
 * @param inRing      events written and not yet consumed.
 * @param inFlight    events being written, at most one in each lane.
 * @param lost        lost events, by cause.
 * @param sampledOut  events omitted by sampling: not wanted, thus not lost.
 * @param overLimit   events omitted by rate limits: not wanted, thus not lost.
 */
public record LedgerTotals(
        long wanted, long delivered, long overwritten, long inRing, long inFlight, LossCounts lost, long sampledOut,
        long overLimit) {
    /** Totals without any event. */
    public static final LedgerTotals ZERO = new LedgerTotals(0, 0, 0, 0, 0, LossCounts.NONE);

    /**
     * Creates totals for a session whose rate filter has omitted no event.
     *
     * @param wanted      as above.
     * @param delivered   as above.
     * @param overwritten as above.
     * @param inRing      as above.
     * @param inFlight    as above.
     * @param lost        as above.
     */
    public LedgerTotals(final long wanted, final long delivered, final long overwritten, final long inRing,
            final long inFlight, final LossCounts lost) {
        this(wanted, delivered, overwritten, inRing, inFlight, lost, 0, 0);
    }

    /**
     * Adds totals, term by term.
     *
     * @param other totals.
     * @return the sum.
     */
    public LedgerTotals plus(final LedgerTotals other) {
        return new LedgerTotals(
                wanted + other.wanted,
                delivered + other.delivered,
                overwritten + other.overwritten,
                inRing + other.inRing,
                inFlight + other.inFlight,
                lost.plus(other.lost),
                sampledOut + other.sampledOut,
                overLimit + other.overLimit);
    }

    /** {@return the number of events omitted by rate filters: by sampling and by limits} */
    public long filteredByRate() {
        return sampledOut + overLimit;
    }

    /** {@return the number of events that passed all filters except rate filters: wanted, or omitted by these} */
    public long accepted() {
        return wanted + filteredByRate();
    }

    /** {@return true if every wanted event has exactly one outcome} */
    public boolean isBalanced() {
        return imbalance() == 0;
    }

    /** {@return wanted events minus outcomes: positive if an event is unaccounted for, negative if one counts twice} */
    public long imbalance() {
        return wanted - (delivered + overwritten + inRing + inFlight + lost.total());
    }

    /**
     * Snapshot of a session's ledger. Immutable.
     *
     * @param totals       totals over all processes, running and ended
     * @param settled      whether two reads of every lane were equal, so that the totals balance
     * @param finalReading whether the totals can no longer change
     * @param lanesInUse   lanes that are owned by a thread
     * @param problems     readable descriptions of files that could not be read and are missing in the totals, one for
     *                     each
     */
    public record Reading(LedgerTotals totals, boolean settled, boolean finalReading, int lanesInUse,
            List<String> problems) {
        /**
         * Copies the list.
         *
         * @param totals       totals over all processes, running and ended
         * @param settled      whether two reads of every lane were equal, so that the totals balance
         * @param finalReading whether the totals can no longer change
         * @param lanesInUse   lanes that are owned by a thread
         * @param problems     readable descriptions of files that could not be read and are missing in the totals, one
         *                     for each
         */
        public Reading {
            problems = List.copyOf(problems);
        }
    }
}
