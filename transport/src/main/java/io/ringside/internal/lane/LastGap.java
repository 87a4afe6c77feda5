package io.ringside.internal.lane;

import io.ringside.session.LossCause;

/**
 * Outcomes of a lane's attempts after the last record that was read, as its writer's words give them. Not thread-safe.
 */
final class LastGap {
    /** More attempts than a lane makes in years: a word that says more was not written by a writer of ours. */
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

    /** Returns the gap that was found last. */
    LaneGap gap() {
        return gap;
    }

    /** Whether words have contradicted each other. */
    boolean isImpossible() {
        return impossible;
    }

    /** Whether every attempt up to now has its outcome, and every record of them was read. */
    boolean isComplete(final Checkpoint staged) {
        return ledger.loadLosses(losses) && isAtEnd(staged) && !staged.damaged
                && ledger.attemptsAcquire() == staged.nextNumber + losses.total() - staged.lostByWriter();
    }

    /** Finds what the writer has counted since the last record, if it holds still; false if that is nothing. */
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

    /** Finds outcomes for all attempts that have none; false if each has one. */
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

    /** Finds all that remains of a broken lane; false if that is nothing. */
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
