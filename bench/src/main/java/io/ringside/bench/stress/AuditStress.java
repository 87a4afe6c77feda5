package io.ringside.bench.stress;

import io.ringside.internal.lane.LaneAudit;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.RingBytes;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import static io.ringside.bench.stress.LaneMemory.GEOMETRY;

/**
 * {@code LaneAudit} beside a lane's reader, and beside writer and reader: all words of the ledger and the last block,
 * read by somebody who takes nothing.
 * <p>
 * The second figure is how many readings were consistent. A defect would be a consistent reading whose attempts,
 * outcomes by cause, events in the ring and attempt in flight were never those of the lane at one moment; and a lane at
 * rest that does not become consistent.
 */
public final class AuditStress {
    private static final Fate[] FATES = {Fate.WRITTEN, Fate.ERROR, Fate.WRITTEN, Fate.TOO_LARGE, Fate.WRITTEN,
        Fate.FULL, Fate.WRITTEN};
    private static final int ATTEMPTS_BEFORE = 12;
    private static final int ATTEMPTS = 42;
    private static final int AUDITS = 8;
    private static final int POLLS = 8;
    private static final int EVENTS_PER_POLL = 2;
    private static final Pool<Audited> LANES = new Pool<>(Audited::new);

    private AuditStress() {}

    /**
     * Audits beside writer and reader in turn, on one thread: everything moves, over the whole lane, and it is known
     * how far the two ever were together.
     */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideBothInTurn {
        private final Audited audited = LANES.take().begin();
        private final Rendezvous start = new Rendezvous(2);

        @Actor
        public void writerAndReader() {
            start.await();
            audited.writeAndTake();
        }

        @Actor
        public void auditor(final III_Result result) {
            start.await();
            result.r2 = audited.audit();
        }

        @Arbiter
        public void settle(final III_Result result) {
            audited.settle(result);
        }
    }

    /** Audits beside the reader: checkpoints and head move. */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideReader {
        private final Audited audited = LANES.take().begin();
        private final Rendezvous start = new Rendezvous(2);

        @Actor
        public void reader() {
            start.await();
            audited.take();
        }

        @Actor
        public void auditor(final III_Result result) {
            start.await();
            result.r2 = audited.audit();
        }

        @Arbiter
        public void settle(final III_Result result) {
            audited.settle(result);
        }
    }

    /** Audits beside both: everything moves. Needs three processors; jcstress leaves it out where there are fewer. */
    @JCStressTest
    @JCStressMeta(LaneOutcomes.class)
    @State
    public static class BesideBoth {
        private final Audited audited = LANES.take().begin();
        private final Rendezvous start = new Rendezvous(3);

        @Actor
        public void writer() {
            start.await();
            audited.write();
        }

        @Actor
        public void reader() {
            start.await();
            audited.take();
        }

        @Actor
        public void auditor(final III_Result result) {
            start.await();
            result.r2 = audited.audit();
        }

        @Arbiter
        public void settle(final III_Result result) {
            audited.settle(result);
        }
    }

    /** A lane with events in more than one block and losses in between, and its auditor. */
    private static final class Audited {
        private final StressLane lane = new StressLane();
        private final AuditLog log = new AuditLog(lane);

        Audited begin() {
            lane.begin();
            log.begin();
            attempt(ATTEMPTS_BEFORE);
            lane.poll(EVENTS_PER_POLL);
            return this;
        }

        void write() {
            attempt(ATTEMPTS);
        }

        void writeAndTake() {
            lane.remember();
            for (int i = 0; i < ATTEMPTS; i++) {
                lane.attempt(FATES[i % FATES.length]);
                lane.remember();
                if (i % 3 == 2) {
                    // A poll may store a checkpoint for each event: the auditor may see each of them.
                    lane.poll(1);
                    lane.remember();
                    lane.poll(1);
                    lane.remember();
                    lane.reportLosses();
                    lane.remember();
                }
            }
        }

        private void attempt(final int attempts) {
            for (int i = 0; i < attempts; i++) {
                lane.attempt(FATES[i % FATES.length]);
            }
        }

        void take() {
            for (int i = 0; i < POLLS; i++) {
                lane.poll(EVENTS_PER_POLL);
                lane.reportLosses();
            }
        }

        int audit() {
            for (int i = 0; i < AUDITS; i++) {
                log.read();
            }
            return log.settled();
        }

        void settle(final III_Result result) {
            result.r1 = lane.memory().kind().figure();
            result.r3 = lane.settle() | log.faults();
            if (result.r3 == 0) {
                LANES.giveBack(this);
            }
        }
    }

    /**
     * Audits a lane and keeps the consistent readings, to be compared with the log of writer and reader. For one thread
     * at a time.
     * <p>
     * Every fourth audit lingers between the words and the ring, so that the ring may be written over in between.
     */
    static final class AuditLog {
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
             * An attempt in flight has no outcome; all before it have theirs, and the events among them are in one
             * place.
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

        /** Consistent readings. */
        int settled() {
            return readings.size();
        }

        /**
         * Checks, for the arbiter, that each consistent reading was of one moment, and that a lane at rest is
         * consistent.
         *
         * @return a fault or 0.
         */
        int faults() {
            final boolean resting = audit.read(books, lane.memory().otherRing(), GEOMETRY);
            return resting && readings.stream().allMatch(reading -> reading.isMomentOf(lane)) ? 0 : Fault.MOMENT;
        }
    }
}
