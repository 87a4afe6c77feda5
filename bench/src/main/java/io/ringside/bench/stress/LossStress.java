package io.ringside.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Test of the loss counters and the words of the pending gap against {@code LaneReader.stageLosses}, which reads them
 * twice, and against the gap frame that reports the same losses later. The writer loses events by all causes, including
 * errors, and writes others in between.
 * <p>
 * The second figure is the number of losses reported from the counters. A defect would be a loss that is reported
 * twice, not at all, at a wrong place, with a wrong cause, or with times that do not enclose it.
 */
@JCStressTest
@JCStressMeta(LaneOutcomes.class)
@State
public class LossStress {
    private static final Fate[] FATES = {Fate.FULL, Fate.TOO_LARGE, Fate.FULL, Fate.ERROR, Fate.TOO_LARGE, Fate.FULL,
        Fate.TOO_LARGE, Fate.WRITTEN};
    private static final int ATTEMPTS = 20;
    private static final int REPORTS = 60;
    private static final Pool<StressLane> LANES = new Pool<>(StressLane::new);

    private final StressLane lane = LANES.take().begin();
    private final Rendezvous start = new Rendezvous(2);

    @Actor
    public void writer() {
        start.await();
        for (int i = 0; i < ATTEMPTS; i++) {
            lane.attempt(FATES[i % FATES.length]);
        }
    }

    @Actor
    public void reader(final III_Result result) {
        start.await();
        int reported = 0;
        for (int i = 0; i < REPORTS && lane.seen() < ATTEMPTS; i++) {
            lane.poll(Integer.MAX_VALUE);
            reported += (int) lane.reportLosses();
        }
        result.r2 = reported;
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
