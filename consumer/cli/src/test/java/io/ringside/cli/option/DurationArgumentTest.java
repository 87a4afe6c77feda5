package io.ringside.cli.option;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DurationArgumentTest {
    @ParameterizedTest
    @CsvSource({"0,0", "7ns,7", "3us,3000", "250ms,250000000", "5s,5000000000", "2m,120000000000", "1H,3600000000000"})
    void shouldGiveADurationWhenOneIsTyped(final String text, final long ns) {
        assertThat(Arguments.duration(text)).isEqualTo(Duration.ofNanos(ns));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "1.5s", "5 s", "5d", "999999999999999999h", "8761h"})
    void shouldRefuseWhenItIsNoDurationOrTooLong(final String text) {
        assertThatThrownBy(() -> Arguments.duration(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'").hasMessageContaining("250ms");
    }
}
