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
 * Test of {@code LaneAudit} while a lane is read, and while it is written and read: all words of the ledger and the
 * last block are read without taking anything.
 * <p>
 * The second figure is the number of consistent readings. A defect would be a consistent reading whose attempts,
 * outcomes by cause, events in the ring and attempt in flight never existed together in the lane, or an idle lane that
 * does not become consistent.
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
     * Audits while one thread writes and reads in turn: everything moves, over the whole lane, and the common progress
     * of writer and reader is known.
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

    /** Audits during reading: checkpoints and head move. */
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

    /** Audits during writing and reading: everything moves. jcstress skips it with fewer than three processors. */
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

    /** Lane with events in more than one block and losses in between, and its auditor. */
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
                    // A poll may store a checkpoint for each event, each of which the auditor may read.
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
     * Auditor of a lane that keeps the consistent readings, to compare them with the log of writer and reader. Used by
     * one thread at a time.
     * <p>
     * Every fourth audit pauses between the words and the ring, so that the ring may be overwritten in between.
     */
    static final class AuditLog {
        private static final int LINGER_SPINS = 150;

        private final StressLane lane;
        private final LaneLedger books;
        private final LaneAudit audit = new LaneAudit();
        private final List<Reading> readings = new ArrayList<>();
        private final RingBytes lingering;
        private int reads;

        /** Terms of one consistent reading. */
        private record Reading(long attempts, long inFlight, long taken, long delivered, long inRing, long full,
                long tooLarge, long error) {
            static Reading of(final LaneAudit audit) {
                return new Reading(audit.attempts(), audit.inFlight(), audit.checkpoint().nextNumber,
                        audit.checkpoint().delivered, audit.inRing(), audit.losses().full, audit.losses().tooLarge,
                        audit.losses().error);
            }

            /**
             * {@return whether the reading existed at one moment} The attempt in flight has no outcome; all earlier
             * attempts have one, and each of their events is counted in one place.
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

        /** Audits during writing and reading. */
        void read() {
            if (audit.read(books, (reads++ & 3) == 0 ? lingering : lane.memory().otherRing(), GEOMETRY)) {
                readings.add(Reading.of(audit));
            }
        }

        /** Returns the number of consistent readings. */
        int settled() {
            return readings.size();
        }

        /**
         * Checks, for the arbiter, that each consistent reading existed at one moment, and that an idle lane is
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
