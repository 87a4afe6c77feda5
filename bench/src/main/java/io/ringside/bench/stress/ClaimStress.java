package io.ringside.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Test of writing in place during reading: {@code reserveAhead}, the payload, and only then the attempt and {@code
 * tail}; in between, claims are filled and aborted.
 * <p>
 * The second figure is the number of events that the reader had at the end of its thread. A defect would be any part of
 * a claim that is visible before its commit or after its abort, or an event with another number than its claim.
 */
@JCStressTest
@JCStressMeta(LaneOutcomes.class)
@State
public class ClaimStress {
    private static final int EVENTS = 8;
    private static final int POLLS = 60;
    private static final int ABORTED_LENGTH = 64;
    private static final Pool<StressLane> LANES = new Pool<>(StressLane::new);

    private final StressLane lane = LANES.take().begin();
    private final Rendezvous start = new Rendezvous(2);

    @Actor
    public void writer() {
        start.await();
        for (int i = 0; i < EVENTS; i++) {
            if ((i & 1) == 0) {
                lane.claimAndAbort(ABORTED_LENGTH);
            }
            lane.claim();
        }
    }

    @Actor
    public void reader(final III_Result result) {
        start.await();
        for (int i = 0; i < POLLS && lane.seen() < EVENTS; i++) {
            lane.poll(Integer.MAX_VALUE);
        }
        result.r2 = lane.seen();
    }

    @Arbiter
    public void settle(final III_Result result) {
        result.r1 = lane.memory().kind().figure();
        result.r3 = lane.settle();
        if (result.r3 == 0) {
            LANES.giveBack(lane);
        }
    }
}
