package io.ringside.internal.reader;

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
            final int count = 1 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                windows.add(TimeWindow.around(random.nextInt(TIMES), random.nextInt(6)));
            }
            final TimeWindow union = TimeWindow.union(windows);
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
        assertThat(TimeWindow.around(Long.MAX_VALUE - 1, 5)).isEqualTo(
                new TimeWindow(Long.MAX_VALUE - 6, Long.MAX_VALUE));
        assertThat(TimeWindow.around(Long.MIN_VALUE + 1, 5)).isEqualTo(
                new TimeWindow(Long.MIN_VALUE, Long.MIN_VALUE + 6));
    }
}
