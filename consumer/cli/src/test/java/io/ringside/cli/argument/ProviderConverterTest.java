package io.ringside.cli.argument;

import io.ringside.event.ProviderId;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProviderConverterTest {
    private static final String ID = "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716";

    private final ProviderConverter converter = new ProviderConverter();

    @Test
    @DisplayName("R2.24 the name alone identifies a provider")
    void shouldDeriveTheIdWhenANameIsTyped() {
        assertThat(converter.convert("Orders"))
                .isEqualTo(new ProviderSelector(ProviderId.fromName("Orders"), "Orders"));
    }

    @Test
    void shouldTakeTheIdWhenAUuidIsTyped() {
        assertThat(converter.convert(ID)).isEqualTo(new ProviderSelector(UUID.fromString(ID), null));
        assertThat(converter.convert(ID.toUpperCase(java.util.Locale.ROOT)).id()).isEqualTo(UUID.fromString(ID));
    }

    @Test
    void shouldTakeANameWhenAnAsteriskIsInFront() {
        assertThat(converter.convert("*Orders")).isEqualTo(ProviderSelector.ofName("Orders"));
        assertThat(converter.convert("*" + ID)).isEqualTo(ProviderSelector.ofName(ID));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", " ", "a\nb"})
    void shouldRefuseWhenNothingIsNamed(final String text) {
        assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void shouldMatchByNameWhenTheProviderHasAnIdOfItsOwn() {
        final ProviderSelector selector = converter.convert("orders");
        assertThat(selector.matches(UUID.fromString(ID), "Orders")).isTrue();
        assertThat(selector.matches(selector.id(), "whatever")).isTrue();
        assertThat(selector.matches(UUID.fromString(ID), "Trades")).isFalse();
        assertThat(converter.convert(ID).matches(UUID.fromString(ID), "Orders")).isTrue();
        assertThat(converter.convert(ID).matches(selector.id(), "Orders")).isFalse();
    }
}
