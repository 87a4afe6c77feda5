package io.ringside.bench.stress;

import io.ringside.bench.stress.LingeringPayload.Linger;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Test of the mark of a claimed lane: a thread claims, fills and commits while its session ends, another session takes
 * over the slot, and the control thread unmaps the lane when no claim pins it. Here a pattern overwrites it.
 * <p>
 * The figures are whether a claim stays open, the next session's enablement, the events in the ended session, and the
 * faults. A defect would be a store into the lane after it was unmapped, bytes read from it after that, or a committed
 * event in a session that did not want it at that moment.
 */
@JCStressTest
@Outcome(id = "0, \\d, \\d, 0", expect = Expect.ACCEPTABLE, desc = "No claim stayed open.")
@Outcome(id = "[12], \\d, \\d, 0", expect = Expect.ACCEPTABLE, desc = "A claim stayed open.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Fourth figure: 1 event, 2 gap, 4 ledger, 16 stranger, 32 stuck.")
@State
public class OpenClaimStress {
    private static final int EVENTS = 3;
    private static final int SPINS = 100_000_000;
    private static final long UNMAPPED = 0xA5A5_A5A5_A5A5_A5A5L;
    private static final Pool<SlotRace> RACES = new Pool<>(SlotRace::new);

    private final SlotRace race = RACES.take().begin();
    private final Rendezvous start = new Rendezvous(2);
    private final EventClaim claim = EventClaim.create();
    private boolean unmapped;

    @Actor
    public void writer() {
        start.await();
        race.writer();
        for (int i = 0; i < EVENTS; i++) {
            long written = WriteResult.NOT_WANTED;
            if (race.event().tryClaim(claim, StressSession.PAYLOAD_LENGTH)) {
                race.lingerAt(Linger.BEFORE);
                StressSession.fill(claim.buffer(), race.writes());
                race.lingerAt(Linger.INSIDE);
                written = claim.commit();
            }
            race.count(WriteResult.written(written));
        }
    }

    @Actor
    public void agent() {
        start.await();
        race.end();
        race.ended().drain();
        race.reuse();
        final LaneWriter lane = race.ended().lane();
        for (int i = 0; i < SPINS && lane.isClaimed(); i++) {
            Thread.onSpinWait();
        }
        if (!lane.isClaimed()) {
            final UnsafeBuffer ring = race.ended().memory().ring();
            for (int index = 0; index < ring.capacity(); index += Long.BYTES) {
                ring.putLong(index, UNMAPPED);
            }
            unmapped = true;
        }
    }

    @Arbiter
    public void settle(final IIII_Result result) {
        result.r1 = race.linger().figure();
        result.r2 = race.successor().figure();
        result.r3 = race.recorded();
        result.r4 = race.settle() | (isUntouched() ? 0 : Fault.STRANGER);
        if (result.r4 == 0) {
            RACES.giveBack(race);
        }
    }

    private boolean isUntouched() {
        final UnsafeBuffer ring = race.ended().memory().ring();
        for (int index = 0; index < ring.capacity(); index += Long.BYTES) {
            if (ring.getLong(index) != UNMAPPED) {
                return false;
            }
        }
        return unmapped;
    }
}
