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
 * The detachment of a session from this process, in steps that never wait: barrier, all writers seen outside, ledger
 * final, unmapped. Used by the control thread, which has removed the session from all enable masks before.
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

    /** Lanes of a live thread, one of which may be claimed. */
    private record Pinned(WritingThread writer, LaneWriter first) {}

    /**
     * Begin a detachment.
     *
     * @param slot       slot of the session
     * @param attachment attachment that no writer finds any more; null if the session had been refused
     * @param isMoving   whether a file of the session was lost, so that it continues in others
     * @param threads    of the process
     * @param barrier    barrier of the detachment
     */
    Detachment(final int slot, final @Nullable Attachment attachment, final boolean isMoving,
            final WriterThreads threads, final AsymmetricBarrier barrier) {
        this.slot = slot;
        this.isMoving = isMoving;
        this.attachment = attachment;
        this.threads = threads;
        this.barrier = barrier;
    }

    /** Returns the slot, which is not free before the totals are final. */
    int slot() {
        return slot;
    }

    /**
     * Continue as far as possible. A step that fails is repeated by the next call.
     *
     * @param nowNs     monotonic time, read after the enable masks were stored
     * @param isClosing whether the process may end soon, so that a lost file is recreated without a wait
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

    /** Moves a session that has lost a file to a new one, or makes it final. Returns false if it has to wait. */
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
     * Count the attempts that were made after others had finally drained the lanes, taking this process for dead; no
     * ledger contains them. Called once, when the totals are final.
     *
     * @param link link that counts them
     */
    void countLate(final ProcessLink link) {
        if (attachment != null && attachment.isSealed()) {
            final long late = attachment.uncounted();
            if (late > 0) {
                link.addNotAttached(slot, attachment.usesCounter() ? TscClock.nanoTime() : System.nanoTime(), late);
            }
        }
    }

    /** Returns the attachment that continues in other files after a file was lost; null if none was. */
    @Nullable
    Attachment moved() {
        return moved;
    }

    /**
     * Unmap everything that no open claim uses, once the totals are final. The end of its thread ends a claim.
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

    /** Leave memory used by open claims to the garbage collector. */
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
