package io.ringside.internal.javaagent;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RingsideAgentTest {
    @ParameterizedTest
    @CsvSource({"1.8, 8", "11, 11", "17, 17", "25, 25", "next, 0", "'', 0"})
    void shouldReadTheNumberOfARelease(final String specification, final int feature) {
        assertThat(RingsideAgent.feature(specification)).isEqualTo(feature);
    }
}
