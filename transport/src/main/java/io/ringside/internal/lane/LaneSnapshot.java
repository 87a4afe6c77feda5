package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Copies what a lane in overwrite mode holds, a block at a time and the oldest first, beside its writer. Nothing is
 * taken, nothing is stored. Not thread-safe.
 * <p>
 * After each copy it is asked how far the writer has evicted blocks: a block that it had come to by then is left out,
 * whole, and the next one says how many events that were. The totals that are handed out are those of the snapshot:
 * delivered is what it holds, overwritten what it does not.
 * <p>
 * It ends at the tail that it has begun with. If the writer has overwritten all of that meanwhile, it continues to
 * where the tail is then, so that the newest events are always in it.
 */
public final class LaneSnapshot {
    /** A writer overtakes a read or a copy now and then, and never so often. */
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
    /** Copies in a row that the writer has come to. */
    private int overtakings;
    /** Number of times that it had overwritten everything that was to be copied. */
    private int laps;
    private boolean broken;

    /**
     * Begin at the oldest event that is there.
     *
     * @param ledger   of the lane
     * @param ring     the lane's bytes
     * @param geometry of the lane
     * @param copy     at least a block's bytes, used during calls only: the lanes of one thread share it
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

    /** Whether the lane's words contradict each other, or its writer is faster than any copy: the rest is left out. */
    public boolean isBroken() {
        return broken;
    }

    /** The snapshot's totals up to the last event handed out; not to be changed. */
    public Checkpoint books() {
        return books;
    }

    /** Time of the first event of the next block, after {@link #look} has found one. */
    public long nextTimeTicks() {
        return nextTimeTicks;
    }

    /**
     * Look for the next block, and say what was overwritten before it.
     *
     * @param receiver of what was overwritten
     * @return whether there is one; if not, the snapshot of this lane is complete
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
     * Copy the block that was found, and hand out its frames. Frames that the writer has come to meanwhile are reported
     * as overwritten at the next look.
     *
     * @param receiver of the frames
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
     * @param receiver of them
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

    /** Goes to the oldest block that exists; false if the writer has come to that one too. */
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

    /** Reads when the next block begins; false if the writer has come to it. */
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
