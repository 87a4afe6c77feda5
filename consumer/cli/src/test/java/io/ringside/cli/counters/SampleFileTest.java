package io.ringside.cli.counters;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SampleFileTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @TempDir
    private Path folder;

    @Test
    void shouldTakeTimesByTheZoneOfTheHeading() throws IOException {
        assertThat(times("(PDH-CSV 4.0) (Eastern Standard Time)(300)", "07/01/2026 08:00:00.000"))
                .containsExactly("2026-07-01T13:00:00Z");
        assertThat(times("(PDH-CSV 4.0)", "07/01/2026 08:00:00.000")).containsExactly("2026-07-01T06:00:00Z");
        assertThatThrownBy(() -> times("(PDH-CSV 4.0) (somewhere)")).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("not a sample file");
    }

    @Test
    void shouldTellTheTwoHoursApartWhenClocksArePutBack() throws IOException {
        assertThat(times("(PDH-CSV 4.0)", "10/25/2026 02:10:00.000", "10/25/2026 02:50:00.000",
                "10/25/2026 02:20:00.000", "10/25/2026 03:00:00.000")).containsExactly("2026-10-25T00:10:00Z",
                        "2026-10-25T00:50:00Z", "2026-10-25T01:20:00Z", "2026-10-25T02:00:00Z");
    }

    @Test
    void shouldRejectATimeThatDoesNotExist() {
        assertThatThrownBy(() -> times("(PDH-CSV 4.0)", "03/29/2026 02:30:00.000"))
                .isInstanceOf(RingsideException.class).hasMessageContaining("time does not exist in this time zone")
                .hasMessageContaining("line=2, time=2026-03-29T02:30, zone=Europe/Berlin: set TZ");
    }

    private List<String> times(final String heading, final String... times) throws IOException {
        final List<String> lines = new ArrayList<>(List.of('"' + heading + "\",\"\\\\host\\a\\b\""));
        for (final String time : times) {
            lines.add('"' + time + "\",\"1\"");
        }
        final List<String> read = new ArrayList<>();
        try (SampleFile file = SampleFile.open(Files.write(folder.resolve("samples.csv"), lines), BERLIN)) {
            for (SampleFile.Entry entry = file.next(); entry != null; entry = file.next()) {
                read.add(entry.time().toString());
            }
        }
        return read;
    }
}
