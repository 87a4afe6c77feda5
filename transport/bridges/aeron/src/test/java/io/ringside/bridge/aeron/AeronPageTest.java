package io.ringside.bridge.aeron;

import io.ringside.docs.PageExamples;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's example of Aeron compiles. */
class AeronPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "frameworks.md");
    private static final String FRAME = """
            import io.aeron.Aeron;
            import io.ringside.bridge.aeron.AeronBridge;
            import io.ringside.provider.Ringside;
            import java.nio.file.Path;

            class Shown {
                static void show(Ringside ringside, Aeron aeron) {
                    %s
                }
            }
            """;

    @Test
    void shouldShowCodeThatCompiles(@TempDir final Path folder) throws IOException {
        PageExamples.compile(PAGE, "AeronBridge", FRAME, folder);
    }
}
