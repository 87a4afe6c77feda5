package io.ringside.transport.lane;

import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
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
        final Model model = new Model(startNumber);
        for (int i = 0; i < OPERATIONS; i++) {
            operate(random, lane, model);
        }
        while (lane.reader.hasFrames()) {
            lane.reader.poll(model, Integer.MAX_VALUE);
        }
        lane.reader.finish(model);

        assertThat(lane.reader.isBroken()).as("seed %s", seed).isFalse();
        assertThat(model.taken).as("seed %s", seed).isEqualTo(model.expected);
        assertThat(lane.reader.checkpoint().nextNumber).isEqualTo(lane.ledger.attemptsAcquire());
        assertThat(lane.reader.checkpoint().adds()).isTrue();
        assertThat(model.full).isPositive();
        assertThat(model.tooLarge).isPositive();
    }

    private static void operate(final Random random, final LaneFixture lane, final Model model) {
        switch (random.nextInt(40)) {
            case 0 -> {
                model.owner = 1L + random.nextInt(3);
                lane.writer.handOver(model.owner);
            }
            case 1 -> lane.reader.reportLosses(model);
            case 2 -> lane.reader = lane.newReader();
            case 3 -> model.write(lane, lane.geometry.maxRecordBytes() + random.nextInt(3) - 33);
            case 4, 5, 6 -> lane.reader.poll(model, 1 + random.nextInt(100));
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

    private static void claim(final Random random, final LaneFixture lane, final Model model) {
        final int length = random.nextInt(500);
        final int index = lane.writer.reserveAhead(length);
        if (index >= 0) {
            lane.reader.poll(model, Integer.MAX_VALUE);
            lane.writer.attempt();
            lane.complete(model.next, length, index);
            model.written(length);
        }
    }

    private static void audit(final LaneFixture lane, final Model model) {
        final LaneAudit audit = new LaneAudit();
        assertThat(audit.read(lane.ledger, lane::copy, lane.geometry)).isTrue();
        assertThat(audit.attempts()).isEqualTo(model.next);
        assertThat(audit.inFlight()).isZero();
        final long outcomes = audit.checkpoint().delivered + audit.inRing() + audit.losses().total();
        assertThat(outcomes).isEqualTo(model.next);
        assertThat(audit.losses().full).isEqualTo(model.full);
    }

    /** What must come out: for each attempt its number and what became of it. */
    private static final class Model implements LaneSink {
        final List<String> expected = new ArrayList<>();
        final List<String> taken = new ArrayList<>();
        long next;
        long owner = 1;
        long full;
        long tooLarge;

        Model(final long startNumber) {
            next = startNumber;
        }

        void write(final LaneFixture lane, final int payloadLength) {
            if (lane.write(next, payloadLength)) {
                written(payloadLength);
            } else {
                final boolean large = payloadLength > lane.writer.maxPayloadBytes();
                expected.add(next + (large ? " tooLarge" : " full"));
                full += large ? 0 : 1;
                tooLarge += large ? 1 : 0;
                next++;
            }
        }

        void written(final int payloadLength) {
            expected.add(next + " written by " + owner + " bytes " + payloadLength);
            next++;
        }

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            final int payloadLength = length - FrameDescriptor.RECORD_HEADER_LENGTH;
            final long number = payloadLength >= Long.BYTES
                    ? buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH)
                    : Long.parseLong(expected.get(taken.size()).replaceFirst(" .*", ""));
            taken.add(number + " written by " + ownerThreadId + " bytes " + payloadLength);
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            assertThat(gap.count(LossCause.FULL) + gap.count(LossCause.TOO_LARGE)).isEqualTo(gap.total());
            assertThat(gap.firstTimeTicks()).isPositive().isLessThanOrEqualTo(gap.lastTimeTicks());
            long fullSeen = 0;
            for (long number = gap.firstNumber(); number < gap.nextNumber(); number++) {
                final String fate = expected.get(taken.size());
                assertThat(fate).startsWith(number + " ").doesNotContain("written");
                fullSeen += fate.endsWith("full") ? 1 : 0;
                taken.add(fate);
            }
            assertThat(gap.count(LossCause.FULL)).isEqualTo(fullSeen);
        }
    }
}
