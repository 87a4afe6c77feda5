package io.ringside.cli.emit;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.ProviderSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class NumberedEventsTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 9, 10, 32})
    void shouldDifferInTheKeywordWhenNumbersAreEvenOrOdd(final int payloadBytes) {
        final ProviderSchema schema = NumberedProvider.schema("Orders", payloadBytes);
        final EventDescriptor even = schema.event(1, 0).descriptor();
        final EventDescriptor odd = schema.event(1, 1).descriptor();
        assertThat(schema.events()).hasSize(2).allMatch(event -> event.name().equals("numbered"));
        assertThat(schema.documentation()).isEqualTo("Numbered events to test with.");
        assertThat(even.level()).isEqualTo(odd.level()).isEqualTo(4);
        assertThat(even.keyword()).isEqualTo(0x1);
        assertThat(odd.keyword()).isEqualTo(0x2);
        assertThat(schema.keywordNames(3)).containsExactly("even", "odd");
    }

    @Test
    void shouldFillPayloadsWithTheOffsetOfEachByte() {
        final byte[] data = NumberedProvider.data(250);
        assertThat(data[0]).isEqualTo((byte) 10);
        assertThat(data[246]).isZero();
    }
}
