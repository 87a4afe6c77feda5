package io.ringside.provider.counter;

import io.ringside.counter.CounterPath;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CounterMaskTest {
    @Test
    @DisplayName("R7.10 counters 1 and 3 are the mask 0xA; ids that can be in a mask are 0 to 63")
    void shouldHaveABitForEachCounter() {
        assertThat(CounterRequest.Mask.counterMaskOf(List.of(1, 3))).isEqualTo(0xA);
        assertThat(CounterRequest.Mask.counterMaskOf(List.of(0, 63))).isEqualTo(0x8000_0000_0000_0001L);
        assertThat(CounterRequest.Mask.counterMaskOf(List.of(1, 64))).isEqualTo(-1L);
        assertThat(CounterRequest.Mask.counterMaskOf(List.of())).isZero();

        final CounterRequest.Mask mask = CounterRequest.Mask.of(0xA, "*", CounterRequest.Mask.ANY_INSTANCE_ID, true);
        assertThat(List.of(0, 1, 2, 3, 63, 64, 65_535).stream().filter(mask::wantsCounter)).containsExactly(1, 3);
        assertThat(List.of(0, 63, 64, 65_535).stream().filter(CounterRequest.Mask.ALL::wantsCounter)).hasSize(4);
    }

    @ParameterizedTest
    @DisplayName("R7.10 a name and an id both have to be those that are asked for; 0xFFFFFFFF is any id")
    @CsvSource({
        "*, 4294967295, Small Wave, 0, true", "*, 4294967295, '', 0, true", "small*, 4294967295, Small Wave, 0, true",
        "Small?Wave, 4294967295, SMALL WAVE, 0, true", "Large*, 4294967295, Small Wave, 0, false",
        "*, 7, Small Wave, 7, true", "*, 7, Small Wave, 0, false", "Large*, 7, Small Wave, 7, false",
        "'', 4294967295, Small Wave, 0, false"
    })
    void shouldWantInstances(
            final String names, final long wantedId, final String name, final long id, final boolean expected) {
        assertThat(CounterRequest.Mask.of(-1, names, wantedId, true).wantsInstance(name, id)).isEqualTo(expected);
    }

    @Test
    void shouldKeepTheNameAsItWasTyped() {
        assertThat(CounterRequest.Mask.of(1, "sM?ll*", 3, false))
                .extracting(CounterRequest.Mask::instanceMask, CounterRequest.Mask::instanceId,
                        CounterRequest.Mask::collectMultiple, CounterRequest.Mask::counterMask)
                .containsExactly("sM?ll*", 3L, false, 1L);
        assertThat(CounterPath.parse("Set(sM?ll*#2)\\x").instanceMask()).isEqualTo("sM?ll*");
        assertThat(CounterPath.parse("Set\\x").instanceMask()).isEqualTo("*");
        assertThat(CounterPath.parse("Set(a)\\*").hasInstanceWildcards()).isFalse();
        assertThat(CounterPath.parse("Set(a?)\\x").hasInstanceWildcards()).isTrue();
    }
}
