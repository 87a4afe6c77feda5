package io.ringside.cli.process;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class JavaProcessTest {
    @ParameterizedTest
    @CsvSource({"1.8.0_402, 8", "1.8, 8", "11, 11", "17.0.15, 17", "25, 25", "25-ea, 25", "'', 0", "x, 0"})
    void shouldReadTheNumberOfARelease(final String version, final int feature) {
        assertThat(JavaProcess.feature(version)).isEqualTo(feature);
    }

    @Test
    void shouldDescribeThisProcessAsTheJvmThatItIs() {
        final JavaProcess process = JavaProcess.of(ProcessHandle.current().pid()).orElseThrow();
        assertThat(JavaProcess.feature(process.version())).isEqualTo(Runtime.version().feature());
        assertThat(process.refusal()).isEmpty();
        assertThat(process.main()).isNotEmpty().isEqualTo(System.getProperty("sun.java.command").split(" ", 2)[0]);
    }
}
