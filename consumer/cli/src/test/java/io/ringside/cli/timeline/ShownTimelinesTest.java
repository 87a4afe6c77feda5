package io.ringside.cli.timeline;

import io.ringside.timeline.Timelines;
import io.ringside.timeline.Timelines.Stage;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShownTimelinesTest {
    @Test
    void shouldKeepTheSlowest() {
        final ShownTimelines shown = new ShownTimelines(List.of(), 2);
        LongStream.of(5, 3, 9, 9, 1).forEach(durationNs -> shown.accept(timeline(durationNs, 2)));

        assertThat(shown.list()).extracting(Timelines.Timeline::durationNs).containsExactly(9L, 9L);
        assertThat(shown.leftOut()).isZero();
    }

    @Test
    void shouldCountThoseThatAreTooMany() {
        final ShownTimelines slow = new ShownTimelines(List.of(), ShownTimelines.LIMIT + 7);
        final ShownTimelines ofKey = new ShownTimelines(List.of("1"), 0);
        for (int i = 0; i < ShownTimelines.LIMIT + 9; i++) {
            slow.accept(timeline(i, 2));
            ofKey.accept(timeline(1, 2));
        }

        assertThat(slow.list()).hasSize(ShownTimelines.LIMIT);
        assertThat(slow.list().get(0).durationNs()).isEqualTo(ShownTimelines.LIMIT + 8);
        assertThat(slow.leftOut()).isPositive();
        assertThat(ofKey.list()).hasSize(ShownTimelines.LIMIT);
        assertThat(ofKey.leftOut()).isEqualTo(9);
    }

    @Test
    void shouldKeepAsManyEventsAsThereIsMemoryFor() {
        final ShownTimelines shown = new ShownTimelines(List.of(), ShownTimelines.LIMIT);
        final int length = (int) (ShownTimelines.STAGES_MAX / 3);
        LongStream.rangeClosed(1, 5).forEach(durationNs -> shown.accept(timeline(durationNs, length)));

        assertThat(shown.list()).extracting(Timelines.Timeline::durationNs).containsExactly(5L, 4L, 3L);
        assertThat(shown.leftOut()).isEqualTo(2);
    }

    /** The key is the duration. */
    private static Timelines.Timeline timeline(final long durationNs, final int length) {
        final Stage first = new Stage("Orders", "accepted", 0, 1L, 1, null, 1, null);
        final Stage last = new Stage("Orders", "filled", durationNs, 1L, 1, null, 1, null);
        return new Timelines.Timeline(durationNs,
                LongStream.range(0, length).mapToObj(i -> i == length - 1 ? last : first)
                        .toList(),
                0, true, false);
    }
}
