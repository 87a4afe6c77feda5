package io.ringside.internal.drain;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneAudit;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.Losses;
import io.ringside.internal.registry.ClosedTotals;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;

/** Sums over lanes. Each term is counted, none is computed as a remainder. Not thread-safe. */
final class LaneTotals {
    private final long[] lost = new long[LossCause.count()];
    private long wanted;
    private long delivered;
    private long overwritten;
    private long inRing;
    private long inFlight;
    private long sampledOut;
    private long overLimit;

    /**
     * Add the lanes of a final ledger, whose checkpoints contain all outcomes.
     *
     * @return false if a checkpoint is inconsistent, and was skipped
     */
    boolean addSealed(final LedgerFile ledger) {
        boolean known = true;
        final Checkpoint checkpoint = new Checkpoint();
        for (int i = 0; i < ledger.laneCount(); i++) {
            final LaneLedger lane = ledger.lane(i);
            if (lane.loadCheckpoint(checkpoint)) {
                add(checkpoint);
                addSkipped(lane);
            } else {
                known = false;
            }
        }
        return known;
    }

    /** Add a lane as far as its drain has taken it, ignoring events in its ring or in flight. */
    void add(final Checkpoint books) {
        wanted += books.nextNumber;
        addTaken(books);
        addWriterLosses(books.lostFull, books.lostTooLarge, books.lostError);
    }

    /**
     * Add a lane that was read while its writer and its drain were working. The totals balance only if the reading is
     * consistent.
     *
     * @param audit reading of the lane
     * @param dead  whether the writer had died before; then attempts in flight are abandoned
     */
    void add(final LaneAudit audit, final boolean dead) {
        final Losses losses = audit.losses();
        if (!audit.settled() && (audit.attempts() < 0 || !audit.checkpoint().adds())) {
            return;
        }
        wanted += audit.attempts();
        addTaken(audit.checkpoint());
        addWriterLosses(losses.full, losses.tooLarge, losses.error);
        overwritten += audit.overwritten();
        inRing += Math.max(0, audit.inRing());
        final long open = Math.max(0, Math.min(1, audit.inFlight()));
        if (dead) {
            lost[LossCause.ABANDONED.code()] += open;
        } else {
            inFlight += open;
        }
    }

    /** Add the events that rate filters have left out: they count neither as enabled nor in any other term. */
    void addSkipped(final LaneLedger lane) {
        sampledOut += Math.max(0, lane.sampledOutAcquire());
        overLimit += Math.max(0, lane.overLimitAcquire());
    }

    /** Add lane-less losses, which also count as enabled events. */
    void add(final ClosedTotals.Laneless losses) {
        wanted += losses.noLane() + losses.notAttached();
        lost[LossCause.NO_LANE.code()] += losses.noLane();
        lost[LossCause.NOT_ATTACHED.code()] += losses.notAttached();
    }

    LedgerTotals toTotals() {
        return new LedgerTotals(wanted, delivered, overwritten, inRing, inFlight, LossCounts.of(lost), sampledOut,
                overLimit);
    }

    private void addTaken(final Checkpoint checkpoint) {
        delivered += checkpoint.delivered;
        overwritten += checkpoint.overwritten;
        lost[LossCause.CORRUPT.code()] += checkpoint.corrupt;
        lost[LossCause.ABANDONED.code()] += checkpoint.abandoned;
        lost[LossCause.DISCARDED.code()] += checkpoint.discarded;
    }

    private void addWriterLosses(final long full, final long tooLarge, final long error) {
        lost[LossCause.FULL.code()] += Math.max(0, full);
        lost[LossCause.TOO_LARGE.code()] += Math.max(0, tooLarge);
        lost[LossCause.ERROR.code()] += Math.max(0, error);
    }
}
