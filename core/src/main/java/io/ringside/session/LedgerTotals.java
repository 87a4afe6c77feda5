package io.ringside.session;

import java.util.List;

/**
 * The outcome of the events that a session wanted, summed over lanes or processes. Every term is counted by itself and
 * none is the remainder of the others, so {@link #isBalanced()} can be false, which then shows an error. Immutable.
 * <p>
 * Each event that passes the session's other filters is either wanted or left out by its rate filter, so
 * {@link #accepted()} is the number of all of them.
 *
 * @param wanted      events that the session wanted, after all its filters: the attempts.
 * @param delivered   taken by the session's drain.
 * @param overwritten given up for newer ones by a session that drops the oldest; not lost.
 * @param inRing      written and not yet taken.
 * @param inFlight    being written, at most one in each lane.
 * @param lost        lost, by cause.
 * @param sampledOut  left out by the session's samples: not wanted, thus not lost.
 * @param overLimit   left out by the session's limits of the rate: not wanted, thus not lost.
 */
public record LedgerTotals(
        long wanted, long delivered, long overwritten, long inRing, long inFlight, LossCounts lost, long sampledOut,
        long overLimit) {
    /** Nothing was wanted. */
    public static final LedgerTotals ZERO = new LedgerTotals(0, 0, 0, 0, 0, LossCounts.NONE);

    /**
     * Totals of a session that no rate filter has left anything out of.
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
     * Adds, term by term.
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

    /** {@return events left out by rate filters: by samples and by limits} */
    public long filteredByRate() {
        return sampledOut + overLimit;
    }

    /** {@return events that passed all filters but those of the rate: wanted, or left out by these} */
    public long accepted() {
        return wanted + filteredByRate();
    }

    /** {@return true if every wanted event has exactly one outcome} */
    public boolean isBalanced() {
        return imbalance() == 0;
    }

    /** {@return wanted events less outcomes: positive if an event is unaccounted for, negative if one counts twice} */
    public long imbalance() {
        return wanted - (delivered + overwritten + inRing + inFlight + lost.total());
    }

    /**
     * A session's ledger at one moment. Immutable.
     *
     * @param totals       over all processes, dead and alive
     * @param settled      whether every lane was read the same twice, so that the totals balance
     * @param finalReading whether no number changes any more
     * @param lanesInUse   lanes that have an owner now
     * @param problems     files that could not be read, whose numbers are missing: a line for each, for people
     */
    public record Reading(LedgerTotals totals, boolean settled, boolean finalReading, int lanesInUse,
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
        public Reading {
            problems = List.copyOf(problems);
        }
    }
}
