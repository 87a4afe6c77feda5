package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A server of others that runs, and knows nothing of Ringside. */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class AttachSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String MAIN = "org.h2.tools.Server";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTraceAServerFromAttachToDetachAndLeaveItAsItWas() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            assertThat(row(server)).contains("\"main\":\"" + MAIN + '"', "\"traced\":false", "\"traceable\":true",
                    "\"providers\":[],\"agent\":null", "\"version\":\"" + Runtime.version().feature());

            final ProgramRun attach = attach(server);
            assertThat(attach.exitCode()).as("%s", attach.err()).isEqualTo(ExitCode.DONE);
            assertThat(attach.out()).containsExactly(
                    "attached: pid=" + server.pid() + " (" + MAIN + "), dir=" + folder.resolve("trace"));
            assertThat(row(server)).contains("\"traced\":true", "\"agent\":{\"longestCycleNs\":", "\"errors\":0")
                    .containsPattern("\"startTime\":\\d{19},\"providers\":\\[[^]]*\"Ringside.Jvm\"");
            assertThat(run("providers", "Ringside.Jvm").exitCode()).isEqualTo(ExitCode.DONE);
            final ProgramRun heap = run("counters", "query", "JVM(*)\\heap used", "--timeout", "20s", "--format",
                    "json");
            assertThat(heap.out()).singleElement().asString().contains(MAIN + ' ' + server.pid())
                    .containsPattern("\"raw\":[1-9]\\d+");
            assertThat(server.answers()).isTrue();
            assertThat(attach(server).err()).singleElement().asString().contains("agent is running in the process "
                    + "already: pid=" + server.pid() + ", dir=", "ringside detach " + server.pid());

            final ProgramRun detach = detach(server);
            assertThat(detach.exitCode()).as("%s", detach.err()).isEqualTo(ExitCode.DONE);
            assertThat(row(server)).contains("\"traced\":false");
            assertThat(run("counters", "query", "JVM(*)\\heap used").exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(server.answers()).isTrue();
            assertThat(server.err()).isEmpty();
            assertThat(detach(server).err()).singleElement().asString()
                    .contains("no agent is running in the process: pid=" + server.pid());
        }
    }

    @Test
    void shouldPrintNoCharacterOfAJarsNameThatControlsATerminal() throws IOException, InterruptedException {
        final Path jar = folder.resolve("idle\u001b[2J.jar");
        final String name = Idle.class.getName().replace('.', '/') + ".class";
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Idle.class.getName());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream bytes = Idle.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new ZipEntry(name));
            out.write(bytes.readAllBytes());
        }
        final Process idle = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-jar",
                jar.toString()).start();
        try {
            assertThat(idle.getInputStream().read()).isEqualTo('!');
            for (final String command : List.of("processes", "attach", "detach", "detach")) {
                for (final String format : List.of("text", "json")) {
                    final ProgramRun run = command.equals("processes")
                            ? run(command, "--format", format)
                            : run(command, Long.toString(idle.pid()), "--agent", ForeignApplication.AGENT.toString(),
                                    "--format", format);
                    assertThat(Stream.concat(run.out().stream(), run.err().stream())).as(command).isNotEmpty()
                            .noneMatch(line -> line.contains("\u001b"))
                            .anyMatch(line -> line.contains("idle") || run.exitCode() != ExitCode.DONE);
                }
            }
        } finally {
            idle.destroyForcibly().waitFor();
        }
    }

    /** Waits until it is ended. */
    static final class Idle {
        private Idle() {}

        public static void main(final String[] arguments) throws IOException {
            System.out.print('!');
            System.out.flush();
            System.in.read();
        }
    }

    @Test
    void shouldLeaveNoThreadsAndNotGrowHoweverOftenItIsAttached() throws IOException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            for (int i = 0; i < 3; i++) {
                assertThat(attach(server).exitCode()).isEqualTo(ExitCode.DONE);
                assertThat(detach(server).exitCode()).isEqualTo(ExitCode.DONE);
            }
            Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
                assertThat(server.diagnose("Thread.print")).doesNotContain("ringside");
                server.diagnose("GC.run");
                // Caches of the JDK may keep the last one; of several, the line says how many more there are.
                assertThat(server.diagnose("VM.classloaders")).doesNotContain("RuntimeLoader (");
            });
        }
    }

    @Test
    void shouldRecordWhatRunsWhenASessionAsksForTheState() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            assertThat(attach(server).exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run("start", "jvms").exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run("enable", "jvms", "Ringside.Jvm", "--capture-state", "--timeout", "20s").exitCode())
                    .isEqualTo(ExitCode.DONE);
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> ProgramProcess.lookAt(folder, "jvms").contains("\"wanted\":1"));
            assertThat(run("tail", "jvms", "--format", "json").out()).singleElement().asString()
                    .contains("\"event\":\"running\"", "\"main\":\"" + MAIN + '"', "\"pid\":" + server.pid());
            assertThat(detach(server).exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run("stop", "jvms").exitCode()).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    void shouldBridgeEventsOfFlightRecorderAndLeaveItsSettingsAsTheyWere() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            final ProgramRun attach = withoutWarning(run("attach", Long.toString(server.pid()), "--agent",
                    ForeignApplication.AGENT.toString(), "--log", "--jfr"));
            assertThat(attach.exitCode()).as("%s", attach.err()).isEqualTo(ExitCode.DONE);
            assertThat(run("providers", "Ringside.Log").exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run("start", "flight").exitCode()).isEqualTo(ExitCode.DONE);
            final ProgramRun enable = run("enable", "flight", "Ringside.Jfr", "--event",
                    "jdk.GarbageCollection#threshold=0 ns", "--timeout", "20s");
            assertThat(enable.exitCode()).as("%s", enable.err()).isEqualTo(ExitCode.DONE);
            server.diagnose("GC.run");
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> ProgramProcess.lookAt(folder, "flight").matches(".*\"wanted\":[1-9].*"));
            assertThat(run("tail", "flight", "--format", "json").out()).isNotEmpty()
                    .allMatch(line -> line.contains("\"event\":\"jdk.GarbageCollection\"")
                            && line.contains("\"lag\":"));

            assertThat(detach(server).exitCode()).isEqualTo(ExitCode.DONE);
            Awaitility.await().atMost(PATIENCE)
                    .until(() -> server.diagnose("JFR.check").contains("No available recordings"));
            assertThat(run("stop", "flight").exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(server.answers()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+DisableAttachMechanism", "-XX:-EnableDynamicAgentLoading"})
    void shouldNameTheFlagThatKeepsTheAgentOut(final String flag) throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder, flag)) {
            final ProgramRun attach = attach(server);
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).singleElement().asString()
                    .contains("started to admit no agent", "pid=" + server.pid(), "flag=" + flag);
            assertThat(row(server)).contains("\"traceable\":false", flag);
            assertThat(server.answers()).isTrue();
            assertThat(server.out()).doesNotContain("Full thread dump");
        }
    }

    @Test
    void shouldSayWhyTheDirectoryCannotBeUsedAndLeaveTheServerAlone() throws IOException, InterruptedException {
        final Path file = Files.writeString(folder.resolve("file"), "not a directory");
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            final ProgramRun attach = ProgramRun.of(file, "attach", Long.toString(server.pid()), "--agent",
                    ForeignApplication.AGENT.toString());
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).anyMatch(line -> line.contains("agent says: ") && line.contains(file.toString()));
            assertThat(server.answers()).isTrue();
            assertThat(server.err()).isEmpty();
            assertThat(file).hasContent("not a directory");
            // The failure has left nothing that is in the way.
            assertThat(attach(server).exitCode()).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    void shouldNotTouchAProcessThatIsNotAJvm() throws IOException, InterruptedException {
        final Process sleep = new ProcessBuilder("sleep", "600").start();
        try {
            final ProgramRun attach = run("attach", Long.toString(sleep.pid()));
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).singleElement().asString().contains("process is not a JVM: pid=" + sleep.pid(),
                    "sleep");
            assertThat(sleep.waitFor(1, TimeUnit.SECONDS)).isFalse();
        } finally {
            sleep.destroyForcibly().waitFor();
        }
        final ProgramRun ended = run("attach", Long.toString(sleep.pid()));
        assertThat(ended.err()).singleElement().asString().contains("no such process: pid=" + sleep.pid());
    }

    @Test
    void shouldSayThatTheProcessIsStopped() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            server.signal("STOP");
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(attach(server).err()).singleElement()
                    .asString().contains("process is stopped: pid=" + server.pid()));
            server.signal("CONT");
            assertThat(server.answers()).isTrue();
        }
    }

    @Test
    void shouldSayWhereTheAgentIsMissing() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            final Path jar = folder.resolve("nowhere.jar");
            final ProgramRun attach = run("attach", Long.toString(server.pid()), "--agent", jar.toString());
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).singleElement().asString().contains("agent is missing: agent=" + jar, "--agent");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.22"})
    void shouldNameTheJavaThatIsTooOldAndTheOneThatIsNeeded(final String version, @TempDir final Path old)
            throws IOException, InterruptedException {
        // This Java, with an installation that claims to be an older one: the process itself is not asked.
        final Path home = Path.of(System.getProperty("java.home"));
        final List<Path> links = List.of(old.resolve("lib"), old.resolve("conf"));
        for (final Path link : links) {
            Files.createSymbolicLink(link, home.resolve(link.getFileName()));
        }
        Files.copy(home.resolve("bin/java"), Files.createDirectory(old.resolve("bin")).resolve("java"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        try (ForeignApplication server = ForeignApplication.server(old.resolve("bin/java"), folder)) {
            final ProgramRun attach = attach(server);
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).singleElement().asString().contains("Java of the process is too old: pid="
                    + server.pid() + ", java=" + version, "17 or newer");
            assertThat(server.answers()).isTrue();
            assertThat(server.err()).isEmpty();
        } finally {
            for (final Path link : links) {
                Files.delete(link);
            }
        }
    }

    @Test
    void shouldSayThatItsOwnJavaCannotReachOthers() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder);
                ProgramProcess program = ProgramProcess.start(folder, List.of("--limit-modules",
                        "java.se,jdk.unsupported,jdk.management", "--add-exports",
                        "java.base/jdk.internal.misc=ALL-UNNAMED"), "attach", Long.toString(server.pid()))) {
            final ProgramRun attach = program.await();
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).filteredOn(line -> !line.startsWith("WARNING: ")).singleElement().asString()
                    .contains("this Java cannot reach other JVMs: missing module=jdk.attach",
                            "run ringside with a JDK");
            assertThat(server.answers()).isTrue();
        }
    }

    @Test
    void shouldSayThatAJarIsNoAgent() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            final Path jar = Files.writeString(folder.resolve("notes.jar"), "notes");
            final ProgramRun attach = run("attach", Long.toString(server.pid()), "--agent", jar.toString());
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).singleElement().asString()
                    .contains("JVM has not loaded the agent: pid=" + server.pid(), "agent=" + jar);
            assertThat(server.answers()).isTrue();
            assertThat(attach(server).exitCode()).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    void shouldRefuseProcessesOfOtherUsersUnlessTheUserIsRoot(@TempDir final Path place)
            throws IOException, InterruptedException {
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (ForeignApplication server = ForeignApplication.server(folder)) {
            final OtherUser user = new OtherUser(OtherUser.require(place), 61_234, 61_234, "077");
            final ProgramRun attach = user.run(place.resolve("trace"), "attach", Long.toString(server.pid()));
            assertThat(attach.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(attach.err()).singleElement().asString()
                    .contains("process belongs to another user: pid=" + server.pid(), "user=");
            assertThat(server.answers()).isTrue();
        }
    }

    private String row(final ForeignApplication server) {
        final ProgramRun run = run("processes", "--format", "json");
        return run.out().stream().filter(line -> line.contains("\"pid\":" + server.pid() + ',')).findFirst()
                .orElseThrow(() -> new AssertionError(run.toString()));
    }

    private ProgramRun attach(final ForeignApplication server) {
        return withoutWarning(run("attach", Long.toString(server.pid()), "--agent",
                ForeignApplication.AGENT.toString()));
    }

    private ProgramRun detach(final ForeignApplication server) {
        return run("detach", Long.toString(server.pid()), "--agent", ForeignApplication.AGENT.toString());
    }

    /** Newer JVMs warn of agents; the program explains that. */
    private static ProgramRun withoutWarning(final ProgramRun run) {
        return new ProgramRun(run.exitCode(), run.out(),
                run.err().stream().filter(line -> !line.contains("-XX:+EnableDynamicAgentLoading")).toList());
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
