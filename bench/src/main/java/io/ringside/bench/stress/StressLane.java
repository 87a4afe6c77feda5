package io.ringside.bench.stress;

import io.ringside.bench.stress.StressLane.StreamLog.Gap;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.bench.stress.LaneMemory.GEOMETRY;

/**
 * Lane with its writer and its reader, each with a log of its actions. Each race continues where the last one stopped,
 * so that in time every frame meets every border. The methods of the writer, the reader and the arbiter are used by one
 * thread each at a time.
 */
final class StressLane {
    /** Maximum number of attempts in one race, including those before it. */
    static final int ATTEMPTS_MAX = 64;

    private static final int ALIGNMENT = 64;
    private static final long FIRST_OWNER = 1;

    private final LaneMemory memory = LaneMemories.next();
    private final LaneLedger books = new LaneLedger(memory.otherEntry());
    private final LaneWriter writer;
    private final LaneReader reader;
    private final StreamLog log = new StreamLog();
    private final Batch losses = new Batch();
    private final Fate[] fates = new Fate[ATTEMPTS_MAX];
    private final long[] owners = new long[ATTEMPTS_MAX];
    private final Checkpoint start = new Checkpoint();
    private final Set<Moment> moments = new HashSet<>();
    private long owner = FIRST_OWNER;
    private long next;

    /** Numbers of taken attempts and of attempts with an outcome, at the same time. */
    private record Moment(long taken, long outcomes) {}

    StressLane() {
        books.initialise(start);
        writer = new LaneWriter(memory.ring(), memory.entry(), GEOMETRY, start);
        writer.handOver(owner);
        reader = new LaneReader(books, memory.otherRing(), GEOMETRY,
                new UnsafeBuffer(BufferUtil.allocateDirectAligned(GEOMETRY.blockBytes(), ALIGNMENT)));
    }

    /** Begins a race: the lane is empty and its ledger is consistent. */
    StressLane begin() {
        start.set(reader.checkpoint());
        log.begin(next);
        moments.clear();
        return this;
    }

    LaneMemory memory() {
        return memory;
    }

    LaneLedger books() {
        return books;
    }

    LaneReader reader() {
        return reader;
    }

    StreamLog log() {
        return log;
    }

    /** Returns the checkpoint with which the race began. */
    Checkpoint start() {
        return start;
    }

    /** Writer: attempt an event. */
    boolean write() {
        final long number = next;
        writer.attempt();
        return complete(number, writer.reserve(NumberedEvent.length(number)));
    }

    /** Writer: reserve first, fill, then attempt, like a claim. */
    boolean claim() {
        final long number = next;
        final int index = writer.reserveAhead(NumberedEvent.length(number));
        if (index >= 0) {
            NumberedEvent.fill(memory.ring(), index, number);
        }
        writer.attempt();
        return complete(number, index);
    }

    /** Writer: fill a claim with content that must never be seen, and abort it. */
    void claimAndAbort(final int payloadLength) {
        final int index = writer.reserveAhead(payloadLength);
        if (index >= 0) {
            for (int offset = 0; offset < payloadLength; offset++) {
                memory.ring().putByte(index + offset, (byte) -1);
            }
            writer.abandonReservation();
        }
    }

    /** Writer: attempt an event that is lost, or written if there is space. */
    void attempt(final Fate fate) {
        if (fate == Fate.WRITTEN) {
            write();
        } else {
            lose(fate);
        }
    }

    /** Writer: hand the lane over to the other of two threads. */
    void handOver() {
        owner = FIRST_OWNER + (owner & 1);
        writer.handOver(owner);
    }

    /**
     * Writer and reader in one thread: store the progress of both. An error gets its outcome only with the next
     * attempt.
     */
    void remember() {
        final long taken = reader.checkpoint().nextNumber;
        moments.add(new Moment(taken, next));
        if (fates[(int) (next - 1 - start.nextNumber)] == Fate.ERROR) {
            moments.add(new Moment(taken, next - 1));
        }
    }

    /** Reader: take events of at most one block. An attempt is counted before tail includes it. */
    void poll(final int eventLimit) {
        final long tail = books.tailAcquire();
        final long attempts = books.attemptsAcquire();
        take(eventLimit);
        if (reader.checkpoint().position <= tail && log.next() > attempts) {
            log.fault(Fault.BOOKS);
        }
    }

    private void take(final int eventLimit) {
        final Batch taken = reader.take(eventLimit);
        if (taken != null) {
            taken.deliver(log);
        }
    }

    /** Reader: report losses if the lane is empty; returns their number. */
    long reportLosses() {
        final long before = log.next();
        if (reader.stageLosses(losses) && reader.takeStaged()) {
            losses.deliverAll(log);
        }
        return log.next() - before;
    }

    /** Reader: return the number of events and losses delivered in this race. */
    int seen() {
        return (int) (log.next() - start.nextNumber);
    }

    /**
     * Arbiter: take the remaining events, and compare the delivered events with the written ones.
     *
     * @return the sum of the faults; with any but 0 the lane cannot be used again.
     */
    int settle() {
        writer.heal();
        while (reader.hasFrames()) {
            take(Integer.MAX_VALUE);
        }
        reportLosses();
        int faults = log.faults();
        final Checkpoint end = reader.checkpoint();
        if (reader.isBroken() || end.damaged || !end.adds() || end.nextNumber != next || log.next() != next
                || books.attemptsAcquire() != next
                || !agrees(next, end.delivered, end.lostFull, end.lostTooLarge, end.lostError)) {
            return faults | Fault.BOOKS;
        }
        for (long number = start.nextNumber; number < next; number++) {
            final int i = (int) (number - start.nextNumber);
            if (log.owner(number) != (fates[i] == Fate.WRITTEN ? owners[i] : 0)) {
                faults |= Fault.EVENT;
            }
        }
        for (final Gap gap : log.gaps()) {
            faults |= isTrue(gap) ? 0 : Fault.GAP;
        }
        return faults;
    }

