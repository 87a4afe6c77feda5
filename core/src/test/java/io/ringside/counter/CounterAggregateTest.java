package io.ringside.counter;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class CounterAggregateTest {
    @ParameterizedTest
    @CsvSource({"SUM, 40", "AVERAGE, 20", "MIN, 10", "MAX, 30"})
    @DisplayName("R7.17 10 and 30")
    void shouldCombineTwoInstances(final CounterSchema.Aggregate aggregate, final long expected) {
        assertThat(aggregate.combine(10, 30)).isEqualTo(expected);
        assertThat(aggregate.combine(30, 10)).isEqualTo(expected);
    }

    @Test
    @DisplayName("R7.17 undefined is no value")
    void shouldCombineNothingWhenUndefined() {
        assertThat(CounterSchema.Aggregate.UNDEFINED.combine(10, 30)).isNull();
    }

    @ParameterizedTest
    @EnumSource(CounterSchema.Aggregate.class)
    void shouldHaveNoValueWhenThereAreNoInstances(final CounterSchema.Aggregate aggregate) {
        assertThat(aggregate.combine()).isNull();
    }

    @Test
    void shouldNotOverflow() {
        assertThat(CounterSchema.Aggregate.SUM.combine(Long.MAX_VALUE, 1)).isNull();
        assertThat(CounterSchema.Aggregate.SUM.combine(Long.MAX_VALUE, 1, -1)).isEqualTo(Long.MAX_VALUE);
        assertThat(CounterSchema.Aggregate.AVERAGE.combine(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(CounterSchema.Aggregate.AVERAGE.combine(1, 2)).isEqualTo(1);
    }
}
