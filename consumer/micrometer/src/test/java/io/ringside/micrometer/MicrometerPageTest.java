package io.ringside.micrometer;

import io.ringside.docs.PageExamples;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's examples compile. */
class MicrometerPageTest {
    private static final Path PAGE = Path.of("docs", "micrometer.md");
    private static final String FRAME = """
            import io.micrometer.core.instrument.MeterRegistry;
            import io.ringside.control.Controller;
            import io.ringside.micrometer.RingsideMetrics;
            import java.nio.file.Path;

            class Shown {
                static void show(MeterRegistry registry) {
                    %s
                }
            }
            """;

    @Test
    void shouldShowCodeThatCompiles(@TempDir final Path folder) throws IOException {
        PageExamples.compile(PAGE, "", FRAME, folder);
    }
}
