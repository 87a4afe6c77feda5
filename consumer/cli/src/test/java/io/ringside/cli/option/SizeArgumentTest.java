package io.ringside.cli.option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SizeArgumentTest {
    private final Arguments.Size converter = new Arguments.Size();

    @ParameterizedTest
    @CsvSource({"0,0", "4096,4096", "64k,65536", "64K,65536", "1m,1048576", "2G,2147483648"})
    void shouldGiveBytesWhenASizeIsTyped(final String text, final long bytes) {
        assertThat(converter.convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1", "64kb", "1.5m", "64 k", "0x10", "9999999999999999999"})
    void shouldRefuseWhenItIsNoSize(final String text) {
        assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'").hasMessageContaining("64k");
    }

    @Test
    void shouldRefuseWhenItDoesNotFitALong() {
        assertThat(converter.convert("8589934591g")).isEqualTo(8589934591L << 30);
        assertThatThrownBy(() -> converter.convert("8589934592g")).isInstanceOf(TypeConversionException.class);
    }
}
