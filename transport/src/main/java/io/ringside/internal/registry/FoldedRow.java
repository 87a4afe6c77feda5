package io.ringside.internal.registry;

import io.ringside.internal.files.Incarnation;
import io.ringside.session.LedgerTotals;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The totals of a session's ledgers that are gone, or about to be. Immutable.
 *
 * @param totals   of the session in these processes, with the losses that had no lane; nothing in rings or in flight
 * @param laneless losses without a lane that the totals contain, by incarnation, as long as its ledger or page may
 *                 exist. Sums must leave out such ledgers, and these losses of such pages
 */
public record FoldedRow(LedgerTotals totals, Map<Incarnation, Laneless> laneless) {
    /** Nothing has been closed. */
    public static final FoldedRow EMPTY = new FoldedRow(LedgerTotals.ZERO, Map.of());

    /** Most incarnations of closed totals: what a row has room for. */
    public static final int MAX_INCARNATIONS = 1024;

    /**
     * Losses without a lane of one process.
     *
     * @param noLane      lost because the thread got no lane
     * @param notAttached lost because the process was not attached
     */
    public record Laneless(long noLane, long notAttached) {
        /** Nothing was lost. */
        public static final Laneless NONE = new Laneless(0, 0);

        /** Check the counts. */
        public Laneless {
            RowCheck.inRange("noLane", noLane, 0, Long.MAX_VALUE);
            RowCheck.inRange("notAttached", notAttached, 0, Long.MAX_VALUE);
        }

        /**
         * The losses that a process counts.
         *
         * @param losses of its page
         */
        public static Laneless of(final LanelessLosses losses) {
            return new Laneless(losses.noLane(), losses.notAttached());
        }

        /**
         * Returns the losses of each cause that others do not contain.
         *
         * @param others to be left out
         */
        public Laneless beyond(final Laneless others) {
            return new Laneless(Math.max(0, noLane - others.noLane), Math.max(0, notAttached - others.notAttached));
        }

        /**
         * The larger count of each cause.
         *
         * @param others to compare with
         */
        public Laneless max(final Laneless others) {
            return new Laneless(Math.max(noLane, others.noLane), Math.max(notAttached, others.notAttached));
        }
    }

    /** Check the counts. */
    public FoldedRow {
        laneless = Map.copyOf(laneless);
        RowCheck.inRange("incarnations", laneless.size(), 0, MAX_INCARNATIONS);
        RowCheck.inRange("inRing", totals.inRing(), 0, 0);
        RowCheck.inRange("inFlight", totals.inFlight(), 0, 0);
    }

    /**
     * Closed totals of processes that had no losses without a lane.
     *
     * @param totals       of the session in these processes
     * @param incarnations whose ledger or page may still exist
     */
    public FoldedRow(final LedgerTotals totals, final Set<Incarnation> incarnations) {
        this(totals, incarnations.stream().collect(Collectors.toMap(Function.identity(), each -> Laneless.NONE)));
    }

    /** The incarnations whose ledger or page may still exist and is contained. */
    public Set<Incarnation> incarnations() {
        return laneless.keySet();
    }

    /**
     * Returns the losses without a lane of a process since it was closed: it lives although it counted as dead, or
     * lost its last events meanwhile.
     *
     * @param incarnation of the process
     * @param losses      of its page
     * @return all of them if it was not closed
     */
    public Laneless beyond(final Incarnation incarnation, final LanelessLosses losses) {
        return Laneless.of(losses).beyond(laneless.getOrDefault(incarnation, Laneless.NONE));
    }
}
