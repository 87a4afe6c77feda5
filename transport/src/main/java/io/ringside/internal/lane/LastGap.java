package io.ringside.internal.lane;

import io.ringside.session.LossCause;

/** Outcomes of a lane's attempts after the last record read, according to its writer's words. Not thread-safe. */
final class LastGap {
    /** More attempts than a lane makes in years: a larger number was not written by our writer. */
    private static final long MAX_WRITE_OFF = 1L << 52;

    private final LaneLedger ledger;
    private final LaneGeometry geometry;
    private final Losses losses = new Losses();
    private final LaneGap gap = new LaneGap();
    private boolean impossible;

    LastGap(final LaneLedger ledger, final LaneGeometry geometry) {
        this.ledger = ledger;
        this.geometry = geometry;
    }

    /** Returns the gap found last. */
    LaneGap gap() {
        return gap;
    }

    /** Returns whether words have contradicted each other. */
    boolean isImpossible() {
        return impossible;
    }

    /** Returns whether every attempt so far has its outcome, and all their records were read. */
    boolean isComplete(final Checkpoint staged) {
        return ledger.loadLosses(losses) && isAtEnd(staged) && !staged.damaged
                && ledger.attemptsAcquire() == staged.nextNumber + losses.total() - staged.lostByWriter();
    }

    /** Determines the losses that an idle writer has counted since the last record; returns false if it has none. */
    boolean losses(final Checkpoint staged, final Checkpoint next) {
        if (staged.damaged || !ledger.loadLosses(losses) || !isAtEnd(staged)) {
            return false;
        }
        final long count = losses.total() - staged.lostByWriter();
        if (count == 0) {
            return false;
        }
        if (count < 0 || losses.full < staged.lostFull || losses.tooLarge < staged.lostTooLarge
                || losses.error < staged.lostError) {
            impossible = true;
            return false;
        }
        gap.reset(staged.nextNumber, staged.nextNumber + count).times(losses.firstTime, losses.lastTime);
        next.set(staged);
        lost(staged, next, count);
        return true;
    }

    /** Determines outcomes for all attempts without one; returns false if there are none. */
    boolean rest(final Checkpoint staged, final Checkpoint next) {
        if (!ledger.loadLosses(losses) || !isAtEnd(staged)) {
            return false;
        }
        final long pending = losses.total() - staged.lostByWriter();
        final long count = ledger.attemptsAcquire() - staged.nextNumber;
        final long unknown = count - pending;
        final boolean contradiction = unknown < 0 || pending < 0 || (unknown > 1 && !staged.damaged);
        if (count == 0 || contradiction) {
            impossible |= count != 0;
            return false;
        }
        gap.reset(staged.nextNumber, staged.nextNumber + count).times(losses.lastTime, losses.lastTime);
        next.set(staged);
        lost(staged, next, count);
        if (next.damaged) {
            next.corrupt += unknown;
            gap.count(LossCause.CORRUPT, unknown);
        } else {
            next.abandoned += unknown;
            gap.count(LossCause.ABANDONED, unknown);
        }
        next.damaged = false;
        return true;
    }

    /** Determines the rest of a broken lane; returns false if there is none. */
    boolean writeOff(final Checkpoint staged, final Checkpoint next) {
        next.set(staged);
        final long count = ledger.attemptsAcquire() - next.nextNumber;
        if (count <= 0 || count > MAX_WRITE_OFF) {
            return false;
        }
        gap.reset(next.nextNumber, next.nextNumber + count).count(LossCause.CORRUPT, count);
        next.corrupt += count;
        next.nextNumber += count;
        return true;
    }

    private boolean isAtEnd(final Checkpoint staged) {
        return geometry.isAtEnd(staged.position, losses.tail);
    }

    private void lost(final Checkpoint staged, final Checkpoint next, final long count) {
        gap.count(LossCause.FULL, losses.full - staged.lostFull)
                .count(LossCause.TOO_LARGE, losses.tooLarge - staged.lostTooLarge)
                .count(LossCause.ERROR, losses.error - staged.lostError);
        losses.tell(next);
        next.nextNumber += count;
    }
}
