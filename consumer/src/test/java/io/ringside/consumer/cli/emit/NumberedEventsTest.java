package io.ringside.consumer.cli.emit;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.JsonFields;
import io.ringside.schema.ProviderSchema;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NumberedEventsTest {
    @Test
    void shouldDifferInTheKeywordWhenNumbersAreEvenOrOdd() {
        final ProviderSchema schema = NumberedEvents.schema("Orders", 32);
        final EventDescriptor even = schema.events().get(NumberedEvents.EVEN_INDEX).descriptor();
        final EventDescriptor odd = schema.events().get(NumberedEvents.EVEN_INDEX + 1).descriptor();
        assertThat(even.id()).isEqualTo(odd.id()).isEqualTo(1);
        assertThat(even.level()).isEqualTo(odd.level()).isEqualTo(4);
        assertThat(even.keyword()).isEqualTo(0x1);
        assertThat(odd.keyword()).isEqualTo(0x2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"8|{\"sequence\":7}", "9|{\"sequence\":7,\"data\":8}",
        "10|{\"sequence\":7,\"data\":\"\"}", "13|{\"sequence\":7,\"data\":\"0a0b0c\"}"})
    void shouldTakeTheWholePayloadWhenItIsDecoded(final int payloadBytes, final String json) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[payloadBytes]);
        NumberedEvents.fill(payload, payloadBytes);
        payload.putLong(0, 7, ByteOrder.LITTLE_ENDIAN);
        final StringBuilder text = new StringBuilder();
        new JsonFields().append(text, NumberedEvents.schema("Orders", payloadBytes).events().get(0), payload, 0,
                payloadBytes);
        assertThat(text.toString()).isEqualTo(json);
    }
}
