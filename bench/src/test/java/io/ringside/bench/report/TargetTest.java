package io.ringside.bench.report;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TargetTest {
    @Test
    void shouldBeMetAtTheLimitWhicheverWayItGoes() {
        assertThat(Target.atMost("a", "×", 1, 1).isMet()).isTrue();
        assertThat(Target.atMost("a", "×", 1.01, 1).isMet()).isFalse();
        assertThat(Target.atLeast("a", "×", 3, 3).isMet()).isTrue();
        assertThat(Target.atLeast("a", "×", 2.99, 3).isMet()).isFalse();
    }

    @Test
    void shouldBeMissedByFarOnlyWhenTheBestRoundIs() {
        assertThat(Target.atMost("a", "×", 9, 1).rounds(2.1, 9).isMissedByFar()).isTrue();
        assertThat(Target.atMost("a", "×", 9, 1).rounds(2, 9).isMissedByFar()).isFalse();
        assertThat(Target.atLeast("a", "×", 1, 3).rounds(1, 1.4).isMissedByFar()).isTrue();
        assertThat(Target.atLeast("a", "×", 1, 3).rounds(1, 1.5).isMissedByFar()).isFalse();
    }

    @Test
    void shouldLeaveOutRoundsThatHaveNotMeasuredIt() {
        final Target target = Target.atMost("a", "×", 2, 1).rounds(Double.NaN, 3, 1);

        assertThat(target.row()).containsExactly("a", "×", "2.00", "1.00 to 3.00", "≤ 1.00", "**not met**");
        assertThat(target.times()).isEqualTo(2);
    }
}
