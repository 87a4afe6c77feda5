package io.ringside.internal.counterset;

import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CounterSetDecoderTest {
    private static final CounterSetSchema SET = CounterSetSchema.of("Calls", CounterSetSchema.Kind.MULTIPLE_AGGREGATE,
            List.of(CounterSchema.of(1, "mean", CounterType.AVERAGE_TIMER).withBase(2).withScale(-3).withUnit("s")
                    .withDescription("mean of calls").withAggregate(CounterSchema.Aggregate.SUM)
                    .withDetail(CounterSchema.Detail.ADVANCED).withFrequency(2)
                    .withDisplay(CounterSchema.Display.NO_DIGIT_GROUPING, CounterSchema.Display.AS_REAL),
                    CounterSchema.of(3, "rate", CounterType.BULK_COUNT).withTime(2),
                    CounterSchema.of(2, "Größe", CounterType.AVERAGE_BASE).withAggregate(CounterSchema.Aggregate.MAX)))
            .withDescription("all calls");

    @Test
    void shouldDecodeWhatWasEncoded() {
        final byte[] bytes = CounterSetEncoder.encode(SET);

        final CounterSetSchema decoded = decode(bytes);

        assertThat(decoded.name()).isEqualTo("Calls");
        assertThat(decoded.id()).isEqualTo(SET.id());
        assertThat(decoded.description()).isEqualTo("all calls");
        assertThat(decoded.kind()).isEqualTo(CounterSetSchema.Kind.MULTIPLE_AGGREGATE);
        assertThat(decoded.counters()).usingRecursiveComparison().isEqualTo(SET.counters());
        assertThat(CounterSetEncoder.encode(decoded)).isEqualTo(bytes);
    }

    @Test
    @DisplayName("R7.23 bytes that were cut or changed are a counter set or one exception")
    void shouldRefuseDamagedBytesByOneException() {
        final byte[] bytes = CounterSetEncoder.encode(SET);
        for (int length = 0; length < bytes.length; length++) {
            final byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> decode(cut)).isInstanceOf(RingsideException.class);
        }
        final Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            final byte[] changed = bytes.clone();
            changed[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try {
                assertThat(CounterSetEncoder.encode(decode(changed))).isEqualTo(changed);
            } catch (final RingsideException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void shouldRefuseAWindowThatIsNotInTheBuffer() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);

        assertThatThrownBy(() -> CounterSetDecoder.decode(buffer, 8, 9)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> CounterSetDecoder.decode(buffer, -1, 4)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> CounterSetDecoder.decode(buffer, 0, -4)).isInstanceOf(RingsideException.class);
    }

    private static CounterSetSchema decode(final byte[] bytes) {
        return CounterSetDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
