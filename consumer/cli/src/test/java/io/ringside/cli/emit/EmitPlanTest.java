package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmitPlanTest {
    @Test
    void shouldCountTheCallsOfAllThreads() {
        assertThat(new EmitPlan(1_000, 4, 8, 0).total()).isEqualTo(4_000);
    }

    @ParameterizedTest
    @CsvSource({"-1,1,32,0,events", "1,0,32,0,threads", "1,5000,32,0,threads", "1,1,7,0,payload", "1,1,32,-1,rate",
        "9223372036854775807,1,32,0,events"})
    void shouldRefuseWhenANumberIsOutOfRange(final long events, final int threads, final int payloadBytes,
            final long rate,
            final String option) {
        assertThatThrownBy(() -> new EmitPlan(events, threads, payloadBytes, rate))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("--" + option);
    }
}
