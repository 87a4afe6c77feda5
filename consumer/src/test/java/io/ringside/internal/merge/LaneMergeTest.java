package io.ringside.internal.merge;

import io.ringside.internal.files.Incarnation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LaneMergeTest {
    private static final int ROUNDS = 500;
    private static final Comparator<ListLane> PLAIN = Comparator.comparingLong(ListLane::headTimeNs)
            .thenComparingLong(lane -> lane.process.most()).thenComparingLong(lane -> lane.process.least())
            .thenComparingInt(lane -> lane.index);

    private final LaneMerge merge = new LaneMerge();
    private final List<String> taken = new ArrayList<>();

    @Test
    void shouldTakeTheLeastHeadEachTimeWhateverTheTimesAre() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            taken.clear();
            final List<ListLane> lanes = randomLanes(random);
            final List<ListLane> model = lanes.stream().map(ListLane::copy).toList();
            lanes.stream().filter(ListLane::hasHead).forEach(merge::offer);
            final List<String> expected = new ArrayList<>();
            while (model.stream().anyMatch(ListLane::hasHead)) {
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
    void shouldKeepALaneThatThrows() {
        final ListLane lane = offer(1, 0, 10, 20);
        lane.throwsAt = 0;

        assertThatThrownBy(() -> merge.poll(20, 10)).isInstanceOf(IllegalStateException.class);
        assertThat(merge.poll(20, 10)).isEqualTo(1);
        assertThat(taken).containsExactly("1/0#0", "1/0#1");
    }

    @Test
    void shouldTakeAllOfLanesThatEndAndLeaveTheOthers() {
        offer(1, 0, 10, 90);
        final ListLane other = offer(2, 0, 5);

        merge.takeAll(lane -> lane != other);

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

    private static void takePlainly(final List<ListLane> lanes, final long watermark, final int limit,
            final List<String> names) {
        for (int i = 0; i < limit; i++) {
            final ListLane least = lanes.stream().filter(ListLane::hasHead).min(PLAIN).orElse(null);
            if (least == null || least.headTimeNs() > watermark) {
                return;
            }
            names.add(least.headName());
            least.next++;
        }
    }

    private List<ListLane> randomLanes(final Random random) {
        final List<ListLane> lanes = new ArrayList<>();
        for (int process = 0; process < 3; process++) {
            for (int index = 0; index < 3; index++) {
                lanes.add(new ListLane(process, index, random.longs(random.nextInt(8), 0, 50).toArray()));
            }
        }
        return lanes;
    }

    private ListLane offer(final int process, final int index, final long... timesNs) {
        final ListLane lane = new ListLane(process, index, timesNs);
        merge.offer(lane);
        return lane;
    }

    private final class ListLane implements MergeLane {
        private final Incarnation process;
        private final int index;
        private final long[] timesNs;
        private int next;
        private int throwsAt = -1;

        ListLane(final int process, final int index, final long[] timesNs) {
            this.process = new Incarnation(7, process);
            this.index = index;
            this.timesNs = timesNs;
        }

        ListLane copy() {
            return new ListLane((int) process.least(), index, timesNs);
        }

        String headName() {
            return process.least() + "/" + index + "#" + next;
        }

        @Override
        public Incarnation process() {
            return process;
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public boolean hasHead() {
            return next < timesNs.length;
        }

        @Override
        public long headTimeNs() {
            return timesNs[next];
        }

        @Override
        public int takeHead() {
            taken.add(headName());
            if (next++ == throwsAt) {
                throw new IllegalStateException("of the lane");
            }
            return 1;
        }
    }
}