    /** Arbiter: return whether the attempts before a number had exactly these outcomes since the lane's beginning. */
    boolean agrees(final long number, final long written, final long full, final long tooLarge, final long error) {
        final long from = start.nextNumber;
        return number >= from && number <= next && written - start.delivered == count(Fate.WRITTEN, from, number)
                && full - start.lostFull == count(Fate.FULL, from, number)
                && tooLarge - start.lostTooLarge == count(Fate.TOO_LARGE, from, number)
                && error - start.lostError == count(Fate.ERROR, from, number);
    }

    /** Arbiter: return whether writer and reader ever had this progress together, if it was stored. */
    boolean wasAt(final long taken, final long outcomes) {
        return moments.isEmpty() || moments.contains(new Moment(taken, outcomes));
    }

    private boolean complete(final long number, final int index) {
        if (index < 0) {
            note(Fate.FULL);
            writer.lose(index, NumberedEvent.time(number));
            return false;
        }
        note(Fate.WRITTEN);
        NumberedEvent.fill(memory.ring(), index, number);
        NumberedEvent.publish(writer, index, number);
        return true;
    }

    /** Loses an event; for an error, leaves the lane like a write that throws. */
    private void lose(final Fate fate) {
        final long number = next;
        writer.attempt();
        note(fate);
        if (fate == Fate.TOO_LARGE) {
            writer.lose(writer.reserve(writer.maxPayloadBytes() + 1), NumberedEvent.time(number));
        } else if (fate == Fate.FULL) {
            writer.lose(LaneOutcome.FULL, NumberedEvent.time(number));
        }
    }

    private void note(final Fate fate) {
        final int i = (int) (next++ - start.nextNumber);
        fates[i] = fate;
        owners[i] = owner;
    }

    private long count(final Fate fate, final long from, final long to) {
        long count = 0;
        for (long number = from; number < to; number++) {
            count += fates[(int) (number - start.nextNumber)] == fate ? 1 : 0;
        }
        return count;
    }

    private boolean isTrue(final Gap gap) {
        final long from = gap.first();
        final long to = gap.next();
        return count(Fate.WRITTEN, from, to) == 0 && count(Fate.FULL, from, to) == gap.full()
                && count(Fate.TOO_LARGE, from, to) == gap.tooLarge() && count(Fate.ERROR, from, to) == gap.error()
                && enclosesTimes(gap);
    }

    /**
     * {@return whether a gap's times enclose the times of its attempts} An error has no time of its own, and counts
     * with the time of the previous outcome.
     */
    private boolean enclosesTimes(final Gap gap) {
        long last = gap.next() - 1;
        while (last > gap.first() && fates[(int) (last - start.nextNumber)] == Fate.ERROR) {
            last--;
        }
        final boolean error = fates[(int) (last - start.nextNumber)] == Fate.ERROR;
        return gap.firstTime() <= NumberedEvent.time(gap.first())
                && gap.lastTime() >= (error ? gap.firstTime() : NumberedEvent.time(last));
    }

    /** Log of the events that a reader received in one race, by number. Used by one thread at a time. */
    static final class StreamLog implements Batch.Receiver {
        private static final long NO_OWNER = 0;

        private final long[] owners = new long[StressLane.ATTEMPTS_MAX];
        private final List<Gap> gaps = new ArrayList<>();
        private long first;
        private long next;
        private int faults;

        /** Received gap, which outlives the call. */
        record Gap(long first, long next, long full, long tooLarge, long error, long firstTime, long lastTime) {
            static Gap of(final LaneGap gap) {
                return new Gap(gap.firstNumber(), gap.nextNumber(), gap.count(LossCause.FULL),
                        gap.count(LossCause.TOO_LARGE), gap.count(LossCause.ERROR), gap.firstTimeTicks(),
                        gap.lastTimeTicks());
            }
        }

        void begin(final long firstNumber) {
            first = firstNumber;
            next = firstNumber;
            faults = 0;
            gaps.clear();
        }

        @Override
        public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
            int offset = begin;
            while (offset < end) {
                final int length = FrameDescriptor.length(batch.bytes().getLong(offset));
                event(batch.bytes(), offset, length, piece.ownerThreadId());
                offset = piece.next(offset, length);
            }
        }

        private void event(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            if (!NumberedEvent.matches(buffer, offset, length, next)) {
                faults |= Fault.EVENT;
            }
            if (next - first < owners.length) {
                owners[(int) (next - first)] = ownerThreadId;
            }
            next++;
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            final long end = gap.nextNumber();
            if (gap.firstNumber() != next || end <= next || end - first > owners.length) {
                faults |= Fault.GAP;
                return;
            }
            gaps.add(Gap.of(gap));
            while (next < end) {
                owners[(int) (next++ - first)] = NO_OWNER;
            }
        }

        /** Returns the number with which the next event or gap must begin. */
        long next() {
            return next;
        }

        void fault(final int fault) {
            faults |= fault;
        }

        int faults() {
            return faults;
        }

        /** Returns the thread that wrote the event of a number; 0 if the number was in a gap. */
        long owner(final long number) {
            return owners[(int) (number - first)];
        }

        List<Gap> gaps() {
            return gaps;
        }
    }
}
