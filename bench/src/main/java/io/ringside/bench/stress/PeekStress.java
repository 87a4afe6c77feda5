package io.ringside.bench.stress;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LanePeek;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.ThreadNames;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import static io.ringside.bench.stress.LaneMemory.GEOMETRY;

/**
 * Test of {@code LanePeek} during writing and draining, and during writing in overwrite mode: newer events reuse the
 * space, several times around the lane, while the peek copies it.
 * <p>
 * The second figure is the number of events that the peek read. A defect would be an event with a byte of another one,
 * a duplicate or missing number, or a gap with a wrong number of events that were not seen.
 */
public final class PeekStress {
    private static final int EVENTS = 48;
    private static final int EVENTS_PER_POLL = 5;
    private static final int PEEKS = 12;
    private static final Pool<Peeked> DRAINED = new Pool<>(() -> new Peeked(SessionSettings.Overflow.DROP_NEWEST));
    private static final Pool<Peeked> RECORDERS = new Pool<>(() -> new Peeked(SessionSettings.Overflow.DROP_OLDEST));

    private PeekStress() {}

    /** Peeks while one thread writes and drains in turn. */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideBothInTurn {
        private final Peeked lane = DRAINED.take();
        private final Rendezvous start = new Rendezvous(2);

        @Actor
        public void writerAndDrain() {
            start.await();
            for (int i = 0; i < EVENTS; i += EVENTS_PER_POLL - 1) {
                lane.write(EVENTS_PER_POLL - 1);
                lane.drain();
            }
        }

        @Actor
        public void peek(final III_Result result) {
            start.await();
            result.r2 = lane.peek(PEEKS);
        }

        @Arbiter
        public void settle(final III_Result result) {
            lane.settle(result, DRAINED);
        }
    }

    /** Peeks during writing and draining: everything moves. jcstress skips it with fewer than three processors. */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideBoth {
        private final Peeked lane = DRAINED.take();
        private final Rendezvous start = new Rendezvous(3);

        @Actor
        public void writer() {
            start.await();
            lane.write(EVENTS);
        }

        @Actor
        public void drain() {
            start.await();
            for (int i = 0; i < EVENTS; i++) {
                lane.drain();
            }
        }

        @Actor
        public void peek(final III_Result result) {
            start.await();
            result.r2 = lane.peek(PEEKS);
        }

        @Arbiter
        public void settle(final III_Result result) {
            lane.settle(result, DRAINED);
        }
    }

    /** Peeks during writing in overwrite mode. */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideFlightRecorder {
        private final Peeked lane = RECORDERS.take();
        private final Rendezvous start = new Rendezvous(2);

        @Actor
        public void writer() {
            start.await();
            lane.write(EVENTS);
        }

        @Actor
        public void peek(final III_Result result) {
            start.await();
            result.r2 = lane.peek(PEEKS);
        }

        @Arbiter
        public void settle(final III_Result result) {
            lane.settle(result, RECORDERS);
        }
    }

    /** Lane with its writer, its drain, and a peeking reader, each used by one thread at a time. */
    private static final class Peeked implements Batch.Receiver {
        private static final int ALIGNMENT = 64;

        private final LaneMemory memory = LaneMemories.next();
        private final LaneLedger books = new LaneLedger(memory.otherEntry());
        private final LaneWriter writer;
        private final LaneReader drain;
        private final LanePeek peek;
        private final Batch batch = new Batch();
        private long written;
        private long attempts;
        private long next;
        private long read;
        private long behind;
        private long lost;
        private int faults;

        Peeked(final SessionSettings.Overflow overflow) {
            final Checkpoint start = new Checkpoint();
            books.initialise(start);
            writer = new LaneWriter(memory.ring(), memory.entry(), GEOMETRY, start, overflow,
                    SessionSettings.ClockKind.MONOTONIC);
            writer.handOver(1);
            drain = new LaneReader(books, memory.otherRing(), GEOMETRY, newBlock());
            peek = new LanePeek(books, memory.otherRing(), GEOMETRY, new ThreadNames(), null);
        }

        void write(final int count) {
            for (int i = 0; i < count; i++) {
                writer.attempt();
                final int index = writer.reserve(NumberedEvent.length(attempts));
                if (index < 0) {
                    writer.lose(index, NumberedEvent.time(attempts));
                } else {
                    NumberedEvent.fill(memory.ring(), index, attempts);
                    NumberedEvent.publish(writer, index, attempts);
                    written++;
                }
                attempts++;
            }
        }

        void drain() {
            drain.take(EVENTS_PER_POLL);
        }

        int peek(final int times) {
            final long before = read;
            for (int i = 0; i < times; i++) {
                read();
            }
            return (int) (read - before);
        }

        /** Arbiter: read the rest, while all others are idle. */
        void settle(final III_Result result, final Pool<Peeked> pool) {
            for (int i = 0; i < EVENTS && peek.hasFrames(); i++) {
                read();
            }
            if (peek.hasFrames()) {
                faults |= Fault.STUCK;
            }
            while (peek.losses(batch, false)) {
                batch.deliverAll(this);
            }
            if (peek.isBroken() || next != attempts || read + behind != written || lost != attempts - written
                    || behind != peek.behind()) {
                faults |= Fault.BOOKS;
            }
            result.r1 = memory.kind().figure();
            result.r3 = faults;
            if (faults == 0) {
                pool.giveBack(this);
            }
        }

        private void read() {
            if (peek.poll(batch)) {
                batch.deliverAll(this);
            }
        }

        @Override
        public void onRecords(final Batch of, final Batch.Piece piece, final int begin, final int end) {
            for (int offset = begin; offset < end;) {
                final int length = FrameDescriptor.length(of.bytes().getLong(offset));
                if (!NumberedEvent.matches(of.bytes(), offset, length, next)) {
                    faults |= Fault.EVENT;
                }
                offset = piece.next(offset, length);
                next++;
                read++;
            }
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            if (gap.firstNumber() != next || gap.behind() + gap.count(LossCause.FULL) != gap.total()) {
                faults |= Fault.GAP;
            }
            next = gap.nextNumber();
            behind += gap.behind();
            lost += gap.count(LossCause.FULL);
        }

        private static UnsafeBuffer newBlock() {
            return new UnsafeBuffer(BufferUtil.allocateDirectAligned(GEOMETRY.blockBytes(), ALIGNMENT));
        }
    }
}
