package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.internal.schema.TextFields;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.Enablement;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An application of a module path and one of a class path: the same sources, compiled and started as either. */
@Timeout(100)
class ApplicationModulesTest {
    private static final String SESSION = "application";
    private static final String MAIN = "acme.orders.OrderApplication";
    private static final String LINT = "-Xlint:all,-path";
    private static final String PATIENCE_MS = "20000";

    @TempDir
    Path folder;
    private TracedProvider traced;

    @BeforeEach
    void start() {
        traced = new TracedProvider(folder);
        traced.start(SESSION);
        traced.controller.enable(SESSION, EnableRequest.of("Acme.Orders", Enablement.of(5, 0, 0)),
                TracedProvider.TIMEOUT_NS);
    }

    @AfterEach
    void close() {
        traced.close();
    }

    @Test
    @Tag("jdk25")
    void shouldTraceAnApplicationInModules() throws IOException, InterruptedException, URISyntaxException {
        final ApplicationFolder application = modular();
        assertThat(application.classes().resolve("module-info.class")).exists();
        assertThat(run("--add-exports", "java.base/jdk.internal.misc=org.agrona,io.ringside.transport",
                "--module-path", application.classPath(), "--module", "acme.orders/" + MAIN, PATIENCE_MS))
                .containsSubsequence("written=1", "written=1", "written=1", "acme.orders io.ringside.transport");
        assertThatEventsWereTaken();
    }

    @Test
    @Tag("jdk25")
    void shouldTraceAnApplicationOnTheClassPath() throws IOException, InterruptedException, URISyntaxException {
        final ApplicationFolder application = newApplication();
        application.compile(List.of(application.sources().resolve("acme")), "-cp", ApplicationFolder.path(), LINT,
                "-Werror");
        assertThat(run("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", application.classPath(),
                MAIN, PATIENCE_MS)).containsSubsequence("written=1", "written=1", "written=1", "null null");
        assertThatEventsWereTaken();
    }

    @Test
    void shouldTellTheFlagOfTheModulePath() throws IOException, InterruptedException, URISyntaxException {
        final ApplicationFolder application = modular();
        assertThat(run("--module-path", application.classPath(), "--module", "acme.orders/" + MAIN, "0"))
                .anyMatch(line -> line.contains("--add-exports java.base/jdk.internal.misc=org.agrona"))
                .doesNotContain("written=1");
    }

    @Test
    @Tag("jdk25")
    void shouldLetAModuleControlASessionGiveCountersAndWriteTypedEvents()
            throws IOException, InterruptedException, URISyntaxException {
        final ApplicationFolder desk = new ApplicationFolder("desk/module-info.java", folder.resolve("desk"));
        desk.compile(List.of(desk.sources()), "--module-path", ApplicationFolder.path(), LINT, "-Werror");

        assertThat(run("--add-exports", "java.base/jdk.internal.misc=org.agrona,io.ringside.transport",
                "--module-path", desk.classPath(), "--module", "acme.desk/acme.desk.DeskApplication"))
                .containsSubsequence("acknowledged=1", "acknowledged=1", "written=1", "written=1", "wanted=2",
                        "ended=true");
    }

    @Test
    void shouldLetAModuleReadARecordingASessionAndCounters()
            throws IOException, InterruptedException, URISyntaxException {
        final Path jar = ApplicationFolder.consumerJar(folder.resolve("consumer.jar"));
        final ApplicationFolder reader = new ApplicationFolder("reader/module-info.java", folder.resolve("reader"));
        final String modules = ApplicationFolder.path() + File.pathSeparator + jar;
        reader.compile(List.of(reader.sources()), "--module-path", modules, "-proc:none");
        final Path recording = folder.resolve("recording");
        traced.enable(SESSION, Enablement.of(5, 0, 0));
        traced.write(1, 1);
        try (Recorder recorder = Recorder
                .open(new RecorderContext(SESSION, recording).directory(traced.directory().path()))) {
            while (recorder.events() < 1) {
                recorder.doWork();
            }
        }
        traced.write(2, 2);

        assertThat(run("--add-modules", "jdk.unsupported", "--add-exports",
                "java.base/jdk.internal.misc=org.agrona,io.ringside.transport,ALL-UNNAMED", "--add-opens",
                "java.base/java.lang.reflect=ALL-UNNAMED", "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED",
                "-cp", ApplicationFolder.otherLibraries(), "--module-path",
                modules + File.pathSeparator + reader.classes(), "--module",
                "acme.reader/acme.reader.ReaderApplication", recording.toString(), SESSION))
                .containsSubsequence("recorded=event-1", "live=event-2", "counters=NO_OBJECT",
                        "acme.reader io.ringside.consumer");
    }

    private ApplicationFolder newApplication() throws IOException, URISyntaxException {
        return new ApplicationFolder("application/module-info.java", folder.resolve("classes"));
    }

    private ApplicationFolder modular() throws IOException, URISyntaxException {
        final ApplicationFolder application = newApplication();
        application.compile(List.of(application.sources()), "--module-path", ApplicationFolder.path(),
                LINT, "-Werror");
        return application;
    }

    private List<String> run(final String... arguments) throws IOException, InterruptedException {
        return ApplicationFolder.run(traced.directory().path(), List.of(arguments));
    }

    private void assertThatEventsWereTaken() {
        final List<String> taken = traced.take(SESSION, event -> {
            final StringBuilder text = new StringBuilder();
            new TextFields().append(text, event.schema(), event.buffer(), event.payloadOffset(),
                    event.payloadLength());
            return text.toString();
        });
        assertThat(taken).containsExactly(
                "order={id=1 size=100 side=BUY tag=0x07} symbol=ACME",
                "order={id=2 size=200 side=SELL tag=0x07} symbol=ACME",
                "order={id=3 size=300 side=BUY tag=0x07} symbol=ACME");
    }
}
