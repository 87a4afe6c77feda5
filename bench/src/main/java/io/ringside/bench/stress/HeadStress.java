package io.ringside.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Test of {@code head}: a lagging reader releases space while the writer fills it. The race begins with a full lane and
 * a loss that no frame reports yet, so that a gap frame precedes the first event that finds space.
 * <p>
 * The second figure is the number of the writer's events that found space. A defect would be a byte that is overwritten
 * before the reader has copied it, or a gap that does not cover exactly the events that found no space.
 */
@JCStressTest
@JCStressMeta(LaneOutcomes.class)
@State
public class HeadStress {
    private static final int EVENTS = 8;
    private static final int POLLS = 7;
    private static final int EVENTS_PER_POLL = 2;
    private static final Pool<StressLane> LANES = new Pool<>(StressLane::new);

    private final StressLane lane = LANES.take().begin();
    private final Rendezvous start = new Rendezvous(2);

    public HeadStress() {
        while (lane.write()) {
            // Until the first loss.
        }
    }

    @Actor
    public void writer(final III_Result result) {
        start.await();
        int written = 0;
        for (int i = 0; i < EVENTS; i++) {
            written += lane.write() ? 1 : 0;
        }
        result.r2 = written;
    }

    @Actor
    public void reader() {
        start.await();
        for (int i = 0; i < POLLS; i++) {
            lane.poll(EVENTS_PER_POLL);
        }
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
