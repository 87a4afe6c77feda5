package io.ringside.cli.option;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LevelArgumentTest {
    private final Arguments.EventLevel converter = new Arguments.EventLevel();

    @ParameterizedTest
    @CsvSource({"0,0", "4,4", "255,255", "critical,1", "ERROR,2", "warn,3", "Information,4", "info,4", "verbose,5",
        "log-always,0"})
    void shouldGiveANumberWhenALevelIsTyped(final String text, final int level) {
        assertThat(converter.convert(text)).isEqualTo(level);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "256", "1000", "in", "loud", "warning!"})
    void shouldRefuseWhenItIsNoLevel(final String text) {
        assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'").hasMessageContaining("warning");
    }
}
