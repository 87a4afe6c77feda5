package io.ringside.internal.agent;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.machine.TscClock;
import io.ringside.internal.write.WriterThreads;
import io.ringside.internal.write.WritingThread;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session on its way out of this process, in steps that never wait: barrier, all writers seen outside, ledger final,
 * unmapped. Only for the control thread, which has taken the session out of the enable masks of all events before.
 */
final class Detachment {
    private final int slot;
    private final @Nullable Attachment attachment;
    private final WriterThreads threads;
    private final AsymmetricBarrier barrier;
    private @Nullable Quiescence quiescence;
    private final List<Pinned> pinned = new ArrayList<>();
    private boolean isFinal;
    private final boolean isMoving;
    private @Nullable Attachment moved;

    /** Lanes of a thread that lives, of which one may be claimed. */
    private record Pinned(WritingThread writer, LaneWriter first) {}

    /**
     * Begins a detachment.
     *
     * @param slot       of the session
     * @param attachment that no writer finds in an enable mask any more; null if the session had been refused
     * @param isMoving   whether one of the session's files was lost here, so that it continues in others
     * @param threads    of the process
     * @param barrier    to be crossed
     */
    Detachment(final int slot, final @Nullable Attachment attachment, final boolean isMoving,
            final WriterThreads threads, final AsymmetricBarrier barrier) {
        this.slot = slot;
        this.isMoving = isMoving;
        this.attachment = attachment;
        this.threads = threads;
        this.barrier = barrier;
    }

    /** Slot that is not free before the totals are final. */
    int slot() {
        return slot;
    }

    /**
     * Continues as far as possible. A step that fails is done again with the next call.
     *
     * @param nowNs     monotonic, read after the enable masks were stored
     * @param isClosing whether the process may end before long: then a lost file is recreated without a wait
     * @return whether the totals are final
     */
    boolean advance(final long nowNs, final boolean isClosing) {
        Quiescence begun = quiescence;
        if (begun == null) {
            begun = begin(nowNs);
            quiescence = begun;
        }
        if (!isFinal && begun.isReached(nowNs)) {
            if (KillPoint.ARMED) {
                KillPoint.DETACH_QUIET.reached();
            }
            removeLanes();
            if (attachment != null && !finish(attachment, nowNs, isClosing)) {
                return false;
            }
            isFinal = true;
            if (KillPoint.ARMED) {
                KillPoint.DETACH_FINAL.reached();
            }
        }
        return isFinal;
    }

    /** A session that has lost a file moves to a new one; any other is final. Returns false if it has to wait. */
    private boolean finish(final Attachment leaving, final long nowNs, final boolean isClosing) {
        if (leaving.hasFolder() && (isMoving || leaving.isLeft() || leaving.lost() != null)) {
            if (!leaving.leave(nowNs) && !isClosing) {
                return false;
            }
            moved = leaving.move();
        } else {
            leaving.finish();
        }
        return true;
    }

    /**
     * Count the attempts that were made after others had drained the lanes forever, taking this process for dead: they
     * are in no ledger. Called once, when the totals are final.
     *
     * @param link that counts them
     */
    void countLate(final ProcessLink link) {
        if (attachment != null && attachment.isSealed()) {
            final long late = attachment.uncounted();
            if (late > 0) {
                link.addNotAttached(slot, attachment.usesCounter() ? TscClock.nanoTime() : System.nanoTime(), late);
            }
        }
    }

    /** Returns the attachment that continues in other files, as a file was lost; null if none was. */
    @Nullable
    Attachment moved() {
        return moved;
    }

    /**
     * Unmap what no open claim pins, once the totals are final. A claim is open no longer when its thread has ended.
     *
     * @return whether nothing is left to do
     */
    boolean unmap() {
        pinned.removeIf(lanes -> {
            final boolean ended = !lanes.writer.isAlive();
            if (ended) {
                LaneChain.unlink(lanes.first, lane -> {});
            }
            return ended;
        });
        return isFinal && (attachment == null || attachment.unmap());
    }

    /** Leave what open claims pin to the garbage collector. */
    void release() {
        if (attachment != null) {
            attachment.release();
        }
    }

    private Quiescence begin(final long nowNs) {
        threads.session(slot, null);
        if (KillPoint.ARMED) {
            KillPoint.DETACH_LANES_REMOVED.reached();
        }
        return new Quiescence(threads, barrier, nowNs);
    }

    private void removeLanes() {
        for (final WritingThread writer : threads.writers()) {
            final LaneWriter first = writer.removeLanes(slot);
            if (first != null) {
                pinned.add(new Pinned(writer, first));
            }
        }
    }
}
