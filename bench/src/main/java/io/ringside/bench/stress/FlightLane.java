package io.ringside.bench.stress;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.FrameWalker;
import io.ringside.internal.lane.LaneAudit;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LaneSink;
import io.ringside.internal.lane.LaneSnapshot;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.session.SessionSettings;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.bench.stress.LaneMemory.GEOMETRY;

/**
 * Lane in overwrite mode, with its writer and an onlooker. A race continues where the last one stopped. The methods of
 * the writer, the onlooker and the arbiter are used by one thread each at a time.
 */
final class FlightLane {
    private static final int ALIGNMENT = 64;
    private static final int EVENTS_MAX = 64;
    private static final int AUDITS_MAX = 16;

    private final LaneMemory memory = LaneMemories.next();
    private final LaneLedger books = new LaneLedger(memory.otherEntry());
    private final LaneWriter writer;
    private final UnsafeBuffer copy = new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(GEOMETRY.blockBytes(), ALIGNMENT));
    private final FrameWalker walker = new FrameWalker(GEOMETRY);
    private final LaneAudit audit = new LaneAudit();
    private final Checkpoint state = new Checkpoint();
    private final Onlooker onlooker = new Onlooker();
    /** Writer: first numbers of the blocks that have not been evicted. */
    private final ArrayDeque<Long> firstNumbers = new ArrayDeque<>();
    /** Writer: number of overwritten events when space was reserved for each event of the race. */
    private final long[] overwritten = new long[EVENTS_MAX];
    /** Onlooker: attempts and overwritten events of each consistent reading. */
    private final long[][] readings = new long[AUDITS_MAX][];
    private int readingCount;
    private long overwrittenBefore;
    private long start;
    private long evicted;
    private long next;
    private int faults;

    FlightLane() {
        final Checkpoint start = new Checkpoint();
        books.initialise(start);
        writer = new LaneWriter(memory.ring(), memory.entry(), GEOMETRY, start, SessionSettings.Overflow.DROP_OLDEST,
                SessionSettings.ClockKind.MONOTONIC);
        writer.handOver(1);
    }

    FlightLane begin() {
        overwrittenBefore = overwrittenAt(next);
        start = next;
        readingCount = 0;
        return this;
    }

    LaneMemory memory() {
        return memory;
    }

    /** Writer: write events, which always find space. */
    void write(final int count) {
        for (int i = 0; i < count; i++) {
            writer.attempt();
            final int index = writer.reserve(NumberedEvent.length(next));
            note(index);
            NumberedEvent.fill(memory.ring(), index, next);
            NumberedEvent.publish(writer, index, next);
            next++;
        }
    }

    private void note(final int index) {
        if ((index & (GEOMETRY.blockBytes() - 1)) == BlockDescriptor.HEADER_LENGTH) {
            firstNumbers.add(next);
        }
        for (final long to = books.evictedAcquire(); evicted < to; evicted += GEOMETRY.blockBytes()) {
            firstNumbers.remove();
        }
        overwritten[(int) (next - start)] = firstNumbers.element();
    }

    /** Returns the number of overwritten events after a number of attempts, when the last attempt has its space. */
    private long overwrittenAt(final long attempts) {
        return attempts > start ? overwritten[(int) (attempts - 1 - start)] : overwrittenBefore;
    }

    /** Onlooker: take a snapshot and check every byte of it; returns the number of its events. */
    int snapshot() {
        // The attempt in progress is not visible yet.
        final long newest = books.attemptsAcquire() - 1;
        onlooker.begin();
        final LaneSnapshot snapshot = new LaneSnapshot(books, memory.otherRing(), GEOMETRY, copy);
        while (snapshot.look(onlooker)) {
            snapshot.copy(onlooker);
        }
        final Checkpoint end = snapshot.books();
        if (snapshot.isBroken() || end.damaged || !end.adds() || end.nextNumber != onlooker.next
                || end.lostByWriter() + end.corrupt != 0) {
            faults |= Fault.BOOKS;
        }
        if (onlooker.next < newest || (newest > 0 && onlooker.events == 0)) {
            faults |= Fault.MOMENT;
        }
        return onlooker.events;
    }

    /** Onlooker: read the ledger; returns whether the reading was consistent. */
    boolean audit() {
        final long before = books.attemptsAcquire();
        final boolean settled = audit.read(books, memory.otherRing(), GEOMETRY);
        if (settled) {
            final long outcomes = audit.overwritten() + audit.inRing() + audit.inFlight();
            if (outcomes != audit.attempts() || audit.losses().total() != 0) {
                faults |= Fault.BOOKS;
            }
            readings[readingCount++] = new long[]{audit.attempts(), audit.overwritten()};
            if (audit.attempts() < before || audit.attempts() > books.attemptsAcquire()) {
                faults |= Fault.MOMENT;
            }
        }
        return settled;
    }

    /**
     * Arbiter: read once more, while the writer is idle.
     *
     * @return the sum of the faults; with any but 0 the lane cannot be used again.
     */
    int settle() {
        if (!audit() || audit.attempts() != next || audit.inFlight() != 0) {
            faults |= Fault.BOOKS;
        }
        for (int i = 0; i < readingCount; i++) {
            // Blocks are evicted between an attempt and its record.
            final long attempts = readings[i][0];
            if (readings[i][1] != overwrittenAt(attempts) && readings[i][1] != overwrittenAt(attempts - 1)) {
                faults |= Fault.MOMENT;
            }
        }
        final int held = snapshot();
        if (held != audit.inRing() || onlooker.next != next) {
            faults |= Fault.BOOKS;
        }
        return faults;
    }

    /** Checks that numbers are consecutive, and that each event matches its number. */
    private final class Onlooker implements Consumer<Batch>, LaneSink {
        private long next;
        private int events;

        void begin() {
            next = 0;
            events = 0;
        }

        @Override
        public void accept(final Batch batch) {
            if (batch.isLoss()) {
                onGap(batch.loss(), batch.from().ownerThreadId);
            } else {
                state.set(batch.from());
                walker.numberLimit(batch.numberLimit());
                walker.walk(batch.bytes(), batch.length(), Integer.MAX_VALUE, state, this);
            }
        }

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            if (!NumberedEvent.matches(buffer, offset, length, next)) {
                faults |= Fault.EVENT;
            }
            next++;
            events++;
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            if (gap.firstNumber() != next || gap.overwritten() != gap.total()
                    || (next > 0 && gap.lastTimeTicks() < gap.firstTimeTicks())) {
                faults |= Fault.GAP;
            }
            next = gap.nextNumber();
        }
    }
}
