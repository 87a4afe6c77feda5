package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands processes, attach and detach with an application that has nothing but the JDK. */
@Tag("process")
class AttachStepsSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTraceAnApplicationFromAttachToDetach() throws IOException {
        try (ForeignApplication application = ForeignApplication.plain(folder)) {
            final String pid = Long.toString(application.pid());
            assertThat(row(pid)).contains("\"main\":\"Plain\"", "\"traced\":false");

            final ProgramRun attach = run("attach", pid, "--agent", ForeignApplication.AGENT.toString());
            assertThat(attach.exitCode()).as("%s", attach.err()).isEqualTo(ExitCode.DONE);
            assertThat(row(pid)).contains("\"traced\":true");
            assertThat(run("providers", "Ringside.Jvm").exitCode()).isEqualTo(ExitCode.DONE);

            final ProgramRun detach = run("detach", pid, "--agent", ForeignApplication.AGENT.toString());
            assertThat(detach.exitCode()).as("%s", detach.err()).isEqualTo(ExitCode.DONE);
            assertThat(row(pid)).contains("\"traced\":false");
        }
    }

    private String row(final String pid) {
        final ProgramRun run = run("processes", "--format", "json");
        return run.out().stream().filter(line -> line.contains("\"pid\":" + pid + ',')).findFirst()
                .orElseThrow(() -> new AssertionError(run.toString()));
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
