package io.ringside.internal.setting;

import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TimeoutNsTest {
    private static final long CENTURY_NS = Duration.ofDays(36_500).toNanos();

    @Test
    void shouldCountWhatIsLongerThanACenturyAsOne() {
        assertThat(TimeoutNs.of(Duration.ofMillis(-7))).isEqualTo(-7_000_000);
        assertThat(TimeoutNs.of(Duration.ofNanos(CENTURY_NS))).isEqualTo(CENTURY_NS);
        assertThat(TimeoutNs.of(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(CENTURY_NS);
        assertThat(TimeoutNs.of(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(-CENTURY_NS);
    }
}
