package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** Levels of an application's loggers after those have died that have changed them. */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class KilledControllerSystemTest {
    /** JDK 25 keeps class loaders by soft references, which a collection otherwise clears after minutes. */
    private static final String CLEAR_SOFT = "-XX:SoftRefLRUPolicyMSPerMB=0";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String OWN = "debug=false level=null";
    private static final String WANTED = "debug=true level=FINE";
    private static final String[] COM_ACME = {"Ringside.Log", "--level", "5", "--payload",
        "logger like \"com.acme.%\""};

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private int lines;

    @ParameterizedTest
    @ValueSource(strings = {"logback", "log4j"})
    void shouldRestoreLevelsWhenASessionEndsWhoseControllerWasKilled(final String framework)
            throws IOException, InterruptedException {
        try (ForeignApplication application = ForeignApplication.logs(folder, framework)) {
            attach(application);
            assertThat(log(application)).endsWith(OWN);
            try (ProgramProcess controller = ProgramProcess.start(folder, "trace", COM_ACME[0], COM_ACME[1],
                    COM_ACME[2], COM_ACME[3], COM_ACME[4], "--name", "killed", "--to",
                    folder.resolve("recording").toString())) {
                controller.awaitDrain(folder, "killed");
                await(application, WANTED);
                controller.signal("KILL");
            }
            // As in ETW, a session goes on without those who have started it.
            assertThat(run("query", "killed").exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(log(application)).endsWith(WANTED);

            final String ledger = run("stop", "killed", "--format", "json").out().get(0);
            assertThat(number(ledger, "wanted")).isEqualTo(number(ledger, "delivered") + number(ledger, "lost"))
                    .isPositive();
            await(application, OWN);
            requireOwnOutput();
        }
    }

    @Test
    void shouldRestoreLevelsWhenTheAgentIsDetachedWhileASessionIsOn() throws IOException {
        try (ForeignApplication application = ForeignApplication.logs(folder, "logback")) {
            attach(application);
            run("start", "s");
            assertThat(run("enable", "s", COM_ACME[0], COM_ACME[1], COM_ACME[2], COM_ACME[3], COM_ACME[4], "--timeout",
                    "20s").exitCode()).isEqualTo(ExitCode.DONE);
            await(application, WANTED);

            assertThat(run("detach", Long.toString(application.pid()), "--agent",
                    ForeignApplication.AGENT.toString()).exitCode()).isEqualTo(ExitCode.DONE);
            await(application, OWN);
            requireOwnOutput();
            assertThat(run("tail", "s").out()).isNotEmpty();
            assertThat(run("stop", "s").exitCode()).isEqualTo(ExitCode.DONE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"logback", "log4j"})
    void shouldLeaveNoClassesOfTheAgentBehindWhenItIsDetachedAfterASession(final String framework)
            throws IOException, InterruptedException {
        try (ForeignApplication application = ForeignApplication.logs(folder, framework, CLEAR_SOFT)) {
            for (int i = 0; i < 3; i++) {
                attach(application);
                run("start", "s");
                run("enable", "s", COM_ACME[0], COM_ACME[1], COM_ACME[2], COM_ACME[3], COM_ACME[4], "--timeout", "20s");
                await(application, WANTED);
                run("stop", "s");
                await(application, OWN);
                assertThat(run("detach", Long.toString(application.pid()), "--agent",
                        ForeignApplication.AGENT.toString()).exitCode()).isEqualTo(ExitCode.DONE);
            }
            Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
                // Logback keeps the last appenders of a logger until its next call.
                log(application);
                application.diagnose("GC.run");
                // Caches of the JDK may keep the last one; of several, the line says how many more there are.
                assertThat(application.diagnose("VM.classloaders")).doesNotContain("RuntimeLoader (", "BridgeLoader");
            });
        }
    }

    /** The framework that an application loads later than the agent is found once a session wants its calls. */
    @Test
    void shouldBridgeAFrameworkThatIsLoadedAfterTheAgent() throws IOException {
        try (ForeignApplication application = ForeignApplication.logs(folder, "log4j",
                "-javaagent:" + ForeignApplication.AGENT + "=dir=" + folder.resolve("trace") + ",log=true")) {
            assertThat(log(application)).endsWith(OWN);
            run("start", "s");
            run("enable", "s", COM_ACME[0], COM_ACME[1], COM_ACME[2], COM_ACME[3], COM_ACME[4], "--timeout", "20s");
            await(application, WANTED);
            run("stop", "s");
            await(application, OWN);
            requireOwnOutput();
            assertThat(application.err()).isEmpty();
        }
    }

    private void attach(final ForeignApplication application) {
        assertThat(run("attach", Long.toString(application.pid()), "--agent", ForeignApplication.AGENT.toString(),
                "--log").exitCode()).isEqualTo(ExitCode.DONE);
    }

    private void await(final ForeignApplication application, final String levels) {
        Awaitility.await().atMost(PATIENCE).until(() -> log(application).endsWith(levels));
    }

    private String log(final ForeignApplication application) throws IOException {
        return application.log("n" + lines++);
    }

    /** The application's own file has what its own levels let through. */
    private void requireOwnOutput() throws IOException {
        assertThat(Files.readAllLines(folder.resolve("application.log"))).hasSize(lines)
                .allMatch(line -> line.startsWith("INFO com.acme.Engine known n"));
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
