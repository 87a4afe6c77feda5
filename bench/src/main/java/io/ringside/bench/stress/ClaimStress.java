package io.ringside.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Writing in place against the reader: {@code reserveAhead}, the payload, and only then the attempt and {@code tail};
 * in between claims that are filled and given up.
 * <p>
 * The second figure is how many events the reader had when its thread was done. A defect would be anything seen of a
 * claim before its commit, or of one that was given up, or a number that the claim had and its event has not.
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
