package io.ringside.bench.stress;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.internal.write.ProviderState;
import io.ringside.internal.write.SessionLanes;
import io.ringside.internal.write.WriterThreads;
import io.ringside.write.WriteResult;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Test of the pool of a session's lanes: two threads write their first events, and the control thread adds a lane while
 * a thread writes its first event.
 * <p>
 * A defect would be a lane with two owners, an event that is neither in a lane nor counted as {@code noLane}, an event
 * that is both, or a lane whose owner does not see its fields as initialised.
 */
public final class LanePoolStress {
    private static final int SLOT = 63;
    private static final Pool<Lanes> LANES = new Pool<>(Lanes::new);

    private LanePoolStress() {}

    /** Two threads and a pool of one or two lanes. */
    @JCStressTest
    @Outcome(id = "2, 2, 0, 0", expect = Expect.ACCEPTABLE, desc = "Two lanes: each thread has its own.")
    @Outcome(id = "1, 1, 1, 0", expect = Expect.ACCEPTABLE, desc = "One lane: one has it, the other counts a loss.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A lane with two owners, or an event without exactly one outcome.")
    @State
    public static class FirstEvents {
        private final Lanes lanes = LANES.take().begin(1, 2);
        private final Rendezvous start = new Rendezvous(2);
        private int oneWritten;
        private int otherWritten;

        @Actor
        public void one() {
            start.await();
            oneWritten = lanes.write(1);
        }

        @Actor
        public void other() {
            start.await();
            otherWritten = lanes.write(2);
        }

        @Arbiter
        public void settle(final IIII_Result result) {
            result.r1 = lanes.count;
            result.r2 = oneWritten + otherWritten;
            result.r3 = lanes.laneless.events();
            result.r4 = lanes.faults();
            if (result.r4 == 0) {
                LANES.giveBack(lanes);
            }
        }
    }

    /** A thread and a control thread that adds the only lane. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "The lane came in time.")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "It came too late: the event is a counted loss.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An event without exactly one outcome, or an unfinished lane.")
    @State
    public static class Refill {
        private final Lanes lanes = LANES.take().begin(0, 0);
        private final Rendezvous start = new Rendezvous(2);

        @Actor
        public void writer(final III_Result result) {
            start.await();
            result.r1 = lanes.write(1);
        }

        @Actor
        public void agent() {
            start.await();
            lanes.add();
        }

        @Arbiter
        public void settle(final III_Result result) {
            result.r2 = lanes.laneless.events();
            result.r3 = lanes.faults();
            if (result.r3 == 0) {
                LANES.giveBack(lanes);
            }
        }
    }

    /** Session with up to two lanes, and an event that it wants. */
    private static final class Lanes {
        private static final AtomicInteger MADE = new AtomicInteger();

        final LanelessCount laneless = new LanelessCount();
        int count;
        private final StressSession first = new StressSession();
        private final StressSession second = new StressSession();
        private final UnsafeBuffer word = first.memory().word();
        private int race = MADE.getAndIncrement();
        private WriterThreads threads = new WriterThreads();
        private SessionLanes pool = new SessionLanes(SLOT, 1, 2, false, laneless);
        private DeclaredEvent event = new DeclaredEvent(new ProviderState(threads, StressSession.PROVIDER_ID),
                SlotRace.SCHEMA);

        Lanes begin(final int leastLanes, final int mostLanes) {
            count = leastLanes + race++ % (mostLanes - leastLanes + 1);
            laneless.reset();
            first.begin();
            second.begin();
            threads = new WriterThreads();
            final ProviderState provider = new ProviderState(threads, StressSession.PROVIDER_ID);
            event = new DeclaredEvent(provider, SlotRace.SCHEMA);
            pool = new SessionLanes(SLOT, 1, 2, false, laneless);
            if (count > 0) {
                pool.add(first.lane());
            }
            if (count > 1) {
                pool.add(second.lane());
            }
            threads.session(SLOT, pool);
            word.putLongRelease(0, 1L << SLOT);
            event.connect(word.addressOffset(), FrameDescriptor.reference(1, 2));
            provider.interest(StressSession.interest(1L << SLOT));
            return this;
        }

        /** Writer: write one event through its handle. */
        int write(final int token) {
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[StressSession.PAYLOAD_LENGTH]);
            StressSession.fill(payload, token);
            return WriteResult.written(event.write(payload, 0, StressSession.PAYLOAD_LENGTH));
        }

        /** Control thread: add a lane. */
        void add() {
            pool.add(first.lane());
        }

        /** Arbiter: return the sum of the faults. */
        int faults() {
            first.drain();
            second.drain();
            final boolean shared = Long.bitCount(first.tokens()) > 1
                    || Long.bitCount(second.tokens()) > 1 || (first.tokens() & second.tokens()) != 0
                    || (first.tokens() != 0 && first.ownerThreadId() == second.ownerThreadId());
            return first.faults() | second.faults() | (shared ? Fault.STRANGER : 0);
        }
    }
}
