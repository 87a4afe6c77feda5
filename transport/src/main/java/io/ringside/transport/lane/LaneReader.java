package io.ringside.transport.lane;

import io.ringside.session.LossCause;
import io.ringside.transport.fault.KillPoint;
import io.ringside.transport.lane.FrameWalker.Outcome;
import io.ringside.transport.ledger.Checkpoint;
import io.ringside.transport.ledger.LaneLedger;
import io.ringside.transport.ledger.Losses;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Takes events out of one lane: copy, check, checkpoint, deliver. Not thread-safe, and only for the holder of the
 * session's drain lock.
 * <p>
 * Events are taken, at most once, when the checkpoint is stored; the sink is called after that, on the private copy. A
 * lane whose words cannot be true is left alone from then on: {@link #isBroken}.
 */
public final class LaneReader {
    /** More attempts than a lane makes in years: a word that says more was not written by a writer of ours. */
    private static final long MAX_WRITE_OFF = 1L << 52;

    private final LaneLedger ledger;
    private final RingBytes ring;
    private final LaneGeometry geometry;
    private final FrameWalker walker;
    private final UnsafeBuffer copy;
    private final Checkpoint taken = new Checkpoint();
    private final Checkpoint next = new Checkpoint();
    private final Losses losses = new Losses();
    private final LaneGap gap = new LaneGap();
    private boolean broken;

    /**
     * Go on where the lane's last drain stopped.
     *
     * @param ledger   of the lane
     * @param ring     the lane's bytes
     * @param geometry of the lane
     * @param copy     at least a block's bytes, used during calls only: the readers of one thread share it
     */
    public LaneReader(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final UnsafeBuffer copy) {
        this.ledger = ledger;
        this.ring = ring;
        this.geometry = geometry;
        this.walker = new FrameWalker(geometry);
        this.copy = copy;
        broken = !ledger.loadCheckpoint(taken) || (taken.position & (FrameDescriptor.ALIGNMENT - 1)) != 0;
        if (!broken) {
            ledger.headRelease(taken.position);
        }
    }

    /** Whether the lane's words contradict each other, so that nothing more is taken from it. */
    public boolean isBroken() {
        return broken;
    }

    /** The books up to the last event taken; not to be changed. */
    public Checkpoint checkpoint() {
        return taken;
    }

    /** Whether frames are waiting. */
    public boolean hasFrames() {
        return !broken && ledger.tailAcquire() != taken.position;
    }

    /**
     * Take events of at most one block and deliver them.
     *
     * @param sink       receives events and gaps
     * @param eventLimit most events to take
     * @return events taken
     */
    public int poll(final LaneSink sink, final int eventLimit) {
        return take(sink, eventLimit, Outcome.DELIVERED);
    }

    /**
     * Give up everything that waits in the lane.
     *
     * @return events discarded
     */
    public long discard() {
        final long before = taken.discarded;
        while (hasFrames()) {
            take(LaneSink.NONE, Integer.MAX_VALUE, Outcome.DISCARDED);
        }
        return taken.discarded - before;
    }

    /**
     * Report the losses since the last record, if the lane is empty and its writer holds still for a moment.
     *
     * @param sink receives the gap
     * @return attempts reported
     */
    public long reportLosses(final LaneSink sink) {
        if (broken || taken.damaged || !ledger.loadLosses(losses) || losses.tail != taken.position) {
            return 0;
        }
        final long count = losses.total() - taken.lostByWriter();
        if (count == 0) {
            return 0;
        }
        if (count < 0 || losses.full < taken.lostFull || losses.tooLarge < taken.lostTooLarge
                || losses.error < taken.lostError) {
            broken = true;
            return 0;
        }
        gap.reset(taken.nextNumber, taken.nextNumber + count).times(losses.firstTime, losses.lastTime);
        takeLosses(count);
        commit(taken);
        sink.onGap(gap, taken.ownerThreadId);
        return count;
    }

    /**
     * Close the books of a lane that nobody can write any more, after everything was taken: an attempt without outcome
     * is abandoned, and what a damaged last block held is corrupt. So is all that remains of a broken lane: every
     * attempt has an outcome afterwards.
     *
     * @param sink receives the gaps
     */
    public void finish(final LaneSink sink) {
        reportLosses(sink);
        if (!broken && ledger.loadLosses(losses) && losses.tail == taken.position) {
            closeBooks(sink);
        }
        if (broken) {
            writeOff(sink);
        }
    }

    private void closeBooks(final LaneSink sink) {
        final long pending = losses.total() - taken.lostByWriter();
        final long count = ledger.attemptsAcquire() - taken.nextNumber;
        final long unknown = count - pending;
        final boolean impossible = unknown < 0 || pending < 0 || (unknown > 1 && !taken.damaged);
        if (count == 0 || impossible) {
            broken |= count != 0;
            return;
        }
        gap.reset(taken.nextNumber, taken.nextNumber + count).times(losses.lastTime, losses.lastTime);
        takeLosses(count);
        if (taken.damaged) {
            taken.corrupt += unknown;
            gap.count(LossCause.CORRUPT, unknown);
        } else {
            taken.abandoned += unknown;
            gap.count(LossCause.ABANDONED, unknown);
        }
        taken.damaged = false;
        commit(taken);
        sink.onGap(gap, taken.ownerThreadId);
    }

    private void writeOff(final LaneSink sink) {
        if (!taken.adds()) {
            taken.set(new Checkpoint());
        }
        final long count = ledger.attemptsAcquire() - taken.nextNumber;
        if (count > 0 && count <= MAX_WRITE_OFF) {
            gap.reset(taken.nextNumber, taken.nextNumber + count).count(LossCause.CORRUPT, count);
            taken.corrupt += count;
            taken.nextNumber += count;
            commit(taken);
            sink.onGap(gap, taken.ownerThreadId);
        }
    }

    private void takeLosses(final long count) {
        gap.count(LossCause.FULL, losses.full - taken.lostFull)
                .count(LossCause.TOO_LARGE, losses.tooLarge - taken.lostTooLarge)
                .count(LossCause.ERROR, losses.error - taken.lostError);
        taken.lostFull = losses.full;
        taken.lostTooLarge = losses.tooLarge;
        taken.lostError = losses.error;
        taken.nextNumber += count;
    }

    private int take(final LaneSink sink, final int eventLimit, final Outcome outcome) {
        if (broken) {
            return 0;
        }
        final long tail = ledger.tailAcquire();
        if (tail == taken.position) {
            return 0;
        }
        if (tail < taken.position || tail - taken.position > geometry.laneBytes()
                || (tail & (FrameDescriptor.ALIGNMENT - 1)) != 0) {
            broken = true;
            return 0;
        }
        final long blockEnd = (taken.position & -geometry.blockBytes()) + geometry.blockBytes();
        final int length = (int) (Math.min(tail, blockEnd) - taken.position);
        next.set(taken);
        if (!ring.copy((int) taken.position & geometry.indexMask(), copy, length)) {
            next.damaged = true;
            next.position += length;
            commit(next);
            taken.set(next);
            return 0;
        }
        walker.numberLimit(ledger.attemptsAcquire());
        final int events = walker.walk(copy, length, eventLimit, outcome, next, LaneSink.NONE);
        commit(next);
        try {
            walker.walk(copy, length, eventLimit, outcome, taken, sink);
        } finally {
            // Also behind a sink that throws: what the checkpoint tells as taken is not taken again.
            taken.set(next);
        }
        return events;
    }

    private void commit(final Checkpoint checkpoint) {
        ledger.storeCheckpoint(checkpoint);
        if (KillPoint.ARMED) {
            KillPoint.DRAIN_CHECKPOINT_STORED.reached();
        }
        ledger.headRelease(checkpoint.position);
        if (KillPoint.ARMED) {
            KillPoint.DRAIN_HEAD_STORED.reached();
        }
    }
}
