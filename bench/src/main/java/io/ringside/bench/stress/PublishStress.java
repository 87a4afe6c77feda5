package io.ringside.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Test of {@code LaneWriter.publish} against {@code LaneReader.poll} on a lane with space: the words are {@code tail}
 * and all words before it, across the borders of blocks and of the lane and across a change of owner.
 * <p>
 * The second figure is the number of events that the reader had at the end of its thread. A defect would be an event
 * that is seen before its bytes are complete, twice, not at all, out of order, or with the other owner.
 */
@JCStressTest
@JCStressMeta(LaneOutcomes.class)
@State
public class PublishStress {
    private static final int EVENTS = 10;
    private static final int POLLS = 60;
    private static final Pool<StressLane> LANES = new Pool<>(StressLane::new);

    private final StressLane lane = LANES.take().begin();
    private final Rendezvous start = new Rendezvous(2);

    @Actor
    public void writer() {
        start.await();
        for (int i = 0; i < EVENTS; i++) {
            if (i == EVENTS / 2) {
                lane.handOver();
            }
            lane.write();
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
