package io.ringside.internal.registry;

import io.ringside.internal.files.Incarnation;
import io.ringside.session.LedgerTotals;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Closed totals: the totals of a session's ledgers that have been removed, or are about to be. Immutable.
 *
 * @param totals   totals of these processes, including losses without a lane; nothing is in rings or in flight
 * @param laneless losses without a lane that are part of the totals, by incarnation, as long as the ledger or page of
 *                 the incarnation may exist. Sums must leave out these ledgers, and these losses of the pages
 */
public record ClosedTotals(LedgerTotals totals, Map<Incarnation, Laneless> laneless) {
    /** Nothing has been closed. */
    public static final ClosedTotals EMPTY = new ClosedTotals(LedgerTotals.ZERO, Map.of());

    /** Maximum number of incarnations in closed totals, for which a row has room. */
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

        public Laneless {
            RowCheck.inRange("noLane", noLane, 0, Long.MAX_VALUE);
            RowCheck.inRange("notAttached", notAttached, 0, Long.MAX_VALUE);
        }

        /**
         * Returns the losses that a process has counted.
         *
         * @param losses of its page
         */
        public static Laneless of(final LanelessLosses losses) {
            return new Laneless(losses.noLane(), losses.notAttached());
        }

        /**
         * Returns the losses of each cause that exceed others.
         *
         * @param others losses to subtract
         */
        public Laneless beyond(final Laneless others) {
            return new Laneless(Math.max(0, noLane - others.noLane), Math.max(0, notAttached - others.notAttached));
        }

        /**
         * Returns the larger count of each cause.
         *
         * @param others to compare with
         */
        public Laneless max(final Laneless others) {
            return new Laneless(Math.max(noLane, others.noLane), Math.max(notAttached, others.notAttached));
        }
    }

    public ClosedTotals {
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
    public ClosedTotals(final LedgerTotals totals, final Set<Incarnation> incarnations) {
        this(totals, incarnations.stream().collect(Collectors.toMap(Function.identity(), each -> Laneless.NONE)));
    }

    /** Returns the incarnations that the totals include and whose ledger or page may still exist. */
    public Set<Incarnation> incarnations() {
        return laneless.keySet();
    }

    /**
     * Returns the losses without a lane that a process has counted since its totals were closed: it lives although it
     * counted as dead, or lost its last events meanwhile.
     *
     * @param incarnation incarnation of the process
     * @param losses      of its page
     * @return all losses if the totals do not include the process
     */
    public Laneless beyond(final Incarnation incarnation, final LanelessLosses losses) {
        return Laneless.of(losses).beyond(laneless.getOrDefault(incarnation, Laneless.NONE));
    }
}
