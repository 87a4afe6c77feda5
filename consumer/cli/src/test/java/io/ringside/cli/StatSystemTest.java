package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Watching a provider that runs. */
@Tag("process")
class StatSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldShowRatesUntilTheSessionEnds() throws IOException, InterruptedException {
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        try (ProgramProcess emit = start("emit", "--provider", "Orders", "--rate", "2000");
                ProgramProcess all = start("stat", "--interval", "200ms");
                ProgramProcess stat = start("stat", "trading", "--interval", "200ms", "--format", "json")) {
            await().atMost(PATIENCE).until(() -> stat.out().stream()
                    .anyMatch(line -> line.contains("\"providers\":[\"Orders\"]") && rate(line) > 500));
            await().atMost(PATIENCE).until(() -> stat.out().stream().anyMatch(line -> line.contains("\"alive\":true")
                    && line.contains("\"pid\":" + emit.pid())));
            run("stop", "trading");

            final ProgramRun ended = stat.await();
            assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(ended.err()).isEmpty();
            final List<String> lines = ended.out();
            assertThat(lines.get(lines.size() - 1)).contains("\"state\":\"ended\"", "\"wantedPerSecond\":null");

            await().atMost(PATIENCE)
                    .until(() -> all.out().stream().anyMatch(line -> line.startsWith("trading  ended")));
            all.signal("INT");
            assertThat(all.await().exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
    }

    private static double rate(final String line) {
        final String text = line.split("\"wantedPerSecond\":", -1)[1].split(",", 2)[0];
        return text.equals("null") ? 0 : Double.parseDouble(text);
    }

    private ProgramProcess start(final String... args) throws IOException {
        return ProgramProcess.start(folder, args);
    }

    private ProgramRun run(final String... args) throws IOException {
        return ProgramProcess.run(folder, args);
    }
}
