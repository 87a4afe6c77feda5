package io.ringside.cli.option;

import io.ringside.RingsideException;
import io.ringside.schema.ProviderSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KeywordMaskTest {
    private static final ProviderSchema OLD = ProviderSchema.builder("Trading").keyword("orders", 0x2)
            .keyword("risk", 0x4).build();
    private static final ProviderSchema NEW = ProviderSchema.builder("Trading").keyword("orders", 0x2)
            .keyword("audit", 0x8).build();

    @Test
    void shouldGiveBitsWhenNumbersAreTyped() {
        assertThat(KeywordMask.parse("0x6").resolve(List.of())).isEqualTo(6);
        assertThat(KeywordMask.parse("6").resolve(List.of())).isEqualTo(6);
        assertThat(KeywordMask.parse("0XFFFFFFFFFFFFFFFF").resolve(List.of())).isEqualTo(-1);
        assertThat(KeywordMask.parse("18446744073709551615").resolve(List.of())).isEqualTo(-1);
    }

    @Test
    void shouldLookInAllVersionsOfTheProviderWhenNamesAreTyped() {
        assertThat(KeywordMask.parse("orders,risk").resolve(List.of(OLD))).isEqualTo(6);
        assertThat(KeywordMask.parse("risk,audit,0x100").resolve(List.of(OLD, NEW))).isEqualTo(0x10C);
    }

    @Test
    void shouldNameTheKnownKeywordsWhenOneIsUnknown() {
        final KeywordMask mask = KeywordMask.parse("orders,trades");
        assertThatThrownBy(() -> mask.resolve(List.of(OLD, NEW))).isInstanceOf(RingsideException.class)
                .hasMessageContaining("keyword=trades").hasMessageContaining("known=[audit, orders, risk]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "orders,", "0x", "0xG", "6x", "0x1FFFFFFFFFFFFFFFF", " "})
    void shouldRefuseWhenItIsNoMask(final String text) {
        assertThatThrownBy(() -> KeywordMask.parse(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
