package io.ringside.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Test of eviction during copies: the writer of a session in overwrite mode goes around the lane several times, while
 * another thread takes snapshots of the lane or reads its ledger.
 * <p>
 * The second figure is the number of events in the snapshots, or of consistent readings. A defect would be an event
 * with a byte of another one, a duplicate or missing number, a snapshot without the newest event, or a consistent
 * reading of attempts and overwritten events that never existed together.
 */
public final class EvictStress {
    private static final int EVENTS = 48;
    private static final int SNAPSHOTS = 3;
    private static final int AUDITS = 8;
    private static final Pool<FlightLane> LANES = new Pool<>(FlightLane::new);

    private EvictStress() {}

    /** Evicts while a thread takes snapshots. */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideSnapshots {
        private final FlightLane lane = LANES.take().begin();
        private final Rendezvous start = new Rendezvous(2);

        @Actor
        public void writer() {
            start.await();
            lane.write(EVENTS);
        }

        @Actor
        public void reader(final III_Result result) {
            start.await();
            for (int i = 0; i < SNAPSHOTS; i++) {
                result.r2 += lane.snapshot();
            }
        }

        @Arbiter
        public void settle(final III_Result result) {
            EvictStress.settle(lane, result);
        }
    }

    /** Evicts while a thread reads the ledger. */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideAudits {
        private final FlightLane lane = LANES.take().begin();
        private final Rendezvous start = new Rendezvous(2);

        @Actor
        public void writer() {
            start.await();
            lane.write(EVENTS);
        }

        @Actor
        public void auditor(final III_Result result) {
            start.await();
            for (int i = 0; i < AUDITS; i++) {
                result.r2 += lane.audit() ? 1 : 0;
            }
        }

        @Arbiter
        public void settle(final III_Result result) {
            EvictStress.settle(lane, result);
        }
    }

    private static void settle(final FlightLane lane, final III_Result result) {
        result.r1 = lane.memory().kind().figure();
        result.r3 = lane.settle();
        if (result.r3 == 0) {
            LANES.giveBack(lane);
        }
    }
}
