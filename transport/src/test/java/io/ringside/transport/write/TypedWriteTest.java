package io.ringside.transport.write;

import io.ringside.event.EventLimits;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TypedWriteTest {
    @Test
    void shouldFindALengthTooLargeWhoseSumIsMoreThanANumberHolds() {
        assertThat(TypedWrite.lengthOf(258, Integer.MAX_VALUE)).isEqualTo(EventLimits.EVENT_LENGTH_MAX);
        assertThat(TypedWrite.lengthOf(258, EventLimits.EVENT_LENGTH_MAX)).isEqualTo(EventLimits.EVENT_LENGTH_MAX);
        assertThat(TypedWrite.lengthOf(258, 1_000)).isEqualTo(1_258);
    }
}
