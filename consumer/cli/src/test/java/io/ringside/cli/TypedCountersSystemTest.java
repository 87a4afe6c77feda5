package io.ringside.cli;

import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The program on the page of counters, run as the page says. */
@Tag("process")
class TypedCountersSystemTest {
    private static final Path PAGE = Path.of("..", "..", "core", "docs", "counters.md");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldReadWhatTheProgramOfThePageCounts() throws IOException {
        final Process program = PageProgram.start(PAGE, folder);
        try {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(query("Acme Markets(*)\\open"))
                    .anyMatch(line -> line.matches("Acme Markets +Paris +75 +open +11 +- +11 +valid_data")));
            assertThat(query("Acme Markets(Paris)\\fills/sec"))
                    .anyMatch(line -> line.matches("Acme Markets +Paris +75 +fills/sec +0.000 +orders/s +1 +.*"));
            assertThat(query("Acme Markets(Paris)\\shares", "Acme Markets(Paris)\\orders"))
                    .anyMatch(line -> line.matches("Acme Markets +Paris +75 +shares +- +- +300 +invalid_data"))
                    .anyMatch(line -> line.matches("Acme Markets +Paris +75 +orders +- +- +1 +.*"));
        } finally {
            program.destroyForcibly();
        }
    }

    private List<String> query(final String... paths) {
        final List<String> args = new ArrayList<>(List.of("counters", "query"));
        args.addAll(List.of(paths));
        args.addAll(List.of("--interval", "10ms"));
        return ProgramRun.of(folder.resolve("trace"), args.toArray(String[]::new)).out();
    }
}
