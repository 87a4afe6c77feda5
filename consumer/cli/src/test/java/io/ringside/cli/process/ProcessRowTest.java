package io.ringside.cli.process;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessRowTest {
    @ParameterizedTest
    @CsvSource({"0, 0s", "59, 59s", "60, 1m 0s", "3599, 59m 59s", "3600, 1h 0m", "86399, 23h 59m", "86400, 1d 0h",
        "900000, 10d 10h"})
    void shouldSayHowLongAProcessHasBeenRunningInItsTwoLargestUnits(final long seconds, final String age) {
        final Instant start = Instant.parse("2026-01-02T03:04:05.000000006Z");
        final ProcessRow row = new ProcessRow(1, "Main", true, "17", "",
                start.getEpochSecond() * 1_000_000_000L + start.getNano());
        assertThat(row.age(start.plusSeconds(seconds))).isEqualTo(age);
        assertThat(row.json()).asString().endsWith("\"reason\":null,\"startTime\":1767323045000000006}");
    }

    @Test
    void shouldSayNothingOfAnAgeThatIsUnknown() {
        final ProcessRow row = new ProcessRow(1, "Main", true, "17", "", 0);
        assertThat(row.age(Instant.EPOCH)).isEmpty();
        assertThat(row.json()).asString().endsWith("\"startTime\":null}");
    }
}
