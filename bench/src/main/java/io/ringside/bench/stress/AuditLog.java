package io.ringside.bench.stress;

import io.ringside.internal.lane.LaneAudit;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.RingBytes;
import java.util.ArrayList;
import java.util.List;

import static io.ringside.bench.stress.LaneMemory.GEOMETRY;

/**
 * Audits a lane and keeps what was settled, to be held against what writer and reader did. For one thread at a time.
 * <p>
 * Every fourth audit lingers between the words and the ring, so that the ring may be written over in between.
 */
final class AuditLog {
    private static final int LINGER_SPINS = 150;

    private final StressLane lane;
    private final LaneLedger books;
    private final LaneAudit audit = new LaneAudit();
    private final List<Reading> readings = new ArrayList<>();
    private final RingBytes lingering;
    private int reads;

    /** Terms that were said to belong to one moment. */
    private record Reading(long attempts, long inFlight, long taken, long delivered, long inRing, long full,
            long tooLarge, long error) {
        static Reading of(final LaneAudit audit) {
            return new Reading(audit.attempts(), audit.inFlight(), audit.checkpoint().nextNumber,
                    audit.checkpoint().delivered, audit.inRing(), audit.losses().full, audit.losses().tooLarge,
                    audit.losses().error);
        }

        /**
         * An attempt in flight has no outcome; all before it have theirs, and the events among them are in one place.
         */
        boolean isMomentOf(final StressLane lane) {
            return delivered >= lane.start().delivered && inRing >= 0
                    && lane.agrees(attempts - inFlight, delivered + inRing, full, tooLarge, error)
                    && lane.wasAt(taken, attempts - inFlight);
        }
    }

    AuditLog(final StressLane lane) {
        this.lane = lane;
        books = new LaneLedger(lane.memory().otherEntry());
        final RingBytes ring = lane.memory().otherRing();
        lingering = (index, target, length) -> {
            for (int i = 0; i < LINGER_SPINS; i++) {
                Thread.onSpinWait();
            }
            return ring.copy(index, target, length);
        };
    }

    AuditLog begin() {
        readings.clear();
        return this;
    }

    /** Audit beside writer and reader. */
    void read() {
        if (audit.read(books, (reads++ & 3) == 0 ? lingering : lane.memory().otherRing(), GEOMETRY)) {
            readings.add(Reading.of(audit));
        }
    }

    /** Readings that were settled. */
    int settled() {
        return readings.size();
    }

    /**
     * Arbiter: whether each settled reading was of a moment that there was, and a lane at rest is settled.
     *
     * @return a fault or 0.
     */
    int faults() {
        final boolean resting = audit.read(books, lane.memory().otherRing(), GEOMETRY);
        return resting && readings.stream().allMatch(reading -> reading.isMomentOf(lane)) ? 0 : Fault.MOMENT;
    }
}
