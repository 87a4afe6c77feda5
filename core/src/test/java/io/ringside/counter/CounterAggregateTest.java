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
    void shouldCombineTwoInstances(final CounterAggregate aggregate, final long expected) {
        assertThat(aggregate.combine(10, 30)).isEqualTo(expected);
        assertThat(aggregate.combine(30, 10)).isEqualTo(expected);
    }

    @Test
    @DisplayName("R7.17 undefined is no value")
    void shouldCombineNothingWhenUndefined() {
        assertThat(CounterAggregate.UNDEFINED.combine(10, 30)).isNull();
    }

    @ParameterizedTest
    @EnumSource(CounterAggregate.class)
    void shouldHaveNoValueWhenThereAreNoInstances(final CounterAggregate aggregate) {
        assertThat(aggregate.combine()).isNull();
    }

    @Test
    void shouldNotOverflow() {
        assertThat(CounterAggregate.SUM.combine(Long.MAX_VALUE, 1)).isNull();
        assertThat(CounterAggregate.SUM.combine(Long.MAX_VALUE, 1, -1)).isEqualTo(Long.MAX_VALUE);
        assertThat(CounterAggregate.AVERAGE.combine(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(CounterAggregate.AVERAGE.combine(1, 2)).isEqualTo(1);
    }
}
