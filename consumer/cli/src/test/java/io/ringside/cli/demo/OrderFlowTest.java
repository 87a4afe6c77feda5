package io.ringside.cli.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    @Test
    void shouldBeTheSameWhenTheSeedIsTheSame() {
        final OrderFlow one = new OrderFlow(7, 1);
        final OrderFlow same = new OrderFlow(7, 1);
        final OrderFlow other = new OrderFlow(8, 1);
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
    void shouldTakeFromOrdersWhatTheyHaveWhenTheyTradeShrinkOrGo() {
        final OrderFlow flow = new OrderFlow(20120621, 1_000);
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
        return (int) flow.next(new OrderEvents() {
            @Override
            public long submitted(final long orderId, final int size, final long price, final byte direction) {
                return keep(SUBMITTED, orderId, size, price, direction);
            }

            @Override
            public long canceled(final long orderId, final int size, final long price, final byte direction) {
                return keep(CANCELED, orderId, size, price, direction);
            }

            @Override
            public long deleted(final long orderId, final int size, final long price, final byte direction) {
                return keep(DELETED, orderId, size, price, direction);
            }

            @Override
            public long executed(final long orderId, final int size, final long price, final byte direction) {
                return keep(EXECUTED, orderId, size, price, direction);
            }
        });
    }

    private long keep(final int event, final long... values) {
        last = LongStream.of(values).boxed().toList();
        return event;
    }
}
