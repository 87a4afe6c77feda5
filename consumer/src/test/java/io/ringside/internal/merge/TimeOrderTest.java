package io.ringside.internal.merge;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TimeOrderTest {
    private static final int ROUNDS = 500;
    private static final int RECORD_LENGTH = 64;
    private static final Comparator<Plain> PLAIN = Comparator.comparingLong(Plain::headTimeNs)
            .thenComparingInt(lane -> lane.process).thenComparingInt(lane -> lane.index);

    private final TimeOrder merge = new TimeOrder();
    private final List<String> taken = new ArrayList<>();

    @Test
    void shouldTakeTheLeastHeadEachTimeWhateverTheTimesAre() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            taken.clear();
            final List<Plain> model = randomLanes(random);
            final List<String> expected = new ArrayList<>();
            while (model.stream().anyMatch(Plain::hasHead)) {
                final long watermark = random.nextInt(60);
                final int limit = 1 + random.nextInt(10);
                final int before = expected.size();
                takePlainly(model, watermark, limit, expected);

                assertThat(merge.poll(watermark, limit)).as("seed %s", seed).isEqualTo(expected.size() - before);
                assertThat(taken).as("seed %s", seed).isEqualTo(expected);
            }
            assertThat(merge.isEmpty()).isTrue();
        }
    }

    @Test
    void shouldTakeEqualTimesByProcessAndLaneAndPosition() {
        offer(2, 0, 5, 5);
        offer(1, 1, 5, 5);
        offer(1, 0, 5);

        assertThat(merge.poll(5, 10)).isEqualTo(5);
        assertThat(taken).containsExactly("1/0#0", "1/1#0", "1/1#1", "2/0#0", "2/0#1");
    }

    @Test
    void shouldTakeNothingBeyondTheWatermarkOrTheLimit() {
        offer(1, 0, 10, 20, 30);
        offer(2, 0, 15, 25);

        assertThat(merge.poll(9, 10)).isZero();
        assertThat(merge.poll(20, 2)).isEqualTo(2);
        assertThat(merge.poll(20, 10)).isEqualTo(1);
        assertThat(taken).containsExactly("1/0#0", "2/0#0", "1/0#1");
        assertThat(merge.isEmpty()).isFalse();
    }

    @Test
    void shouldDeliverTheRestAfterAReceiverHasThrown() {
        final ListLane lane = offer(1, 0, 10, 20);
        lane.throwsAt = 0;

        assertThatThrownBy(() -> merge.poll(20, 10)).isInstanceOf(IllegalStateException.class);
        assertThat(merge.isEmpty()).isFalse();
        assertThat(merge.poll(20, 10)).as("both were taken by the first call").isZero();
        assertThat(merge.isEmpty()).isTrue();
        assertThat(taken).containsExactly("1/0#0", "1/0#1");
    }

    @Test
    void shouldTakeAllOfLanesThatEndAndLeaveTheOthers() {
        offer(1, 0, 10, 90);
        final ListLane other = offer(2, 0, 5);

        merge.deliverAll(lane -> lane != other);

        assertThat(taken).containsExactly("1/0#0", "1/0#1");
        assertThat(merge.poll(5, 10)).isEqualTo(1);
    }

    @Test
    void shouldForgetLanesThatAreGone() {
        final ListLane gone = offer(1, 0, 10);
        offer(2, 0, 5);

        merge.removeIf(lane -> lane == gone);
        merge.poll(Long.MAX_VALUE, 10);

        assertThat(taken).containsExactly("2/0#0");
    }

    private static void takePlainly(final List<Plain> lanes, final long watermark, final int limit,
            final List<String> names) {
        for (int i = 0; i < limit; i++) {
            final Plain least = lanes.stream().filter(Plain::hasHead).min(PLAIN).orElse(null);
            if (least == null || least.headTimeNs() > watermark) {
                return;
            }
            names.add(least.process + "/" + least.index + "#" + least.next);
            least.next++;
        }
    }

    /** Each lane's times are divided among some batches. */
    private List<Plain> randomLanes(final Random random) {
        final List<Plain> lanes = new ArrayList<>();
        for (int process = 0; process < 3; process++) {
            for (int index = 0; index < 3; index++) {
                final long[] times = random.longs(random.nextInt(8), 0, 50).toArray();
                lanes.add(new Plain(process, index, times));
                final ListLane lane = new ListLane(process, index);
                for (int from = 0; from < times.length;) {
                    final int to = from + 1 + random.nextInt(times.length - from);
                    merge.add(lane, batch(from, Arrays.copyOfRange(times, from, to)));
                    from = to;
                }
            }
        }
        return lanes;
    }

    private ListLane offer(final int process, final int index, final long... timesNs) {
        final ListLane lane = new ListLane(process, index);
        merge.add(lane, batch(0, timesNs));
        return lane;
    }

    /** Records of 64 bytes with a time and a position. */
    private static TimedBatch batch(final int firstPosition, final long... timesNs) {
        final UnsafeBuffer records = new UnsafeBuffer(new byte[timesNs.length * RECORD_LENGTH]);
        for (int i = 0; i < timesNs.length; i++) {
            final int offset = i * RECORD_LENGTH;
            records.putLong(offset, FrameDescriptor.word(0, RECORD_LENGTH, firstPosition + i));
            records.putLong(offset + FrameDescriptor.TIME_OFFSET, timesNs[i]);
            records.putLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH, firstPosition + i);
        }
        final TimedBatch batch = new TimedBatch();
        batch.begin(new Checkpoint(), records, 0, records.capacity());
        batch.onRecords(records, 0, records.capacity() - RECORD_LENGTH, records.capacity(), 1);
        batch.end(new Checkpoint(), Long.MAX_VALUE, true);
        return batch;
    }

    /** A lane as the model has it. */
    private static final class Plain {
        private final int process;
        private final int index;
        private final long[] timesNs;
        private int next;

        Plain(final int process, final int index, final long[] timesNs) {
            this.process = process;
            this.index = index;
            this.timesNs = timesNs;
        }

        boolean hasHead() {
            return next < timesNs.length;
        }

        long headTimeNs() {
            return timesNs[next];
        }
    }

    private final class ListLane extends OrderedLane {
        private final String name;
        private long throwsAt = -1;

        ListLane(final int process, final int index) {
            super(new Incarnation(7, process), index);
            this.name = process + "/" + index + "#";
        }

        @Override
        protected void onDelivered(final TimedBatch batch) {
            assertThat(batch.hasNext()).isFalse();
        }

        @Override
        public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
            for (int offset = begin; offset < end;) {
                final long position = batch.bytes().getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH);
                taken.add(name + position);
                offset = piece.next(offset, RECORD_LENGTH);
                batch.delivered(offset);
                if (position == throwsAt) {
                    throw new IllegalStateException("of the lane");
                }
            }
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            throw new AssertionError("nothing was lost");
        }
    }
}
