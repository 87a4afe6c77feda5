package io.ringside.sideby;

import io.ringside.cli.ForeignApplication;
import io.ringside.cli.ProgramRun;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.tools.Libraries;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

import static org.assertj.core.api.Assertions.assertThat;

/** Spring Boot's executable jar, whose launcher loads classes out of jars within the jar. */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class SpringBootSystemTest {
    private static final List<String> SPRING = List.of("spring-boot", "spring-boot-autoconfigure", "spring-core",
            "spring-beans", "spring-context", "spring-aop", "spring-expression", "commons-logging",
            "micrometer-observation", "micrometer-commons", "jspecify");
    private static final String MAIN = "io.ringside.sideby.boot.BootOrders";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTraceAnApplicationWithTheStarterWithoutFlagsWhenTheManifestExportsThePackage() throws IOException {
        trace(executable(Map.of("Add-Exports", "java.base/jdk.internal.misc")), List.of());
    }

    @Test
    void shouldTraceAnApplicationWithTheStarterAndTheAgent() throws IOException {
        trace(executable(Map.of()), List.of("-javaagent:" + ForeignApplication.AGENT + "=dir="
                + folder.resolve("trace")));
    }

    @Test
    void shouldAttachToAnApplicationWithTheStarterThatHasNoFlags() throws IOException {
        try (ForeignApplication boot = boot(executable(Map.of()), List.of())) {
            assertThat(boot.ask("1")).isEqualTo("boot sold 1: UNAVAILABLE");
            final ProgramRun attach = ProgramRun.of(folder.resolve("trace"), "attach", Long.toString(boot.pid()),
                    "--agent", ForeignApplication.AGENT.toString());
            assertThat(attach.exitCode()).as("%s", attach).isZero();
            final ProgramRun heap = ProgramRun.of(folder.resolve("trace"), "counters", "query", "JVM(*)\\heap used",
                    "--timeout", "20s", "--format", "json");
            assertThat(heap.out()).singleElement().asString().contains(" " + boot.pid());
            assertThat(boot.ask("2")).isEqualTo("boot sold 2: UNAVAILABLE");
            assertThat(boot.log()).filteredOn(line -> line.contains("tracing is off"))
                    .singleElement().asString().contains("--add-exports java.base/jdk.internal.misc=ALL-UNNAMED");
        }
    }

    private void trace(final Path jar, final List<String> options) throws IOException {
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        try (ForeignApplication boot = boot(jar, options)) {
            assertThat(boot.ask("1")).isEqualTo("boot sold 1: ACTIVE");
            assertThat(boot.ask("2")).isEqualTo("boot sold 2: ACTIVE");
            session.awaitSold("boot 1", "boot 2");
        }
        session.stop();
    }

    private ForeignApplication boot(final Path jar, final List<String> options) throws IOException {
        final List<String> command = new ArrayList<>(options);
        command.add(Applications.PATIENT);
        command.addAll(List.of("-jar", jar.toString(), "--ringside.directory=" + folder.resolve("trace")));
        return ForeignApplication.started(folder, command);
    }

    /** As Spring Boot's plugins make it. */
    private Path executable(final Map<String, String> attributes) throws IOException {
        final Path plain = Applications.jar(folder.resolve("plain.jar"), Applications.compiled(), attributes, "orders",
                "boot");
        final Path jar = folder.resolve("orders.jar");
        final Repackager repackager = new Repackager(plain.toFile());
        repackager.setMainClass(MAIN);
        final List<Path> jars = Stream.of(SPRING, Applications.RINGSIDE, List.of("ringside-spring-boot-starter"))
                .flatMap(names -> Applications.libraries(names).stream()).toList();
        final Libraries libraries = callback -> {
            for (final Path library : jars) {
                callback.library(new Library(library.toFile(), LibraryScope.COMPILE));
            }
        };
        repackager.repackage(jar.toFile(), libraries);
        assertThat(Files.size(jar)).isGreaterThan(Files.size(plain));
        return jar;
    }
}
