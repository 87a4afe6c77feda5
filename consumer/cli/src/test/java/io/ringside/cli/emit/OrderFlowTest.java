package io.ringside.cli.emit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OrderFlowTest {
    private static final int MESSAGES = 50_000;
    private static final int SUBMITTED = 0;
    private static final int CANCELED = 1;
    private static final int DELETED = 2;
    private static final int EXECUTED = 3;

    private List<Long> last = List.of();
    private final OrderEvents events = new OrderEvents() {
        @Override
        public long submitted(final long time, final byte type, final long orderId, final int size, final long price,
                final byte direction) {
            assertThat(type).isEqualTo((byte) (SUBMITTED + 1));
            return keep(SUBMITTED, orderId, size, price, direction);
        }

        @Override
        public long canceled(final long time, final byte type, final long orderId, final int size, final long price,
                final byte direction) {
            assertThat(type).isEqualTo((byte) (CANCELED + 1));
            return keep(CANCELED, orderId, size, price, direction);
        }

        @Override
        public long deleted(final long time, final byte type, final long orderId, final int size, final long price,
                final byte direction) {
            assertThat(type).isEqualTo((byte) (DELETED + 1));
            return keep(DELETED, orderId, size, price, direction);
        }

        @Override
        public long executed(final long time, final byte type, final long orderId, final int size, final long price,
                final byte direction) {
            assertThat(type).isEqualTo((byte) (EXECUTED + 1));
            return keep(EXECUTED, orderId, size, price, direction);
        }

        @Override
        public long executedHidden(final long time, final byte type, final long orderId, final int size,
                final long price,
                final byte direction) {
            throw new AssertionError("hidden orders are in files only");
        }
    };

    @Test
    void shouldBeTheSameWhenTheSeedIsTheSame() {
        final OrderFlow one = new OrderFlow(events, 7, 1);
        final OrderFlow same = new OrderFlow(events, 7, 1);
        final OrderFlow other = new OrderFlow(events, 8, 1);
        int differences = 0;
        for (int i = 0; i < MESSAGES; i++) {
            final int event = next(one);
            final List<Long> values = last;
            assertThat(next(same)).isEqualTo(event);
            assertThat(last).isEqualTo(values);
            differences += next(other) == event ? 0 : 1;
        }
        assertThat(differences).isPositive();
    }

    @Test
    void shouldComeInBurstsOfTwentyThousandEventsASecond() {
        final OrderFlow flow = new OrderFlow(events, 7, 1);
        long last = flow.next();
        assertThat(last).isZero();
        final Set<Long> bursts = new HashSet<>();
        for (int i = 1; i < MESSAGES; i++) {
            final long dueNs = flow.next();
            assertThat(dueNs).isGreaterThanOrEqualTo(last);
            bursts.add(dueNs);
            last = dueNs;
        }
        assertThat(bursts.size()).isBetween(MESSAGES / 400, MESSAGES / 100);
        assertThat(last).isBetween(2_470_000_000L, 2_500_000_000L);
    }

    @Test
    void shouldTakeFromOrdersWhatTheyHaveWhenTheyTradeShrinkOrGo() {
        final OrderFlow flow = new OrderFlow(events, 20120621, 1_000);
        final Map<Long, Integer> open = new HashMap<>();
        final int[] counts = new int[EXECUTED + 1];
        for (int i = 0; i < MESSAGES; i++) {
            final int event = next(flow);
            counts[event]++;
            final long orderId = last.get(0);
            final int size = last.get(1).intValue();
            assertThat(size).isPositive();
            if (event == SUBMITTED) {
                assertThat(open.put(orderId, size)).isNull();
            } else {
                final int rest = open.get(orderId) - size;
                assertThat(rest).isNotNegative();
                assertThat(event == DELETED && rest > 0).as("deleted in part").isFalse();
                assertThat(event == CANCELED && rest == 0).as("canceled as a whole").isFalse();
                if (rest == 0) {
                    open.remove(orderId);
                } else {
                    open.put(orderId, rest);
                }
            }
        }
        assertThat(counts).doesNotContain(0);
    }

    private int next(final OrderFlow flow) {
        flow.next();
        return (int) flow.write();
    }

    private long keep(final int event, final long... values) {
        last = LongStream.of(values).boxed().toList();
        return event;
    }
}
