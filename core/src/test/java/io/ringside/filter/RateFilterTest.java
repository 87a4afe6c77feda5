package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rate filters as values. */
class RateFilterTest {
    private static final List<EventSchema> EVENTS = ProviderSchema.builder("p")
            .event("submitted", EventDescriptor.of(1, 4, 0), FieldSchema.of("orderId", FieldType.INT64))
            .event("listed", EventDescriptor.of(2, 4, 0), FieldSchema.of("symbols", FieldType.INT32).fixed(3))
            .build().events();

    @Test
    void shouldSayWhatItRecords() {
        assertThat(RateFilter.sample(100)).hasToString("sample 1/100");
        assertThat(RateFilter.sample(100, "leg.orderId")).hasToString("sample 1/100 by leg.orderId");
        assertThat(RateFilter.limit(1_000)).hasToString("limit 1000/s");
        assertThat(RateFilter.sample(2).withLimit(5)).hasToString("sample 1/2, limit 5/s");
    }

    @Test
    void shouldAllowABurstOfATenthOfASecond() {
        assertThat(RateFilter.limit(1_000).burst()).isEqualTo(100);
        assertThat(RateFilter.limit(9).burst()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatIsOutOfRangeOrMeansNothing() {
        assertThatThrownBy(() -> RateFilter.sample(0)).hasMessageContaining("sampleOneIn=0");
        assertThatThrownBy(() -> RateFilter.sample(1_000_001)).hasMessageContaining("max=1000000");
        assertThatThrownBy(() -> RateFilter.limit(-1)).hasMessageContaining("limitPerSecond=-1");
        assertThatThrownBy(() -> RateFilter.limit(1_000_001)).hasMessageContaining("max=1000000");
        assertThatThrownBy(() -> RateFilter.sample(1)).hasMessageContaining("empty");
        assertThatThrownBy(() -> RateFilter.limit(0)).hasMessageContaining("empty");
        assertThatThrownBy(() -> RateFilter.sample(1, "orderId")).hasMessageContaining("sampleBy=orderId");
        assertThatThrownBy(() -> RateFilter.sample(2, "orders[")).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldNameTheFieldsThereAreIfNoEventHasTheOneToSampleBy() {
        assertThat(impossible("orderId")).isEmpty();
        assertThat(impossible("symbols[2]")).isEmpty();
        assertThat(impossible("order")).singleElement().asString().contains("field=order", "fields=[orderId]");
        assertThat(EnablementFilters.builder().rate(RateFilter.sample(2, "order")).build().impossible(List.of()))
                .isEmpty();
    }

    @Test
    void shouldBePartOfTheFiltersThatAreCompared() {
        final EnablementFilters filters = EnablementFilters.builder().rate(RateFilter.sample(2)).build();
        assertThat(filters).isNotEqualTo(EnablementFilters.NONE)
                .isNotEqualTo(EnablementFilters.builder().rate(RateFilter.sample(3)).build())
                .isEqualTo(EnablementFilters.builder().rate(RateFilter.sample(2)).build())
                .hasToString(filters.toString());
        assertThat(filters.withProcessesNow(List.of()).rate()).isEqualTo(RateFilter.sample(2));
    }

    private static List<String> impossible(final String field) {
        return EnablementFilters.builder().rate(RateFilter.sample(2, field)).build().impossible(EVENTS);
    }
}
