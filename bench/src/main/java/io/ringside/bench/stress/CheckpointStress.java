package io.ringside.bench.stress;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneLedger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Test of the two slots of a checkpoint: {@code storeCheckpoint} against {@code loadCheckpoint}, with several stores
 * per load, so that the slot being read is overwritten.
 * <p>
 * The figures are the kind of memory, the checkpoint found by the first of two loads, counted from the current one
 * before the race, and the fault. A defect would be a mixture of two checkpoints, a load that finds none, or a second
 * load that finds an older one.
 */
@JCStressTest
@Outcome(id = "\\d, \\d, 0", expect = Expect.ACCEPTABLE, desc = "Whole, and no older than before.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Torn, missing, or older than before.")
@State
public class CheckpointStress {
    private static final int STORES = 6;
    private static final Pool<Slots> SLOTS = new Pool<>(Slots::new);

    private final Slots slots = SLOTS.take();
    private final Rendezvous start = new Rendezvous(2);

    @Actor
    public void drain() {
        start.await();
        for (int i = 1; i <= STORES; i++) {
            slots.store(slots.stored + i);
        }
    }

    @Actor
    public void outsider(final III_Result result) {
        start.await();
        final long first = slots.load();
        final long second = slots.load();
        final boolean whole = first >= slots.stored && second >= first;
        result.r2 = whole ? (int) (first - slots.stored) : 0;
        result.r3 = whole ? 0 : Fault.MOMENT;
    }

    @Arbiter
    public void settle(final III_Result result) {
        result.r1 = slots.memory.kind().figure();
        slots.stored += STORES;
        if (slots.load() != slots.stored) {
            result.r3 |= Fault.BOOKS;
        }
        SLOTS.giveBack(slots);
    }

    /** Ledger entry with numbered checkpoints: each value is a multiple of the number. */
    private static final class Slots {
        private static final long TORN = -1;
        /** Sum of the factors of the outcomes. */
        private static final long NUMBER_FACTOR = 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9;

        final LaneMemory memory = LaneMemories.next();
        /** Current checkpoint before the race. */
        long stored;

        private final LaneLedger inside = new LaneLedger(memory.otherEntry());
        private final LaneLedger outside = new LaneLedger(memory.entry());
        private final Checkpoint storing = new Checkpoint();
        private final Checkpoint loaded = new Checkpoint();
        private final Checkpoint expected = new Checkpoint();

        Slots() {
            inside.initialise(fill(storing, 0));
        }

        void store(final long checkpoint) {
            inside.storeCheckpoint(fill(storing, checkpoint));
        }

        long load() {
            if (!outside.loadCheckpoint(loaded)) {
                return TORN;
            }
            final long checkpoint = loaded.position;
            return same(loaded, fill(expected, checkpoint)) ? checkpoint : TORN;
        }

        private static Checkpoint fill(final Checkpoint target, final long checkpoint) {
            target.position = checkpoint;
            target.nextNumber = NUMBER_FACTOR * checkpoint;
            target.delivered = 2 * checkpoint;
            target.corrupt = 3 * checkpoint;
            target.discarded = 4 * checkpoint;
            target.overwritten = 5 * checkpoint;
            target.lostFull = 6 * checkpoint;
            target.lostTooLarge = 7 * checkpoint;
            target.lostError = 8 * checkpoint;
            target.abandoned = 9 * checkpoint;
            target.ownerThreadId = 10 * checkpoint;
            target.damaged = (checkpoint & 1) != 0;
            return target;
        }

        private static boolean same(final Checkpoint a, final Checkpoint b) {
            return a.nextNumber == b.nextNumber && a.delivered == b.delivered && a.corrupt == b.corrupt
                    && a.discarded == b.discarded && a.overwritten == b.overwritten && a.lostFull == b.lostFull
                    && a.lostTooLarge == b.lostTooLarge && a.lostError == b.lostError && a.abandoned == b.abandoned
                    && a.ownerThreadId == b.ownerThreadId && a.damaged == b.damaged;
        }
    }
}
