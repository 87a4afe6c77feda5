package io.ringside;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FlaglessTest {
    @Test
    void shouldLetAnApplicationDeclareWhereAgronaHasNotItsFlag() throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                FlaglessApplication.class.getName()).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("declared Flagless hash true blocks 0 overflowed true mask 1 lanes 64\n")
                .contains("buffers do not work\n");
    }
}
