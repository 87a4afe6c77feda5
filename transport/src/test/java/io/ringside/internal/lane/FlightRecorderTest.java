package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.SessionSettings.Overflow;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A lane that overwrites its oldest blocks, and snapshots of it beside its writer. */
class FlightRecorderTest {
    private static final int PAYLOAD_BYTES = 96;
    private static final int OPERATIONS = 60_000;

    @Test
    void shouldKeepTheNewestEventsAndTellHowManyWereOverwritten() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        final int count = 5_000;
        writeAll(lane, count);

        final SnapshotFates fates = SnapshotFates.of(lane, lane::copy, 0);

        assertThat(fates.nextNumber()).isEqualTo(count);
        assertEndsWith(fates, count);
        final int blocksKept = 3;
        final int recordBytes = FrameDescriptor.RECORD_HEADER_LENGTH + PAYLOAD_BYTES;
        assertThat(fates.values().size() * recordBytes)
                .isGreaterThan((blocksKept - 1) * lane.geometry.blockBytes()).isLessThan(lane.geometry.laneBytes());
    }

    @Test
    void shouldHoldEverythingAsLongAsNothingWasOverwritten() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        writeAll(lane, 100);

        assertThat(SnapshotFates.of(lane, lane::copy, 0).values()).isEqualTo(range(0, 100));
        assertThat(SnapshotFates.of(LaneFixture.flightRecorder(0, 0), lane::copy, 0).fates()).isEmpty();
    }

    @Test
    void shouldTakeNothingSoThatASecondSnapshotHoldsTheSame() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        writeAll(lane, 3_000);

        final List<Long> first = SnapshotFates.of(lane, lane::copy, 0).fates();

        assertThat(SnapshotFates.of(lane, lane::copy, 0).fates()).isEqualTo(first);
    }

    @Test
    void shouldTellWhatWasLostBetweenTheEventsThatWereOverwritten() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        final int tooLarge = 1 + lane.writer.maxPayloadBytes();
        for (int i = 0; i < 1_000; i++) {
            lane.write(4L * i, PAYLOAD_BYTES);
            lane.write(4L * i + 1, PAYLOAD_BYTES);
            lane.write(-1, tooLarge);
            lane.write(4L * i + 3, PAYLOAD_BYTES);
        }
        lane.write(-1, tooLarge);

        final SnapshotFates fates = SnapshotFates.of(lane, lane::copy, 0);

        assertThat(fates.nextNumber()).isEqualTo(4_001);
        assertThat(fates.count(SnapshotFates.LOST)).isEqualTo(1_001);
        assertThat(fates.count(SnapshotFates.OVERWRITTEN) + fates.values().size()).isEqualTo(3_000);
        assertThat(fates.fates().get(4_000)).isEqualTo(SnapshotFates.LOST);
        assertThat(fates.fates().get(3_999)).isEqualTo(3_999);
    }

    @Test
    void shouldLeaveOutTheBlockThatTheWriterHasComeToDuringItsCopy() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        writeAll(lane, 2_000);
        final Interruption ring = new Interruption(lane, 2, 200);

        final SnapshotFates fates = SnapshotFates.of(lane, ring, 0);

        assertThat(fates.count(SnapshotFates.OVERWRITTEN) + fates.values().size()).isEqualTo(fates.nextNumber());
        assertThat(fates.nextNumber()).isEqualTo(2_000);
        assertThat(fates.values()).isEqualTo(range(2_000 - fates.values().size(), 2_000));
        assertThat(fates.values().size()).isLessThan(SnapshotFates.of(lane, lane::copy, 0).values().size());
    }

    @Test
    void shouldHoldTheNewestEventsAlsoWhenTheWriterHasOverwrittenAllOthersMeanwhile() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        writeAll(lane, 1_000);
        final Interruption ring = new Interruption(lane, 3, 5_000);

        final SnapshotFates fates = SnapshotFates.of(lane, ring, 0);

        assertThat(fates.nextNumber()).isEqualTo(6_000);
        assertThat(fates.values()).contains(5_999L);
        assertThat(fates.values().get(0)).as("from before the writer went on").isLessThan(1_000);
        assertThat(fates.count(SnapshotFates.OVERWRITTEN) + fates.values().size()).isEqualTo(6_000);
    }

    @Test
    void shouldGiveUpALaneWhoseWriterIsFasterThanAnyCopy() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        writeAll(lane, 1_000);
        final RingBytes ring = (index, target, length) -> {
            writeAll(lane, 200);
            return lane.copy(index, target, length);
        };
        final SnapshotFates fates = new SnapshotFates(lane.geometry, 0);
        final LaneSnapshot snapshot = new LaneSnapshot(lane.ledger, ring, lane.geometry, lane.newCopy());

        while (snapshot.look(fates)) {
            snapshot.copy(fates);
        }

        assertThat(snapshot.isBroken()).isTrue();
        assertThat(fates.count(SnapshotFates.OVERWRITTEN) + fates.values().size()).isEqualTo(fates.nextNumber());
    }

    @Test
    void shouldCountWhatIsLeftAsOverwrittenWhenItIsGivenUp() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        writeAll(lane, 3_000);
        lane.write(-1, 1 + lane.writer.maxPayloadBytes());
        lane.writer.attempt();
        final LaneReader reader = lane.newReader();

        reader.giveUp(Overflow.DROP_OLDEST);

        assertThat(reader.isBroken()).isFalse();
        assertThat(reader.checkpoint().adds()).isTrue();
        assertThat(reader.checkpoint().nextNumber).isEqualTo(3_002);
        assertThat(reader.checkpoint().overwritten).isEqualTo(3_000);
        assertThat(reader.checkpoint().lostTooLarge).isEqualTo(1);
        assertThat(reader.checkpoint().abandoned).isEqualTo(1);
        final LaneReader again = lane.newReader();
        again.giveUp(Overflow.DROP_OLDEST);
        assertThat(again.checkpoint()).as("a second time").usingRecursiveComparison().isEqualTo(reader.checkpoint());
    }

    @Test
    void shouldTellWhatADamagedHeaderHidesByTheNextOne() {
        final LaneFixture lane = LaneFixture.flightRecorder(0, 0);
        writeAll(lane, 3_000);
        final int oldest = (int) lane.ledger.evictedAcquire() & (lane.geometry.laneBytes() - 1);
        lane.ring.putInt(oldest + BlockDescriptor.MAGIC_OFFSET, 0);
        assertThat(new LaneAudit().read(lane.ledger, lane::copy, lane.geometry)).as("settled").isFalse();
        final LaneReader reader = lane.newReader();

        reader.giveUp(Overflow.DROP_OLDEST);

        assertThat(reader.checkpoint().adds()).isTrue();
        assertThat(reader.checkpoint().nextNumber).isEqualTo(3_000);
        assertThat(reader.checkpoint().corrupt).isPositive();
        assertThat(reader.checkpoint().corrupt + reader.checkpoint().overwritten).isEqualTo(3_000);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2147483000, 0", "4294967000, 2147418112", "4294960000, 4294901760"})
    void shouldGiveEveryAttemptOneFateWhateverIsWritten(final long startNumber, final long startPosition) {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        final LaneFixture lane = LaneFixture.flightRecorder(startNumber, startPosition);
        long next = startNumber;
        long tooLarge = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            switch (random.nextInt(200)) {
                case 0 -> lane.writer.handOver(1 + random.nextInt(3));
                case 1 -> {
                    if (lane.writer.reserveAhead(random.nextInt(4_000)) >= 0) {
                        lane.writer.abandonReservation();
                    }
                }
                case 2, 3 -> {
                    lane.write(next++, lane.geometry.maxRecordBytes() + 1);
                    tooLarge++;
                }
                case 4 -> check(random, lane, startNumber, next, tooLarge);
                default -> assertThat(lane.write(next++, Long.BYTES + random.nextInt(random.nextInt(10) == 0
                        ? 3_000
                        : 200))).as("a flight recorder is never full, seed %s", seed).isTrue();
            }
        }
        check(random, lane, startNumber, next, tooLarge);
    }

    private static void check(final Random random, final LaneFixture lane, final long startNumber, final long next,
            final long tooLarge) {
        final LaneAudit audit = new LaneAudit();
        assertThat(audit.read(lane.ledger, lane::copy, lane.geometry)).isTrue();
        assertThat(audit.attempts()).isEqualTo(next);
        assertThat(audit.inFlight()).isZero();
        assertThat(audit.losses().tooLarge).isEqualTo(tooLarge);
        assertThat(startNumber + audit.overwritten() + audit.inRing() + tooLarge).isEqualTo(next);

        final SnapshotFates fates = SnapshotFates.of(lane, lane::copy, startNumber);
        assertThat(fates.nextNumber()).isEqualTo(next);
        assertThat(fates.count(SnapshotFates.OVERWRITTEN)).isEqualTo(audit.overwritten());
        assertThat(fates.count(SnapshotFates.LOST)).isEqualTo(tooLarge);
        for (int i = random.nextInt(16); i < fates.fates().size(); i += 16) {
            final long fate = fates.fates().get(i);
            assertThat(fate).isIn(SnapshotFates.LOST, SnapshotFates.OVERWRITTEN, startNumber + i);
        }
        assertThat(audit.losses().total()).isEqualTo(tooLarge);
        assertThat(lane.reader.checkpoint().delivered).as("nothing is taken").isEqualTo(startNumber);
    }

    /** Numbered from the lane's next number on. */
    private static void writeAll(final LaneFixture lane, final int count) {
        for (int i = 0; i < count; i++) {
            assertThat(lane.write(lane.ledger.attemptsAcquire(), PAYLOAD_BYTES)).isTrue();
        }
    }

    /** Each number once: overwritten up to somewhere, and from there on in the snapshot up to the last. */
    private static void assertEndsWith(final SnapshotFates fates, final long end) {
        final long first = fates.count(SnapshotFates.OVERWRITTEN);
        assertThat(fates.fates().subList(0, (int) first)).containsOnly(SnapshotFates.OVERWRITTEN);
        assertThat(fates.values()).isEqualTo(range(first, end));
    }

    private static List<Long> range(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** The lane's bytes; at one of the copies the writer writes before it. */
    private static final class Interruption implements RingBytes {
        private final LaneFixture lane;
        private final int events;
        private int copiesToGo;

        private Interruption(final LaneFixture lane, final int atCopy, final int events) {
            this.lane = lane;
            this.copiesToGo = atCopy;
            this.events = events;
        }

        @Override
        public boolean copy(final int index, final MutableDirectBuffer target, final int length) {
            copiesToGo--;
            if (copiesToGo == 0) {
                writeAll(lane, events);
            }
            return lane.copy(index, target, length);
        }
    }
}
