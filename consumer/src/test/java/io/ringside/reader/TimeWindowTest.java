package io.ringside.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TimeWindowTest {
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final int TIMES = 100;

    @Test
    void shouldContainAndTouchWhatAnyOfItsPartsDoes() {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            final List<TimeWindow> windows = new ArrayList<>();
            final List<Long> moments = new ArrayList<>();
            final int spanNs = random.nextInt(6);
            final int count = 1 + random.nextInt(8);
            final long since = -5L + random.nextInt(TIMES / 2);
            final long until = since + TIMES / 2 + random.nextInt(TIMES);
            for (int i = 0; i < count; i++) {
                final long moment = since + random.nextInt((int) (until - since));
                moments.add(moment);
                windows.add(TimeWindow.of(Math.max(since, moment - spanNs), Math.min(until, moment + spanNs)));
            }
            final TimeWindow union = TimeWindow.around(moments, spanNs).within(since, until);
            for (long from = -10; from < TIMES + 10; from++) {
                final long time = from;
                assertThat(union.contains(time)).as("seed=%d, run=%d, time=%d", seed, run, time)
                        .isEqualTo(windows.stream().anyMatch(window -> window.contains(time)));
                final long to = from + random.nextInt(12);
                assertThat(union.touches(time, to)).as("seed=%d, run=%d, from=%d, to=%d", seed, run, time, to)
                        .isEqualTo(windows.stream().anyMatch(window -> window.touches(time, to)));
                assertThat(union.touches(UNKNOWN, to)).as("seed=%d, run=%d, to=%d", seed, run, to)
                        .isEqualTo(windows.stream().anyMatch(window -> window.touches(UNKNOWN, to)));
            }
        }
    }

    @Test
    void shouldEndWithTheTimesThatThereAre() {
        final TimeWindow last = TimeWindow.around(List.of(Long.MAX_VALUE - 1), 5);
        assertThat(last.contains(Long.MAX_VALUE - 6)).isTrue();
        assertThat(last.contains(Long.MAX_VALUE - 7)).isFalse();
        assertThat(last.endNs()).isEqualTo(Long.MAX_VALUE);
        final TimeWindow first = TimeWindow.around(List.of(Long.MIN_VALUE + 1), 5);
        assertThat(first.contains(Long.MIN_VALUE)).isTrue();
        assertThat(first.endNs()).isEqualTo(Long.MIN_VALUE + 6);
    }
}
