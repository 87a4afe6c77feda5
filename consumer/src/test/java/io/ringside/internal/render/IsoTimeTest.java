package io.ringside.internal.render;

import io.ringside.internal.schema.JsonBytes;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class IsoTimeTest {
    @ParameterizedTest
    @CsvSource({"UTC,2026-10-25T00:59:59Z,7,2026-10-25T00:59:59.000000007Z",
        "Europe/Berlin,2026-10-25T00:59:59Z,999999999,2026-10-25T02:59:59.999999999+02:00",
        "Europe/Berlin,2026-10-25T01:00:00Z,0,2026-10-25T02:00:00.000000000+01:00",
        "America/New_York,1969-12-31T23:59:59Z,10,1969-12-31T18:59:59.000000010-05:00"})
    void shouldWriteDateAndOffset(final ZoneId zone, final Instant second, final long ns, final String expected) {
        final IsoTime times = new IsoTime(zone);
        final StringBuilder text = new StringBuilder();
        final JsonBytes bytes = new JsonBytes(64);
        final long timeNs = TimeUnit.SECONDS.toNanos(second.getEpochSecond()) + ns;

        // In another second before, with another offset.
        times.append(text, timeNs - TimeUnit.DAYS.toNanos(1));
        text.setLength(0);
        times.append(text, timeNs);
        times.append(bytes, timeNs);

        assertThat(text).hasToString(expected);
        assertThat(bytes).hasToString(expected);
        if (zone.getRules().equals(ZoneOffset.UTC.getRules())) {
            final StringBuilder utc = new StringBuilder();
            new IsoTime().append(utc, timeNs);
            assertThat(utc).hasToString(expected);
        }
    }
}
