package io.ringside.counter;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CounterStatusTest {
    @ParameterizedTest
    @DisplayName("R7.31 codes of statuses")
    @CsvSource({
        "VALID_DATA, 0, true", "NEW_DATA, 1, true", "NO_MACHINE, 800007d0, false", "NO_INSTANCE, 800007d1, false",
        "DAMAGED_FILE, 80070570, false", "MORE_DATA, 800007d2, false", "NO_DATA, 800007d5, false",
        "NEGATIVE_DENOMINATOR, 800007d6, false",
        "NEGATIVE_TIMEBASE, 800007d7, false", "NEGATIVE_VALUE, 800007d8, false", "NO_ANSWER, 800007db, false",
        "NO_OBJECT, c0000bb8, false",
        "NO_COUNTER, c0000bb9, false", "INVALID_SAMPLE, c0000bba, false", "BAD_COUNTER_NAME, c0000bc0, false",
        "INVALID_DATA, c0000bc6, false"
    })
    void shouldHaveTheCodes(final CounterValue.Status status, final String code, final boolean isValid) {
        assertThat(Integer.toHexString(status.code())).isEqualTo(code);
        assertThat(status.isValid()).isEqualTo(isValid);
    }
}
