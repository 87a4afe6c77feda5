package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.schema.ProviderSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NumberedEventsTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 9, 10, 32})
    void shouldDifferInTheKeywordWhenNumbersAreEvenOrOdd(final int payloadBytes) {
        final ProviderSchema schema = new NumberedEvents("Orders", 1, 1, payloadBytes, 0).schema();
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
        final byte[] data = NumberedEvents.data(250);
        assertThat(data[0]).isEqualTo((byte) 10);
        assertThat(data[246]).isZero();
    }

    @Test
    void shouldCountTheCallsOfAllThreads() {
        assertThat(new NumberedEvents("Orders", 1_000, 4, 8, 0).total()).isEqualTo(4_000);
    }

    @ParameterizedTest
    @CsvSource({"-1,1,32,0,events", "1,0,32,0,threads", "1,5000,32,0,threads", "1,1,7,0,payload", "1,1,32,-1,rate",
        "9223372036854775807,1,32,0,events"})
    void shouldRefuseWhenANumberIsOutOfRange(final long events, final int threads, final int payloadBytes,
            final long rate,
            final String option) {
        assertThatThrownBy(() -> new NumberedEvents("Orders", events, threads, payloadBytes, rate))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("--" + option);
    }
}
