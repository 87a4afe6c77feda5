package io.ringside.internal.lane;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Random operations on a lane against a plain list of what must come out of it. */
class LaneModelTest {
    private static final int OPERATIONS = 200_000;

    @ParameterizedTest
    @CsvSource({"0, 0", "2147483000, 0", "4294967000, 2147418112", "4294960000, 4294901760"})
    void shouldGiveEveryAttemptOneOutcomeInOrder(final long startNumber, final long startPosition) {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        final LaneFixture lane = new LaneFixture(LaneGeometry.MIN_LANE_BYTES, startNumber, startPosition);
        final LaneModel model = new LaneModel(startNumber);
        for (int i = 0; i < OPERATIONS; i++) {
            operate(random, lane, model);
        }
        while (lane.reader.hasFrames()) {
            Taking.poll(lane.reader, model, Integer.MAX_VALUE);
        }
        Taking.finish(lane.reader, model);

        assertThat(lane.reader.isBroken()).as("seed %s", seed).isFalse();
        assertThat(model.taken).as("seed %s", seed).isEqualTo(model.expected);
        assertThat(lane.reader.checkpoint().nextNumber).isEqualTo(lane.ledger.attemptsAcquire());
        assertThat(lane.reader.checkpoint().adds()).isTrue();
        assertThat(model.full).isPositive();
        assertThat(model.tooLarge).isPositive();
    }

    private static void operate(final Random random, final LaneFixture lane, final LaneModel model) {
        switch (random.nextInt(40)) {
            case 0 -> {
                model.owner = 1L + random.nextInt(3);
                lane.writer.handOver(model.owner);
            }
            case 1 -> Taking.reportLosses(lane.reader, model);
            case 2 -> lane.reader = random.nextBoolean() ? lane.newReader() : lane.newReaderByTail();
            case 3 -> model.write(lane, lane.geometry.maxRecordBytes() + random.nextInt(3) - 33);
            case 4, 5, 6 -> Taking.poll(lane.reader, model, 1 + random.nextInt(100));
            case 7 -> {
                if (lane.writer.reserveAhead(random.nextInt(4000)) >= 0) {
                    lane.writer.abandonReservation();
                }
            }
            case 8 -> claim(random, lane, model);
            case 9 -> audit(lane, model);
            default -> model.write(lane, random.nextInt(random.nextInt(10) == 0 ? 3000 : 200));
        }
    }

    private static void claim(final Random random, final LaneFixture lane, final LaneModel model) {
        final int length = random.nextInt(500);
        final int index = lane.writer.reserveAhead(length);
        if (index >= 0) {
            Taking.poll(lane.reader, model, Integer.MAX_VALUE);
            lane.writer.attempt();
            lane.complete(model.next, length, index);
            model.written(length);
        }
    }

    private static void audit(final LaneFixture lane, final LaneModel model) {
        final LaneAudit audit = new LaneAudit();
        assertThat(audit.read(lane.ledger, lane::copy, lane.geometry)).isTrue();
        assertThat(audit.attempts()).isEqualTo(model.next);
        assertThat(audit.inFlight()).isZero();
        final long outcomes = audit.checkpoint().delivered + audit.inRing() + audit.losses().total();
        assertThat(outcomes).isEqualTo(model.next);
        assertThat(audit.losses().full).isEqualTo(model.full);
    }
}
