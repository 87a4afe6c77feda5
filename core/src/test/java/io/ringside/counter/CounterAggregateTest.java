package io.ringside.counter;

import java.util.OptionalLong;
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
        assertThat(aggregate.combine(10, 30)).hasValue(expected);
        assertThat(aggregate.combine(30, 10)).hasValue(expected);
    }

    @Test
    @DisplayName("R7.17 undefined is no value")
    void shouldCombineNothingWhenUndefined() {
        assertThat(CounterAggregate.UNDEFINED.combine(10, 30)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CounterAggregate.class)
    void shouldHaveNoValueWhenThereAreNoInstances(final CounterAggregate aggregate) {
        assertThat(aggregate.combine()).isEmpty();
    }

    @Test
    void shouldNotOverflow() {
        assertThat(CounterAggregate.SUM.combine(Long.MAX_VALUE, 1)).isEqualTo(OptionalLong.empty());
        assertThat(CounterAggregate.SUM.combine(Long.MAX_VALUE, 1, -1)).hasValue(Long.MAX_VALUE);
        assertThat(CounterAggregate.AVERAGE.combine(Long.MAX_VALUE, Long.MAX_VALUE)).hasValue(Long.MAX_VALUE);
        assertThat(CounterAggregate.AVERAGE.combine(1, 2)).hasValue(1);
    }
}
