package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.schema.ProviderSchema;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Applications that are started with {@code -javaagent}, each as it is. */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class JavaAgentSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldPublishTheCountersOfAServer() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder, agent(""))) {
            assertThat(run("providers", "Ringside.Jvm").exitCode()).isEqualTo(ExitCode.DONE);
            final List<String> values = run("counters", "query", "JVM*(*)\\*", "--timeout", "20s", "--format", "json")
                    .out();
            assertThat(values).anyMatch(line -> isPositive(line, "heap used"))
                    .anyMatch(line -> isPositive(line, "threads")).anyMatch(line -> isPositive(line, "classes"))
                    .anyMatch(line -> isPositive(line, "% processor time"))
                    .anyMatch(line -> isPositive(line, "committed") && line.contains("JVM Memory Pool"))
                    .anyMatch(line -> line.contains("JVM Garbage Collector") && line.contains("collections/sec"));
            assertThat(server.answers()).isTrue();
            assertThat(server.err()).isEmpty();
        }
    }

    private static boolean isPositive(final String line, final String counter) {
        return line.contains("\"counter\":\"" + counter + '"') && line.matches(".*\"raw\":[1-9]\\d*,.*");
    }

    @Test
    void shouldPublishNoCountersWhenItsOptionsSaySo() throws IOException {
        try (ForeignApplication server = ForeignApplication.server(folder, agent(",jvm=false"))) {
            assertThat(run("providers", "Ringside.Jvm").exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run("counters", "query", "JVM(*)\\heap used").exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(server.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense=1", "jvm=perhaps", "dir="})
    void shouldRunTheApplicationAfterOneLineWhenAnOptionIsWrong(final String options)
            throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.server(folder,
                "-javaagent:" + ForeignApplication.AGENT + '=' + options)) {
            assertThat(server.answers()).isTrue();
            assertThat(server.err()).singleElement().asString().startsWith("ringside: ")
                    .contains(options.split("=", -1)[0], "expected ").endsWith("the application runs without tracing");
        }
    }

    @Test
    void shouldRunTheApplicationAfterOneLineWhenTheDirectoryCannotBeUsed() throws IOException, InterruptedException {
        final Path file = Files.writeString(folder.resolve("file"), "not a directory");
        try (ForeignApplication server = ForeignApplication.server(folder,
                "-javaagent:" + ForeignApplication.AGENT + "=dir=" + file)) {
            assertThat(server.answers()).isTrue();
            assertThat(server.err()).singleElement().asString().startsWith("ringside: tracing is off: ")
                    .contains(file.toString());
        }
        assertThat(file).hasContent("not a directory");
    }

    /** An application's own Ringside, which otherwise needs flags of the JVM. */
    @Test
    void shouldTakeThePlaceOfTheFlagsThatTracingNeeds() throws IOException {
        try (ProgramProcess emit = ProgramProcess.start(folder, List.of(agent("")), "emit", "--provider", "Orders",
                "--events", "10")) {
            final ProgramRun run = emit.await();
            assertThat(run.exitCode()).as("%s", run.err()).isEqualTo(ExitCode.DONE);
        }
        try (ProgramProcess emit = ProgramProcess.start(folder, List.of("-Dno.flags=true"), "emit", "--provider",
                "Orders", "--events", "10")) {
            assertThat(emit.await().err()).singleElement().asString().contains("--add-exports");
        }
    }

    /** There the loader of the JDK's own classes finds those of the application as well. */
    @Test
    void shouldTakeThePlaceOfTheFlagsOnAModulePath() throws IOException, InterruptedException {
        final String modules = Stream.of(Ringside.class, ProviderSchema.class, DirectBuffer.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .collect(Collectors.joining(File.pathSeparator));
        final Path source = Files.writeString(Files.createDirectories(folder.resolve("acme")).resolve("Main.java"), """
                package acme;

                public class Main {
                    public static void main(String[] args) {
                        io.ringside.schema.ProviderSchema schema = io.ringside.schema.ProviderSchema.builder("Acme")
                                .event("sold", io.ringside.event.EventDescriptor.of(1, 4, 0)).build();
                        try (io.ringside.provider.Ringside ringside = io.ringside.provider.Ringside.connect()) {
                            System.out.println(ringside.register(schema).status());
                        }
                    }
                }
                """);
        final Path descriptor = Files.writeString(folder.resolve("module-info.java"),
                "module acme { requires io.ringside.transport; }");
        final Path classes = Files.createDirectory(folder.resolve("classes"));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "--release", "17",
                "--module-path", modules, "-d", classes.toString(), source.toString(), descriptor.toString())).isZero();
        final Process application = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), agent(""),
                "-Dringside.dir=" + folder.resolve("trace"), "--module-path", classes + File.pathSeparator + modules,
                "-m", "acme/acme.Main").redirectErrorStream(true).start();
        assertThat(new String(application.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .isEqualTo("ACTIVE");
        assertThat(application.waitFor()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"agrona-early.jar", "agrona-later.jar"})
    void shouldTraceAnApplicationThatHasAnOlderAgrona(final String agrona) throws IOException {
        try (ForeignApplication engine = ForeignApplication.engine(folder, agrona, agent(""))) {
            requireTraced(engine, agrona);
        }
    }

    @Test
    void shouldTraceAnApplicationInAClassLoaderOfItsOwn() throws IOException {
        try (ForeignApplication engine = ForeignApplication.engineInLoader(folder, "agrona-later.jar", agent(""))) {
            requireTraced(engine, "agrona-later.jar");
        }
    }

    @Test
    void shouldTraceAnApplicationThatIsOneJar() throws IOException {
        try (ForeignApplication engine = ForeignApplication.engineInFatJar(folder, "agrona-early.jar", agent(""))) {
            requireTraced(engine, "engine.jar");
        }
    }

    /** The engine works with its own Agrona, beside the agent that works with ours. */
    private void requireTraced(final ForeignApplication engine, final String jar) throws IOException {
        assertThat(engine.match(7)).startsWith("matched 7 from ").contains(jar);
        final ProgramRun heap = run("counters", "query", "JVM(*)\\heap used", "--timeout", "20s", "--format", "json");
        assertThat(heap.out()).singleElement().asString().contains(" " + engine.pid()).containsPattern("\"raw\":[1-9]");
        assertThat(run("providers", "Ringside.Jvm").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(engine.match(8)).startsWith("matched 8 from ").contains(jar);
        assertThat(engine.err()).isEmpty();
    }

    private String agent(final String options) {
        return "-javaagent:" + ForeignApplication.AGENT + "=dir=" + folder.resolve("trace") + options;
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
