package io.ringside.cli.option;

import io.ringside.event.ProviderId;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProviderSelectorTest {
    private static final String ID = "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716";

    @Test
    @DisplayName("R2.24 the name alone identifies a provider")
    void shouldDeriveTheIdWhenANameIsTyped() {
        assertThat(ProviderSelector.parse("Orders"))
                .isEqualTo(new ProviderSelector(ProviderId.fromName("Orders"), "Orders"));
    }

    @Test
    void shouldTakeTheIdWhenAUuidIsTyped() {
        assertThat(ProviderSelector.parse(ID)).isEqualTo(new ProviderSelector(UUID.fromString(ID), null));
        assertThat(ProviderSelector.parse(ID.toUpperCase(java.util.Locale.ROOT)).id()).isEqualTo(UUID.fromString(ID));
    }

    @Test
    void shouldTakeANameWhenAnAsteriskIsInFront() {
        assertThat(ProviderSelector.parse("*Orders")).isEqualTo(ProviderSelector.ofName("Orders"));
        assertThat(ProviderSelector.parse("*" + ID)).isEqualTo(ProviderSelector.ofName(ID));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "* ", " ", "a\nb"})
    void shouldRefuseWhenNothingIsNamed(final String text) {
        assertThatThrownBy(() -> ProviderSelector.parse(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void shouldMatchByNameWhenTheProviderHasAnIdOfItsOwn() {
        final ProviderSelector selector = ProviderSelector.parse("orders");
        assertThat(selector.matches(UUID.fromString(ID), "Orders")).isTrue();
        assertThat(selector.matches(selector.id(), "whatever")).isTrue();
        assertThat(selector.matches(UUID.fromString(ID), "Trades")).isFalse();
        assertThat(ProviderSelector.parse(ID).matches(UUID.fromString(ID), "Orders")).isTrue();
        assertThat(ProviderSelector.parse(ID).matches(selector.id(), "Orders")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"*, Orders, true", "Orders*, orders.Book, true", "Orders*, Orders, true", "Orders*, Order, false",
        "**Book, Orders.Book, true", "**Book, Orders.Books, false", "a*b*c, aXbXbYc, true", "a*b*c, aXcXb, false",
        "**aab*, aaab, true", "O*s, Orders.Book, false", "*Orders, Orders.Book, false"})
    void shouldStandForAllNamesThatFitWhenItHasAWildcard(final String pattern, final String name, final boolean fits) {
        assertThat(ProviderSelector.parse(pattern).matches(UUID.fromString(ID), name)).isEqualTo(fits);
    }
}
