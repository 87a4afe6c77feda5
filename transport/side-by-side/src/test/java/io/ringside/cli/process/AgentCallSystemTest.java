package io.ringside.cli.process;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.ForeignApplication;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Processes that change after they have been looked at. */
@Tag("process")
@Tag("proof")
class AgentCallSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldSayThatTheProcessHasEndedMeanwhile() throws IOException {
        final JavaProcess process;
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            process = JavaProcess.of(server.pid()).orElseThrow();
        }
        final RingsideException problem = catchThrowableOfType(RingsideException.class,
                () -> new AgentCall(process, ForeignApplication.AGENT, PATIENCE).attach("dir=" + folder));
        assertThat(problem.code()).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(problem).hasMessageContaining("process has ended meanwhile: pid=" + process.pid());
    }

    @Test
    void shouldNotWaitForAProcessThatStopsInTheMiddleOfIt() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            final JavaProcess process = JavaProcess.of(server.pid()).orElseThrow();
            server.signal("STOP");
            final RingsideException problem = catchThrowableOfType(RingsideException.class,
                    () -> new AgentCall(process, ForeignApplication.AGENT, Duration.ofSeconds(1))
                            .attach("dir=" + folder));
            assertThat(problem.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(problem).hasMessageContaining("process does not answer: pid=" + process.pid());
        }
    }

    @Test
    void shouldSayThatTheProcessHasEndedInTheMiddleOfIt() throws Exception {
        final CompletableFuture<Throwable> problem;
        final JavaProcess process;
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            process = JavaProcess.of(server.pid()).orElseThrow();
            // It listens from now on: the call gets as far as to wait for an answer.
            server.diagnose("VM.version");
            server.signal("STOP");
            problem = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> new AgentCall(process, ForeignApplication.AGENT, PATIENCE)
                            .attach("dir=" + folder)));
            await().atMost(PATIENCE).until(AgentCallSystemTest::isCalling);
        }
        assertThat(problem.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("process has ended meanwhile: pid=" + process.pid());
    }

    /** Whether a thread is inside the JDK's call. */
    private static boolean isCalling() {
        return Thread.getAllStackTraces().values().stream().flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().startsWith("sun.tools.attach."));
    }
}
