package io.ringside.consumer.cli.demo;

import io.ringside.schema.PayloadWriter;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OrderFlowTest {
    private static final int MESSAGES = 50_000;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[OrderFlow.PAYLOAD_BYTES]);
    private final PayloadWriter payload = new PayloadWriter();

    @Test
    void shouldBeTheSameWhenTheSeedIsTheSame() {
        final OrderFlow one = new OrderFlow(7, 1);
        final OrderFlow same = new OrderFlow(7, 1);
        final OrderFlow other = new OrderFlow(8, 1);
        int differences = 0;
        for (int i = 0; i < MESSAGES; i++) {
            final int event = next(one);
            final byte[] bytes = buffer.byteArray().clone();
            assertThat(next(same)).isEqualTo(event);
            assertThat(buffer.byteArray()).isEqualTo(bytes);
            differences += next(other) == event ? 0 : 1;
        }
        assertThat(differences).isPositive();
    }

    @Test
    void shouldTakeFromOrdersWhatTheyHaveWhenTheyTradeShrinkOrGo() {
        final OrderFlow flow = new OrderFlow(20120621, 1_000);
        final Map<Long, Integer> open = new HashMap<>();
        final int[] counts = new int[OrderFlow.schema().events().size()];
        for (int i = 0; i < MESSAGES; i++) {
            final int event = next(flow);
            counts[event]++;
            assertThat(payload.isOverflowed()).isFalse();
            assertThat(payload.length()).isEqualTo(OrderFlow.PAYLOAD_BYTES);
            final long orderId = buffer.getLong(0, ByteOrder.LITTLE_ENDIAN);
            final int size = buffer.getInt(Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            assertThat(size).isPositive();
            if (event == OrderFlow.SUBMITTED) {
                assertThat(open.put(orderId, size)).isNull();
            } else {
                final int rest = open.get(orderId) - size;
                assertThat(rest).isNotNegative();
                assertThat(event == OrderFlow.DELETED && rest > 0).as("deleted in part").isFalse();
                assertThat(event == OrderFlow.CANCELED && rest == 0).as("canceled as a whole").isFalse();
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
        return flow.next(payload.wrap(buffer, 0, buffer.capacity()));
    }
}
