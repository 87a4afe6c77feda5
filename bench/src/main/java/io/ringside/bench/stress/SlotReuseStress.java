package io.ringside.bench.stress;

import io.ringside.write.WriteResult;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Test of the enable mask, the heap mask, the table of sessions and {@code busy}: a thread writes with {@code
 * ProviderEvent} while its session ends and another one takes over the slot. The barrier is the control thread's own.
 * <p>
 * The figures are the place at which one write pauses, the next session's enablement, the events in the ended session,
 * and the faults. A defect would be an attempt in the ended session after its final reading, an event in a session
 * whose enable mask does not want it, or an event in both or neither contrary to the result of the write.
 */
@JCStressTest
@Outcome(id = "0, \\d, \\d+, 0", expect = Expect.ACCEPTABLE, desc = "No write lingered.")
@Outcome(id = "1, \\d, \\d+, 0", expect = Expect.ACCEPTABLE, desc = "A write lingered after it had read the word.")
@Outcome(id = "2, \\d, \\d+, 0", expect = Expect.ACCEPTABLE, desc = "A write lingered within its record.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Fourth figure: 1 event, 2 gap, 4 ledger, 16 stranger, 32 stuck.")
@State
public class SlotReuseStress {
    /** Number of events that fit into a lane together with the name of the longest-named thread. */
    private static final int EVENTS = 6;
    private static final Pool<SlotRace> RACES = new Pool<>(SlotRace::new);

    private final SlotRace race = RACES.take().begin();
    private final Rendezvous start = new Rendezvous(2);

    @Actor
    public void writer() {
        race.writer();
        start.await();
        for (int i = 0; i < EVENTS; i++) {
            race.count(WriteResult.written(
                    race.event().write(race.nextPayload(), 0, StressSession.PAYLOAD_LENGTH)));
        }
    }

    @Actor
    public void agent() {
        start.await();
        race.end();
        race.reuse();
    }

    @Arbiter
    public void settle(final IIII_Result result) {
        result.r1 = race.linger().figure();
        result.r2 = race.successor().figure();
        result.r3 = race.recorded();
        result.r4 = race.settle();
        if (result.r4 == 0) {
            RACES.giveBack(race);
        }
    }
}
