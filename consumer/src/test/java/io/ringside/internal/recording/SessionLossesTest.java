package io.ringside.internal.recording;

import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionLossesTest {
    private final SessionLosses losses = new SessionLosses();

    @Test
    void shouldTellTheSameCountsUntilTheyChangeAndLeaveThoseThatWereTold() {
        assertThat(losses.counts()).isSameAs(LossCounts.NONE);

        losses.add(LossCause.FULL, 3);
        final LossCounts first = losses.counts();
        assertThat(first.of(LossCause.FULL)).isEqualTo(3);
        assertThat(losses.counts()).isSameAs(first);

        losses.add(LossCause.DISCARDED, 1);
        assertThat(losses.counts().total()).isEqualTo(4);
        assertThat(first.total()).isEqualTo(3);
    }
}
