package io.ringside.bench.turns;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TurnsTest {
    private static final long TURN_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int WAYS = 3;
    private static final int EVENTS = 192;

    private final Turns turns = new Turns(WAYS);
    private long nowNs = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldGiveEachWayItsTurnInItsOrder() {
        assertThat(call(TURN_NS)).isEqualTo(1);
        assertThat(call(TURN_NS / 2)).isEqualTo(2);
        assertThat(call(TURN_NS / 2)).as("still the same turn").isEqualTo(2);
        assertThat(call(TURN_NS)).isZero();
        assertThat(call(TURN_NS)).isEqualTo(1);
        assertThat(turns.way()).isEqualTo(1);
        assertThat(turns.share(1)).isEqualTo(0.2);
    }

    @Test
    void shouldTellTheMedianOfTheCallsOfEachWayOfAnIteration() {
        call(TURN_NS);
        turns.reset(EVENTS);
        assertThat(call(7_000L * EVENTS)).isEqualTo(2);
        assertThat(call(3_500L * EVENTS)).isEqualTo(2);
        assertThat(call(9_000L * EVENTS)).isZero();

        assertThat(turns.ns(2)).isEqualTo(7_000);
        assertThat(turns.ns(2)).as("asked once more").isEqualTo(7_000);
        assertThat(turns.ns(0)).isEqualTo(9_000);
        assertThat(turns.ns(1)).as("had no turn").isNaN();
    }

    @Test
    void shouldTellTheMedianOfTheNewestCallsWhenThereWereMoreThanAreKept() {
        final Turns one = new Turns(1);
        one.reset(EVENTS);
        for (int i = 0; i < 40_000; i++) {
            one.beginAt(i);
            one.endAt(i < 20_000 ? i : i + EVENTS);
        }

        assertThat(one.ns(0)).isEqualTo(1);
    }

    private int call(final long ns) {
        final int way = turns.beginAt(nowNs);
        nowNs += ns;
        turns.endAt(nowNs);
        return way;
    }
}
