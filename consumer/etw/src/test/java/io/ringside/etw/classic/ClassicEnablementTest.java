package io.ringside.etw.classic;

import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClassicEnablementTest {
    @Test
    @DisplayName("R4.36 any 0x1_0000_0002 gives flags 2, and nothing but level and flags is used")
    void shouldTakeLevelAndLowHalfOfAny() {
        final Enablement enablement = Enablement.of(4, 0x1_0000_0002L, 0x2, EnableProperty.IGNORE_KEYWORD_ZERO);

        assertThat(ClassicEnablement.of(enablement)).isEqualTo(new ClassicEnablement(4, 2));
        assertThat(ClassicEnablement.of(Enablement.of(255, -1L, -1L)))
                .isEqualTo(new ClassicEnablement(255, 0xFFFF_FFFF));
    }

    @Test
    @DisplayName("R4.36, X3 zeros stay zeros")
    void shouldKeepZeros() {
        assertThat(ClassicEnablement.of(Enablement.of(0, 0, 0))).isEqualTo(new ClassicEnablement(0, 0));
    }
}
