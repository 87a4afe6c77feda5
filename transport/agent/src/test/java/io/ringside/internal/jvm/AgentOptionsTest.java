package io.ringside.internal.jvm;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AgentOptionsTest {
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void shouldHaveDefaultsWhenThereAreNoOptions(final String text) {
        assertThat(AgentOptions.parse(text)).isEqualTo(new AgentOptions(null, true, false, false));
    }

    @Test
    void shouldReadOptionsInAnyOrder() {
        assertThat(AgentOptions.parse("dir=/dev/shm/trace,jvm=false"))
                .isEqualTo(new AgentOptions(Path.of("/dev/shm/trace"), false, false, false));
        assertThat(AgentOptions.parse("jvm=true,dir=trace"))
                .isEqualTo(new AgentOptions(Path.of("trace"), true, false, false));
    }

    @Test
    void shouldBridgeWhatIsAskedFor() {
        assertThat(AgentOptions.parse("log=true,jfr=true")).isEqualTo(new AgentOptions(null, true, true, true));
        assertThat(AgentOptions.parse("log=false,jfr=true")).isEqualTo(new AgentOptions(null, true, false, true));
    }

    @Test
    void shouldTakeTwoCommasForOneWithinAValue() {
        assertThat(AgentOptions.parse("dir=/tmp/a,,b=c,jvm=false"))
                .isEqualTo(new AgentOptions(Path.of("/tmp/a,b=c"), false, false, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory=/tmp", "dir=", "dir", "jvm=maybe", "jvm", "jvm=false,", ",jvm=false"})
    void shouldSayWhatIsExpectedWhenAnOptionIsWrong(final String text) {
        assertThatThrownBy(() -> AgentOptions.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(": expected ");
    }
}
