package io.ringside.cli.option;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TimeArgumentTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void restore() {
        TimeZone.setDefault(before);
    }

    @ParameterizedTest
    @CsvSource({"2026-01-31T08:00:00-05:00,2026-01-31T13:00:00Z", "2026-01-31T08:00:00+05:30,2026-01-31T02:30:00Z",
        "2026-01-31T08:00:00.5Z,2026-01-31T08:00:00.5Z", "2026-01-31T08:00Z,2026-01-31T08:00:00Z"})
    void shouldUnderstandEveryOffset(final String text, final Instant time) {
        assertThat(Arguments.time(text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-31", "08:00-05:00", "2026-01-31T08:00:00-5", "2026-02-30T08:00:00-05:00"})
    void shouldRejectWhatIsNoTime(final String text) {
        assertThatThrownBy(() -> Arguments.time(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("invalid time '" + text + "'");
    }

    @Test
    void shouldRejectALocalTimeThatDoesNotExistOrExistsTwice() {
        TimeZone.setDefault(TimeZone.getTimeZone(BERLIN));
        assertThat(Arguments.time("2026-03-29T01:59:59")).isEqualTo("2026-03-29T00:59:59Z");
        assertThatThrownBy(() -> Arguments.time("2026-03-29T02:30:00")).isInstanceOf(TypeConversionException.class)
                .hasMessage("time does not exist: time=2026-03-29T02:30, zone=Europe/Berlin: give its offset, as in "
                        + "2026-03-29T03:30+02:00");
        assertThatThrownBy(() -> Arguments.time("2026-10-25T02:30:00")).isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("time is ambiguous: time=2026-10-25T02:30, zone=Europe/Berlin");
        assertThat(Arguments.local(LocalDateTime.parse("2026-10-25T03:00:00"), BERLIN))
                .isEqualTo("2026-10-25T02:00:00Z");
    }

    @Test
    void shouldRejectATimeZoneThatJavaTakesForUtc() {
        TimeZone.setDefault(TimeZone.getTimeZone(ZoneOffset.UTC));
        for (final String known : Arrays.asList(null, "", "UTC", "UTC0", "GMT", "Etc/UTC", "Africa/Abidjan",
                ":/etc/localtime")) {
            assertThat(Arguments.zone(known)).isEqualTo(ZoneId.systemDefault());
        }
        assertThatThrownBy(() -> Arguments.zone("Mars/Olympus")).isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("unknown time zone: TZ=Mars/Olympus: ");
    }
}
