package io.ringside.etw.trace;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class LossSummaryTest {
    @ParameterizedTest
    @DisplayName("R4.16 each cause counts in one of the three")
    @EnumSource(LossCause.class)
    void shouldCountEachCauseOnce(final LossCause cause) {
        final LossSummary summary = LossSummary.of(LossCounts.NONE.plus(cause, 7));

        assertThat(summary).isEqualTo(switch (cause) {
            case CORRUPT -> new LossSummary(0, 7, 0);
            case DISCARDED -> new LossSummary(0, 0, 7);
            default -> new LossSummary(7, 0, 0);
        });
    }

    @Test
    @DisplayName("R4.16 together they count every loss")
    void shouldCountAllCauses() {
        LossCounts lost = LossCounts.NONE;
        for (final LossCause cause : LossCause.values()) {
            lost = lost.plus(cause, 1L << cause.code());
        }

        final LossSummary summary = LossSummary.of(lost);

        assertThat(summary.eventsLost() + summary.logBuffersLost() + summary.realTimeBuffersLost())
                .isEqualTo(lost.total());
        assertThat(LossSummary.of(LossCounts.NONE)).isEqualTo(new LossSummary(0, 0, 0));
    }
}
