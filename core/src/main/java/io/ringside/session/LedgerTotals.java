package io.ringside.session;

/**
 * What became of the events that a session wanted, summed over lanes or processes. Every term is counted by itself and
 * none is the remainder of the others, so {@link #isBalanced()} can be wrong, and then something is. Immutable.
 *
 * @param wanted      events that the session wanted, after all its filters: the attempts.
 * @param delivered   taken by the session's drain.
 * @param overwritten given up for newer ones by a session that drops the oldest; not lost.
 * @param inRing      written and not yet taken.
 * @param inFlight    being written, at most one in each lane.
 * @param lost        lost, by cause.
 */
public record LedgerTotals(
        long wanted, long delivered, long overwritten, long inRing, long inFlight, LossCounts lost) {
    /** Nothing was wanted. */
    public static final LedgerTotals ZERO = new LedgerTotals(0, 0, 0, 0, 0, LossCounts.NONE);

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
                lost.plus(other.lost));
    }

    /** {@return true if every wanted event has exactly one outcome} */
    public boolean isBalanced() {
        return imbalance() == 0;
    }

    /** {@return wanted events less outcomes: positive if an event is unaccounted for, negative if one counts twice} */
    public long imbalance() {
        return wanted - (delivered + overwritten + inRing + inFlight + lost.total());
    }
}
