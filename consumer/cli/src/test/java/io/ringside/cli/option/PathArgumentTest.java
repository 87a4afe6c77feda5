package io.ringside.cli.option;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PathArgumentTest {
    @ParameterizedTest
    @ValueSource(strings = {".", "trace", "/var/tmp/trace", " "})
    void shouldGiveAPathWhenOneIsTyped(final String text) {
        assertThat(Arguments.path(text)).isEqualTo(Path.of(text));
    }

    @Test
    void shouldRefuseWhatIsNoPath() {
        assertThatThrownBy(() -> Arguments.path("")).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("not empty");
        assertThatThrownBy(() -> Arguments.path("a\0b")).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("invalid path");
    }
}
