package io.ringside.cli.emit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DemoReportTest {
    @Test
    void shouldReadWhatItWroteWhenALineIsWhole() {
        final DemoReport report = DemoReport.of(DemoReport.Kind.FINAL, "executed orderId=1 size=2", 1, Long.MAX_VALUE,
                0);
        assertThat(DemoReport.parse(report.toString())).isEqualTo(report);
        final DemoReport silent = DemoReport.of(DemoReport.Kind.PROGRESS, "", 5);
        assertThat(DemoReport.parse(silent.toString())).isEqualTo(silent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "demo", "demo FINAL", "demo OTHER 1 x", "demo FINAL 1,x text",
        "Error: could not start"})
    void shouldReadNothingWhenALineIsSomethingElse(final String line) {
        assertThat(DemoReport.parse(line)).isNull();
    }
}
