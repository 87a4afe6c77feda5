package io.ringside.session;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.internal.session.ProviderEnablements;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnablementTest {
    @Test
    @DisplayName("R3.13 match-any 0 takes every keyword")
    void shouldTakeEveryKeywordWhenMatchAnyIsZero() {
        final Enablement enablement = Enablement.of(5, 0, 0);

        assertThat(enablement.accepts(5, 0x1)).isTrue();
        assertThat(enablement.accepts(5, 0x8000_0000_0000_0000L)).isTrue();
        assertThat(enablement.accepts(5, 0)).isTrue();
        assertThat(enablement.matchAny()).isEqualTo(Keyword.ALL);
    }

    @Test
    @DisplayName("R3.13 match-all is unused when match-any is 0")
    void shouldIgnoreMatchAllWhenMatchAnyIsZero() {
        final Enablement enablement = Enablement.of(5, 0, 0x4);

        assertThat(enablement.accepts(5, 0x1)).isTrue();
        assertThat(enablement.matchAll()).isZero();
        assertThat(Enablement.of(5, Keyword.ALL, 0x4).accepts(5, 0x1)).isFalse();
    }

    @Test
    @DisplayName("R3.14 level 0 means no limit, and counts as 255 in the composite")
    void shouldTakeEveryLevelWhenLevelIsZero() {
        final Enablement enablement = Enablement.of(0, 0x1, 0);

        assertThat(enablement.accepts(5, 0x1)).isTrue();
        assertThat(enablement.accepts(255, 0x1)).isTrue();
        assertThat(ProviderEnablements.NONE.with(0, enablement).composite().level()).isEqualTo(255);
    }

    @Test
    void shouldKeepTheRequestAsItWasGiven() {
        final Enablement enablement = Enablement.of(0, 0, 0x4);

        assertThat(enablement.requestedLevel()).isZero();
        assertThat(enablement.requestedMatchAny()).isZero();
        assertThat(enablement.requestedMatchAll()).isEqualTo(0x4);
        assertThat(enablement)
                .hasToString("Enablement{level=0, matchAny=0x0, matchAll=0x4, properties=0x0}")
                .isEqualTo(Enablement.of(0, 0, 0x4, EnableProperty.NONE))
                .hasSameHashCodeAs(Enablement.of(0, 0, 0x4))
                .isNotEqualTo(Enablement.of(255, 0, 0x4))
                .isNotEqualTo(Enablement.of(0, 1, 0x4))
                .isNotEqualTo(Enablement.of(0, 0, 0x5))
                .isNotEqualTo(Enablement.of(0, 0, 0x4, EnableProperty.IGNORE_KEYWORD_ZERO));
    }

    @Test
    @DisplayName("R3.15 keyword 0 passes, except for the session that asked not to get it")
    void shouldDropKeywordZeroOnlyForTheSessionThatIgnoresIt() {
        final EventDescriptor event = EventDescriptor.of(1, 3, Keyword.NONE);
        final ProviderEnablements enablements = ProviderEnablements.NONE
                .with(4, Enablement.of(5, 0x2, 0x6))
                .with(9, Enablement.of(5, 0x2, 0, EnableProperty.IGNORE_KEYWORD_ZERO));

        assertThat(enablements.eventMask(event, "e")).isEqualTo(1L << 4);
        assertThat(enablements.composite().accepts(event)).isTrue();
        assertThat(EnableProperty.IGNORE_KEYWORD_ZERO).isEqualTo(0x10);
    }

    @Test
    @DisplayName("R3.15 a session that ignores keyword 0 still gets the others")
    void shouldTakeOtherKeywordsWhenIgnoringZero() {
        final Enablement enablement = Enablement.of(5, 0, 0, EnableProperty.IGNORE_KEYWORD_ZERO);

        assertThat(enablement.accepts(5, 0x1)).isTrue();
        assertThat(enablement.accepts(0, 0)).isFalse();
        assertThat(enablement.ignoresKeywordZero()).isTrue();
    }

    @Test
    @DisplayName("R3.16 level 0 passes every level filter and still needs its keyword")
    void shouldNeedTheKeywordForLevelZero() {
        assertThat(Enablement.of(1, 0x1, 0).accepts(0, 0x2)).isFalse();
        assertThat(Enablement.of(1, 0x2, 0).accepts(0, 0x2)).isTrue();
    }

    @Test
    void shouldRefuseALevelOutOfRange() {
        assertThatThrownBy(() -> Enablement.of(256, 0, 0)).hasMessageContaining("level=256, min=0, max=255");
        assertThatThrownBy(() -> Enablement.of(-1, 0, 0)).hasMessageContaining("level=-1");
    }

    @Test
    void shouldRefuseAnUnknownProperty() {
        assertThatThrownBy(() -> Enablement.of(1, 0, 0, 0x8000_0010))
                .isInstanceOf(RingsideException.class)
                .hasMessageContaining("properties=0x80000010, unknown=0x80000000, known=");
    }
}
