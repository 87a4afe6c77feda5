package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Processes that sample by one field. */
@Tag("process")
class RateFilterSystemTest {
    private static final int EVENTS = 4_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldRecordTheSameValuesInAllProcesses() throws IOException {
        run("start", "trading", "--lane-size", "1m");
        final ProgramRun enabled = run("enable", "trading", "Orders", "--sample", "1/20", "--sample-by", "sequence");
        assertThat(enabled.out().get(0)).contains("sample 1/20 by sequence");
        for (int i = 0; i < 2; i++) {
            run("emit", "--provider", "Orders", "--events", Integer.toString(EVENTS), "--threads", "2");
        }

        final Map<Long, Set<Long>> byProcess = new HashMap<>();
        final ProgramRun tail = run("tail", "trading", "--format", "json");
        for (final String event : tail.out()) {
            byProcess.computeIfAbsent(number(event, "pid"), pid -> new TreeSet<>()).add(number(event, "sequence"));
        }
        assertThat(byProcess).hasSize(2);
        final Set<Long> chosen = byProcess.values().iterator().next();
        assertThat(byProcess.values()).allSatisfy(values -> assertThat(values).isEqualTo(chosen));
        assertThat(chosen).hasSizeBetween(EVENTS / 40, EVENTS / 10);
        // All threads of all processes have written each of them.
        assertThat(tail.out()).hasSize(4 * chosen.size());

        final String ledger = run("query", "trading", "--format", "json").out().get(0);
        assertThat(number(ledger, "wanted") + number(ledger, "sampledOut")).isEqualTo(4L * EVENTS);
        assertThat(number(ledger, "delivered")).isEqualTo(4L * chosen.size());
    }

    @Test
    void shouldRefuseAFieldThatNoEventHas() throws IOException {
        run("start", "trading");
        try (ProgramProcess emit = ProgramProcess.start(folder, "emit", "--provider", "Orders", "--wait-enabled",
                "1m")) {
            ProgramProcess.awaitProvider(folder, "Orders");
            final ProgramRun refused = ProgramProcess.run(folder, "enable", "trading", "Orders", "--sample", "1/2",
                    "--sample-by", "orderId");
            assertThat(emit.pid()).isPositive();
            assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err()).singleElement().asString().contains("field=orderId", "fields=[sequence");
        }
    }

    private ProgramRun run(final String... args) throws IOException {
        final ProgramRun run = ProgramProcess.run(folder, args);
        assertThat(run.exitCode()).as("%s: %s", String.join(" ", args), run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }
}
