package io.ringside.bench.throughput;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("proof")
class ThroughputMainTest {
    @ParameterizedTest
    @CsvSource({"0.02, 2000, 2000000, 40000002", "0.0001, 2000, 2000000, 2000002", "1, 2000, 1, 500000002"})
    void shouldSendAnEvenNumberOfEventsForAsLongAsAPointTakes(final double eventsPerNs, final int millis,
            final int least, final int expected) {
        assertThat(ThroughputMain.events(eventsPerNs, millis, least)).isEqualTo(expected);
    }
}
