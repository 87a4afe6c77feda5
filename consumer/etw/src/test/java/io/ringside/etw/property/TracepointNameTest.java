package io.ringside.etw.property;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TracepointNameTest {
    @Test
    @DisplayName("R6.25 (MyProvider, level 5, keyword 1) is MyProvider_L5K1, and back")
    void shouldConvertBothWays() {
        final TracepointName name = new TracepointName("MyProvider", 5, 1, "");
        assertThat(name).hasToString("MyProvider_L5K1");
        assertThat(TracepointName.parse("MyProvider_L5K1")).isEqualTo(name);
        final TracepointName highest = new TracepointName("My_L1K2", 255, -1, "mygroup1");
        assertThat(highest).hasToString("My_L1K2_LffKffffffffffffffffGmygroup1");
        assertThat(TracepointName.parse(highest.toString())).isEqualTo(highest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MyProvider", "MyProvider_L5", "MyProvider_L0K1", "MyProvider_L100K1", "_L5K1",
        "MyProvider_L5K11111111111111111", "MyProvider_L5K1G", "My Provider_L5K1", "MyProvider_L5K1Gx_y"})
    @DisplayName("R6.25 other names, and level 0, are no such tracepoints")
    void shouldKnowWhatIsNone(final String name) {
        assertThat(TracepointName.parse(name)).isNull();
    }

    @Test
    void shouldRefusePartsThatFitNoName() {
        assertThatThrownBy(() -> new TracepointName("MyProvider", 0, 1, "")).hasMessageContaining("level=0");
        assertThatThrownBy(() -> new TracepointName("My Provider", 1, 1, "")).hasMessageContaining("My Provider");
        assertThatThrownBy(() -> new TracepointName("MyProvider", 1, 1, "x_y")).hasMessageContaining("group=x_y");
    }
}
