package io.ringside.internal.lane;

import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings.Overflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Random lanes, damaged ones too: what comes out of a lane is the same in runs of records as one by one. */
class LaneTakingTest {
    private static final int LANES = 200;
    private static final int ROUNDS = 40;
    private static final long[] START_NUMBERS = {0, 200, 4294967000L};
    private static final long[] START_POSITIONS = {0, 2147418112L, 4294901760L};

    private long together;

    @Test
    void shouldGiveTheSameInRunsAsOneByOneWhateverTheRingHolds() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        long events = 0;
        long damaged = 0;
        for (int i = 0; i < LANES; i++) {
            final LaneReader reader = compare(random, i % 2 == 1, "seed " + seed + ", lane " + i);
            events += reader.checkpoint().delivered;
            damaged += reader.checkpoint().corrupt;
        }

        assertThat(together).as("taken in runs of more than one, of %s", events).isGreaterThan(LANES);
        assertThat(damaged).isPositive();
    }

    @Test
    void shouldLeaveALaneAloneWhosePositionsNoLaneReaches() {
        final LaneFixture lane = LaneFixture.small();
        final Checkpoint far = new Checkpoint();
        far.position = Long.MAX_VALUE - 2 * FrameDescriptor.ALIGNMENT + 1;
        lane.ledger.storeCheckpoint(far);
        lane.ledger.entry().putLong(LedgerDescriptor.LANE_TAIL_OFFSET, far.position + FrameDescriptor.ALIGNMENT);

        final LaneReader reader = lane.newReader();
        assertThat(reader.isBroken()).isTrue();
        reader.giveUp(Overflow.DROP_NEWEST);
        assertThat(reader.checkpoint().discarded).isZero();
    }

    @Test
    void shouldTakeNothingMoreWhereAnotherReaderHasTaken() {
        final LaneFixture lane = LaneFixture.small();
        final OneByOne sink = new OneByOne();
        lane.write(1, 8);
        lane.write(2, 8);
        lane.write(3, 8);
        assertThat(Taking.poll(lane.reader, sink, 1)).isEqualTo(1);
        final LaneReader other = lane.newReader();
        assertThat(Taking.poll(other, sink, 1)).isEqualTo(1);

        assertThat(Taking.poll(lane.reader, sink, Integer.MAX_VALUE)).as("its lock was lost").isZero();
        assertThat(lane.reader.hasMoved()).isTrue();
        assertThat(Taking.poll(other, sink, Integer.MAX_VALUE)).isEqualTo(1);
        assertThat(lane.newReader().checkpoint().delivered).isEqualTo(3);
    }

    @Test
    void shouldTakeARecordOnceWhoseWordIsStoredBeforeTheTail() {
        final LaneFixture lane = LaneFixture.small();
        final OneByOne sink = new OneByOne();
        lane.write(1, 8);
        lane.write(2, 8);
        final long tail = lane.ledger.tailAcquire();
        lane.write(3, 8);
        lane.ledger.entry().putLong(LedgerDescriptor.LANE_TAIL_OFFSET, tail);
        final LaneAudit audit = new LaneAudit();
        assertThat(audit.read(lane.ledger, lane::copy, lane.geometry)).isTrue();
        assertThat(List.of(audit.inRing(), audit.inFlight())).containsExactly(2L, 1L);

        assertThat(Taking.poll(lane.reader, sink, 1)).as("by the tail, as a block begins").isEqualTo(1);
        assertThat(Taking.poll(lane.reader, sink, Integer.MAX_VALUE)).as("by their words").isEqualTo(2);
        assertThat(lane.reader.hasFrames()).isFalse();
        assertThat(lane.reader.isIdle()).isTrue();
        assertThat(audit.read(lane.ledger, lane::copy, lane.geometry)).isTrue();
        assertThat(List.of(audit.checkpoint().delivered, audit.inRing(), audit.inFlight())).containsExactly(3L, 0L, 0L);

        for (final LaneReader next : List.of(lane.newReader(), lane.newReaderByTail())) {
            assertThat(Taking.poll(next, sink, Integer.MAX_VALUE)).isZero();
            Taking.finish(next, sink);
            assertThat(next.isBroken()).isFalse();
            assertThat(next.checkpoint().abandoned).isZero();
        }
        lane.ledger.entry().putLong(LedgerDescriptor.LANE_TAIL_OFFSET, lane.writer.tail);
        lane.write(4, 8);
        assertThat(Taking.poll(lane.newReaderByTail(), sink, Integer.MAX_VALUE)).isEqualTo(1);
        assertThat(sink.taken).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void shouldAskTheTailWhenNoWordTellsOfWhatItCounts() {
        final LaneFixture lane = LaneFixture.small();
        final OneByOne sink = new OneByOne();
        lane.write(1, 8);
        Taking.poll(lane.reader, sink, Integer.MAX_VALUE);
        final int index = (int) lane.ledger.tailAcquire() & lane.geometry.indexMask();
        lane.write(2, 8);
        lane.ring.putLong(index, 0);

        assertThat(Taking.poll(lane.reader, sink, Integer.MAX_VALUE)).isZero();
        Taking.reportLosses(lane.reader, sink);
        Taking.poll(lane.reader, sink, Integer.MAX_VALUE);
        Taking.finish(lane.reader, sink);

        assertThat(lane.reader.checkpoint().corrupt).isEqualTo(1);
        assertThat(lane.reader.checkpoint().adds()).isTrue();
    }

    /** Returns the reader that took runs. */
    private LaneReader compare(final Random random, final boolean damaging, final String what) {
        final long number = START_NUMBERS[random.nextInt(START_NUMBERS.length)];
        final long position = START_POSITIONS[random.nextInt(START_POSITIONS.length)];
        final LaneFixture lane = new LaneFixture(LaneGeometry.MIN_LANE_BYTES, number, position);
        final LaneFixture twin = new LaneFixture(LaneGeometry.MIN_LANE_BYTES, number, position);
        final Runs runs = new Runs();
        final OneByOne oneByOne = new OneByOne();
        for (int round = 0; round < ROUNDS; round++) {
            write(random, lane);
            if (damaging && random.nextInt(8) == 0) {
                damage(random, lane);
            }
            twin.ring.putBytes(0, lane.ring, 0, lane.ring.capacity());
            twin.ledger.entry().putBytes(0, lane.ledger.entry(), 0, lane.ledger.entry().capacity());
            take(random, lane.reader, runs, twin.reader, oneByOne);
            assertSame(lane.reader, runs, twin.reader, oneByOne, what + ", round " + round);
        }
        while (lane.reader.hasFrames()) {
            Taking.poll(lane.reader, runs, Integer.MAX_VALUE);
            Taking.poll(twin.reader, oneByOne, Integer.MAX_VALUE);
            // A damaged length may lead to a word of 0, of which only a scan finds that it is before the tail.
            Taking.reportLosses(lane.reader, runs);
            Taking.reportLosses(twin.reader, oneByOne);
        }
        Taking.finish(lane.reader, runs);
        Taking.finish(twin.reader, oneByOne);
        assertSame(lane.reader, runs, twin.reader, oneByOne, what + ", in the end");
        together += runs.together;
        return lane.reader;
    }

    private static void assertSame(final LaneReader reader, final Runs runs, final LaneReader twin,
            final OneByOne oneByOne, final String what) {
        assertThat(runs.taken).as(what).isEqualTo(oneByOne.taken);
        assertThat(reader.checkpoint()).as(what).usingRecursiveComparison().isEqualTo(twin.checkpoint());
        assertThat(reader.isBroken()).as(what).isEqualTo(twin.isBroken());
        assertThat(reader.checkpoint().adds()).as(what).isTrue();
        runs.taken.clear();
        oneByOne.taken.clear();
    }

    private static void take(final Random random, final LaneReader reader, final Runs runs, final LaneReader twin,
            final OneByOne oneByOne) {
        for (int look = random.nextInt(4); look > 0; look--) {
            final int limit = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(40);
            assertThat(Taking.poll(reader, runs, limit)).isEqualTo(Taking.poll(twin, oneByOne, limit));
        }
        if (random.nextInt(4) == 0) {
            assertThat(Taking.reportLosses(reader, runs)).isEqualTo(Taking.reportLosses(twin, oneByOne));
        }
    }

    /** Some records of one kind, and now and then something else before or behind them. */
    private static void write(final Random random, final LaneFixture lane) {
        for (int i = random.nextInt(6); i > 0; i--) {
            switch (random.nextInt(12)) {
                case 0 -> lane.writer.handOver(1L + random.nextInt(3));
                case 1 -> lane.write(0, lane.geometry.maxRecordBytes());
                case 2 -> writeWithItem(random, lane);
                case 3 -> lane.write(random.nextLong(), random.nextInt(2000));
                default -> {
                    final int length = random.nextInt(100);
                    for (int record = random.nextInt(40); record > 0; record--) {
                        lane.write(random.nextLong(), length);
                    }
                }
            }
        }
    }

    private static void writeWithItem(final Random random, final LaneFixture lane) {
        final int length = ExtendedItemDescriptor.EVENT_KEY_LENGTH + random.nextInt(20);
        for (int record = random.nextInt(5); record > 0; record--) {
            lane.writer.attempt();
            final int index = lane.writer.reserve(length);
            if (index < 0) {
                lane.writer.lose(index, lane.time());
            } else {
                ExtendedItemDescriptor.putEventKey(lane.ring, index + FrameDescriptor.RECORD_HEADER_LENGTH,
                        random.nextLong(), false);
                lane.writer.publish(index, LaneFixture.REFERENCE | FrameDescriptor.EXTENDED, length, lane.time(), 0, 0);
            }
        }
    }

    private static void damage(final Random random, final LaneFixture lane) {
        final long position = lane.reader.checkpoint().position;
        final int waiting = (int) (lane.ledger.tailAcquire() - position);
        if (waiting > 0) {
            final int index = (int) (position + random.nextInt(waiting)) & lane.geometry.indexMask();
            lane.ring.putByte(index, (byte) (lane.ring.getByte(index) ^ (1 << random.nextInt(8))));
        }
    }

    /** Keeps what it is given, as text. */
    private static class OneByOne implements LaneSink {
        final List<String> taken = new ArrayList<>();

        @Override
        public final void onEvent(final DirectBuffer buffer, final int offset, final int length, final long owner) {
            int hash = length;
            for (int i = 0; i < length; i++) {
                hash = 31 * hash + buffer.getByte(offset + i);
            }
            taken.add(offset + "+" + length + " of " + owner + ": " + hash);
        }

        @Override
        public final void onGap(final LaneGap gap, final long owner) {
            final StringBuilder text = new StringBuilder("lost by ").append(owner).append(": ")
                    .append(gap.firstNumber()).append(" to ").append(gap.nextNumber()).append(" from ")
                    .append(gap.firstTimeTicks()).append(" to ").append(gap.lastTimeTicks());
            for (final LossCause cause : LossCause.values()) {
                text.append(' ').append(gap.count(cause));
            }
            taken.add(text.toString());
        }
    }

    private static final class Runs extends OneByOne {
        private long together;

        @Override
        public void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
                final long owner) {
            int record = offset;
            int last = offset;
            while (record < end) {
                final int length = FrameDescriptor.length(buffer.getLong(record));
                onEvent(buffer, record, length, owner);
                last = record;
                record += FrameDescriptor.align(length);
            }
            assertThat(record).isEqualTo(end);
            assertThat(last).isEqualTo(lastOffset);
            together += last > offset ? 1 : 0;
        }
    }
}
