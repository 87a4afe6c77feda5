package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Copies a lane in overwrite mode, block by block, the oldest first, while its writer is working. Takes nothing and
 * stores nothing. Not thread-safe.
 * <p>
 * After each copy, the writer's evicted position is checked: a block that was evicted by then is skipped completely,
 * and the next one shows the number of its events. The totals are those of the snapshot: delivered events are in it,
 * overwritten events are not.
 * <p>
 * The snapshot ends at the tail as of its beginning. If the writer has overwritten everything up to it meanwhile, the
 * snapshot continues to the new tail, so that it always contains the newest events.
 */
public final class LaneSnapshot {
    /** Maximum number of attempts: a writer occasionally overtakes a read or a copy, but never this often. */
    private static final int LOOKS = 1_000;

    private final LaneLedger ledger;
    private final RingBytes ring;
    private final LaneGeometry geometry;
    private final UnsafeBuffer copy;
    private final FrameWalker walker;
    private final Checkpoint books = new Checkpoint();
    private final Checkpoint next = new Checkpoint();
    private final LastGap lastGap;
    private final Batch batch;
    private long end;
    private long nextTimeTicks;
    /** Time of the last event; 0 before the first. */
    private long lastTicks;
    /** Number of consecutive copies overtaken by the writer. */
    private int overtakings;
    /** Number of times that the writer has overwritten everything still to be copied. */
    private int laps;
    private boolean broken;

    /**
     * Begin at the oldest event.
     *
     * @param ledger   ledger of the lane
     * @param ring     the lane's bytes
     * @param geometry geometry of the lane
     * @param copy     buffer of at least one block, used only during calls, so the lanes of one thread can share it
     */
    public LaneSnapshot(final LaneLedger ledger, final RingBytes ring, final LaneGeometry geometry,
            final UnsafeBuffer copy) {
        this.ledger = ledger;
        this.ring = ring;
        this.geometry = geometry;
        this.copy = copy;
        this.batch = new Batch(length -> copy);
        this.walker = new FrameWalker(geometry);
        this.lastGap = new LastGap(ledger, geometry);
        broken = !ledger.loadCheckpoint(books) || (books.position & (FrameDescriptor.ALIGNMENT - 1)) != 0;
        end = ledger.tailAcquire();
        final long waiting = end - Math.max(books.position, ledger.evictedAcquire());
        broken |= (end & (FrameDescriptor.ALIGNMENT - 1)) != 0 || waiting > geometry.laneBytes();
    }

    /** Returns whether the rest is skipped: the lane's words contradict each other, or its writer is too fast. */
    public boolean isBroken() {
        return broken;
    }

    /** Returns the snapshot's totals up to the last copied event; not to be modified. */
    public Checkpoint books() {
        return books;
    }

    /** Returns the time of the first event of the next block, after {@link #look} has found one. */
    public long nextTimeTicks() {
        return nextTimeTicks;
    }

    /**
     * Determine the next block, and report events overwritten before it.
     *
     * @param receiver receives overwritten events
     * @return whether there is a block; if not, the snapshot of this lane is complete
     */
    public boolean look(final Consumer<? super Batch> receiver) {
        for (int i = 0; i < LOOKS && !broken && books.position < end; i++) {
            if (isOvertaken() ? pass(receiver) : readTime()) {
                return true;
            }
        }
        broken |= books.position < end;
        return false;
    }

    /**
     * Copy the next block, and pass on its frames. If the writer has evicted the block meanwhile, its frames are
     * reported as overwritten in the next {@link #look}.
     *
     * @param receiver receives the frames
     */
    public void copy(final Consumer<? super Batch> receiver) {
        final long blockEnd = (books.position & -geometry.blockBytes()) + geometry.blockBytes();
        final int length = (int) (Math.min(end, blockEnd) - books.position);
        final boolean whole = ring.copy((int) books.position & geometry.indexMask(), copy, length);
        VarHandle.acquireFence();
        if (isOvertaken()) {
            overtakings++;
            broken |= overtakings > LOOKS;
            return;
        }
        overtakings = 0;
        next.set(books);
        walker.numberLimit(ledger.attemptsAcquire());
        batch.begin(books, length);
        if (whole) {
            walker.walk(copy, length, Integer.MAX_VALUE, next, batch);
        } else {
            next.damaged = true;
            next.position += length;
        }
        batch.end(next, walker.numberLimit(), whole);
        if (batch.lastTicks() != Batch.NULL_TICKS) {
            lastTicks = batch.lastTicks();
        }
        receiver.accept(batch);
        books.set(next);
    }

    /**
     * Report the losses since the last event, if the writer has written none since.
     *
     * @param receiver receives the losses
     */
    public void losses(final Consumer<? super Batch> receiver) {
        if (!broken && lastGap.losses(books, next)) {
            batch.losses(books, next, lastGap.gap().firstTimeTicks(), lastGap.gap().lastTimeTicks());
            receiver.accept(batch);
            books.set(next);
        }
    }

    private boolean isOvertaken() {
        return ledger.evictedAcquire() > books.position;
    }

    /** Moves to the oldest existing block; returns false if the writer has evicted that block too. */
    private boolean pass(final Consumer<? super Batch> receiver) {
        final long evicted = ledger.evictedAcquire();
        final long tail = ledger.tailAcquire();
        next.set(books);
        walker.numberLimit(ledger.attemptsAcquire());
        final boolean known = geometry.isOldestBlock(evicted, tail);
        if (known) {
            walker.overwrite(ring, copy, evicted, next);
        }
        VarHandle.acquireFence();
        if (ledger.evictedAcquire() != evicted) {
            return false;
        }
        if (!known) {
            broken = true;
            return false;
        }
        if (evicted >= end) {
            end = tail;
            laps++;
            broken |= laps > LOOKS;
        }
        nextTimeTicks = next.damaged ? lastTicks : copy.getLong(BlockDescriptor.FIRST_TIME_OFFSET);
        if (next.nextNumber > books.nextNumber) {
            batch.losses(books, next, lastTicks, nextTimeTicks);
            receiver.accept(batch);
        }
        books.set(next);
        return true;
    }

    /** Reads the time of the next block's beginning; returns false if the writer has evicted the block. */
    private boolean readTime() {
        nextTimeTicks = lastTicks;
        final boolean atBlock = ((int) books.position & geometry.blockMask()) == 0;
        if (atBlock && ring.copy((int) books.position & geometry.indexMask(), copy, BlockDescriptor.HEADER_LENGTH)) {
            nextTimeTicks = Math.max(nextTimeTicks, copy.getLong(BlockDescriptor.FIRST_TIME_OFFSET));
        }
        VarHandle.acquireFence();
        return !isOvertaken();
    }
}
