package io.ringside.internal.session;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.session.Composite;
import io.ringside.session.Enablement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProviderEnablementsTest {
    @Test
    @DisplayName("R3.12 each session gets what it asked for itself")
    void shouldJudgeSessionBySession() {
        final ProviderEnablements enablements = ProviderEnablements.NONE.with(0, Enablement.of(3, 0, 0)).with(63,
                Enablement.of(5, 0, 0));

        assertThat(enablements.eventMask(EventDescriptor.of(1, 4, 0x1), "e")).isEqualTo(1L << 63);
        assertThat(enablements.eventMask(EventDescriptor.of(1, 3, 0x1), "e")).isEqualTo(1L | (1L << 63));
        assertThat(enablements.eventMask(EventDescriptor.of(1, 6, 0x1), "e")).isZero();
        assertThat(enablements.slots()).isEqualTo(1L | (1L << 63));
    }

    @Test
    @DisplayName("R1.4 the channel has no part in who gets an event")
    void shouldNotLookAtTheChannel() {
        final ProviderEnablements enablements = ProviderEnablements.NONE.with(5, Enablement.of(3, 0x1, 0));

        for (int channel = 0; channel <= 255; channel++) {
            assertThat(enablements.eventMask(EventDescriptor.of(1, 0, channel, 3, 0, 0, 0x1), "e")).isEqualTo(1L << 5);
            assertThat(enablements.eventMask(EventDescriptor.of(1, 0, channel, 4, 0, 0, 0x1), "e")).isZero();
        }
    }

    @Test
    @DisplayName("R1.7 R1.8 neither opcode nor task has a part in who gets an event")
    void shouldNotLookAtOpcodeAndTask() {
        final ProviderEnablements enablements = ProviderEnablements.NONE.with(5, Enablement.of(3, 0x1, 0));

        for (int number = 0; number <= 255; number++) {
            assertThat(enablements.eventMask(EventDescriptor.of(1, 0, 0, 3, number * 257, number, 0x1), "e"))
                    .isEqualTo(1L << 5);
        }
    }

    @Test
    @DisplayName("R1.9 filters treat all 64 keyword bits alike")
    void shouldTreatAllKeywordBitsAlike() {
        for (int bit = 0; bit < 64; bit++) {
            final ProviderEnablements enablements = ProviderEnablements.NONE.with(1, Enablement.of(3, 1L << bit, 0));
            for (int other = 0; other < 64; other++) {
                assertThat(enablements.eventMask(EventDescriptor.of(1, 3, 1L << other), "e"))
                        .isEqualTo(bit == other ? 0x2 : 0);
            }
        }
    }

    @Test
    @DisplayName("R4.34 partly: \"the callback, the count in an enumeration, id filters\"; enabling again replaces")
    void shouldReplaceWhenASessionEnablesAgain() {
        final ProviderEnablements first = ProviderEnablements.NONE.with(7, Enablement.of(2, Keyword.ALL, 0));
        final ProviderEnablements again = first.with(7, Enablement.of(5, Keyword.ALL, 0));
        final EventDescriptor event = EventDescriptor.of(1, 5, 0x1);

        assertThat(first.eventMask(event, "e")).isZero();
        assertThat(again.eventMask(event, "e")).isEqualTo(1L << 7);
        assertThat(again.slots()).isEqualTo(1L << 7);
        assertThat(again.with(7, Enablement.of(2, Keyword.ALL, 0))).isEqualTo(first).hasSameHashCodeAs(first);
    }

    @Test
    void shouldForgetASessionThatDisables() {
        final Enablement enablement = Enablement.of(2, 0, 0);
        final ProviderEnablements enablements = ProviderEnablements.NONE.with(7, enablement);

        assertThat(enablements.enablement(7)).isEqualTo(enablement);
        assertThat(enablements.enablement(6)).isNull();
        assertThat(enablements.without(7)).isEqualTo(ProviderEnablements.NONE);
        assertThat(enablements.without(6)).isEqualTo(enablements);
        assertThat(enablements.without(7).composite()).isEqualTo(Composite.DISABLED);
        assertThat(ProviderEnablements.NONE.slots()).isZero();
    }

    @Test
    void shouldShowOnlySlotsInUse() {
        assertThat(ProviderEnablements.NONE).hasToString("ProviderEnablements{}");
        assertThat(ProviderEnablements.NONE.with(3, Enablement.of(2, 0, 0)))
                .hasToString("ProviderEnablements{3=Enablement{level=2, matchAny=0x0, matchAll=0x0, properties=0x0}}");
    }

    @Test
    void shouldRefuseASlotOutOfRange() {
        final ProviderEnablements none = ProviderEnablements.NONE;

        assertThatThrownBy(() -> none.with(64, Enablement.of(2, 0, 0))).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> none.without(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> none.enablement(64)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
