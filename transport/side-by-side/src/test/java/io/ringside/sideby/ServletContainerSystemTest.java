package io.ringside.sideby;

import io.ringside.cli.ForeignApplication;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tomcat, in which each web application has a class loader, and threads that outlive the applications. */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class ServletContainerSystemTest {
    private static final List<String> TOMCAT = List.of("tomcat-embed-core", "tomcat-annotations-api");
    /** Tomcat's own start script has them: with them it looks for what an application leaves in its threads. */
    private static final List<String> LEAK_CHECKS = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED", "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED", "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTraceTwoWebApplicationsThatEachBringRingside() throws IOException {
        deployable("north", Applications.RINGSIDE);
        deployable("south", Applications.RINGSIDE);
        traceTwoShops(List.of());
    }

    @Test
    void shouldTraceTwoWebApplicationsThatShareTheRingsideOfTheContainer() throws IOException {
        deployable("north", List.of());
        deployable("south", List.of());
        traceTwoShops(Applications.RINGSIDE);
    }

    @Test
    void shouldTraceWebApplicationsInAContainerThatHasAnOlderAgrona() throws IOException {
        final List<Path> libraries = Applications.libraries(List.of(Applications.SHADED, "tomcat-embed-core"));
        deployable("north", Applications.compile(folder.resolve("classes"), libraries, "orders", "tomcat", "memory"),
                List.of(Applications.SHADED));
        deployable("south", Applications.RINGSIDE);
        traceTwoShops(List.of("agrona-later"));
    }

    private void traceTwoShops(final List<String> ofContainer) throws IOException {
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        try (ForeignApplication tomcat = tomcat(ofContainer)) {
            assertThat(tomcat.ask("deploy north")).isEqualTo("STARTED");
            assertThat(tomcat.ask("deploy south")).isEqualTo("STARTED");
            assertThat(tomcat.ask("get north/1")).isEqualTo("north sold 1: ACTIVE");
            assertThat(tomcat.ask("get south/2")).isEqualTo("south sold 2: ACTIVE");
            assertThat(tomcat.ask("undeploy north")).isEqualTo("DESTROYED");
            assertThat(tomcat.ask("get south/3")).isEqualTo("south sold 3: ACTIVE");
            assertThat(tomcat.ask("deploy north")).isEqualTo("STARTED");
            assertThat(tomcat.ask("get north/4")).isEqualTo("north sold 4: ACTIVE");
            session.awaitSold("north 1", "south 2", "south 3", "north 4");
            requireNoComplaints(tomcat);
        }
        session.stop();
    }

    /** Neither a thread nor what it has in its variables keeps the classes of an application that is gone. */
    @Test
    void shouldLeaveNothingOfWebApplicationsThatAreUndeployed() throws IOException, InterruptedException {
        deployable("north", Applications.RINGSIDE);
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        try (ForeignApplication tomcat = tomcat(List.of())) {
            for (int i = 1; i <= 3; i++) {
                assertThat(tomcat.ask("deploy north")).isEqualTo("STARTED");
                // Requests take turns among the threads of the container.
                for (int request = 0; request < 8; request++) {
                    assertThat(tomcat.ask("get north/" + i)).isEqualTo("north sold " + i + ": ACTIVE");
                }
                assertThat(tomcat.ask("undeploy north")).isEqualTo("DESTROYED");
            }
            Awaitility.await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(tomcat.ask("leaks")).isEqualTo("leaks: "));
            assertThat(tomcat.diagnose("Thread.print")).doesNotContain("\"ringside-");
            requireNoComplaints(tomcat);
        }
        session.awaitSold(Stream.of("north 1", "north 2", "north 3").flatMap(sold -> Stream.generate(() -> sold)
                .limit(8)).toArray(String[]::new));
        session.stop();
    }

    private static void requireNoComplaints(final ForeignApplication tomcat) {
        assertThat(tomcat.err()).noneMatch(line -> line.contains("has failed to stop it")
                || line.contains("created a ThreadLocal") || line.contains("Exception"));
    }

    private ForeignApplication tomcat(final List<String> alsoOnClassPath) throws IOException {
        final Path host = Applications.jar(folder.resolve("host.jar"), Applications.compiled(), Map.of(), "tomcat",
                "memory");
        final List<Path> places = new ArrayList<>(Applications.libraries(TOMCAT));
        places.addAll(Applications.libraries(alsoOnClassPath));
        places.add(host);
        final List<String> command = new ArrayList<>(Applications.FLAGS);
        command.addAll(LEAK_CHECKS);
        command.addAll(List.of("-Dringside.dir=" + folder.resolve("trace"), "-cp", Applications.classPath(places),
                "io.ringside.sideby.tomcat.TomcatHost", folder.toString()));
        return ForeignApplication.started(folder, command);
    }

    /** The folder of a web application. */
    private void deployable(final String name, final List<String> libraries) throws IOException {
        deployable(name, Applications.compiled(), libraries);
    }

    private void deployable(final String name, final Path classes, final List<String> libraries) throws IOException {
        final Path lib = Files.createDirectories(folder.resolve(name).resolve("WEB-INF/lib"));
        Applications.jar(lib.resolve("shop.jar"), classes, Map.of(), "orders", "tomcat");
        for (final Path library : Applications.libraries(libraries)) {
            Files.copy(library, lib.resolve(library.getFileName()));
        }
    }
}
