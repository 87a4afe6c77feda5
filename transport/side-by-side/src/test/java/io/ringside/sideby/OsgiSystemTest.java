package io.ringside.sideby;

import io.ringside.cli.ForeignApplication;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Apache Felix, in which each bundle has a class loader and sees only what it imports. */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class OsgiSystemTest {
    private static final String FELIX = "org.apache.felix.framework";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTraceABundleAndLeaveNothingOfItWhenItIsUninstalled() throws IOException, InterruptedException {
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        try (ForeignApplication felix = felix()) {
            assertThat(felix.ask("sell 1")).isEqualTo("bundle sold 1: ACTIVE");
            assertThat(felix.ask("sell 2")).isEqualTo("bundle sold 2: ACTIVE");
            session.awaitSold("bundle 1", "bundle 2");
            assertThat(felix.ask("uninstall")).isEqualTo("uninstalled 2");
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(felix.ask("left")).isEqualTo("left 0"));
            assertThat(felix.diagnose("Thread.print")).doesNotContain("\"ringside-");
            assertThat(felix.err()).isEmpty();
        }
        session.stop();
    }

    @Test
    void shouldExportWhatTheModulesExport() throws IOException, URISyntaxException {
        final Set<String> exported = new HashSet<>(Set.of("io.ringside.agrona", "io.ringside.agrona.concurrent"));
        for (final Class<?> type : List.of(EventDescriptor.class, Ringside.class)) {
            final Path module = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
            ModuleFinder.of(module).findAll().iterator().next().descriptor().exports().stream()
                    .filter(exports -> !exports.isQualified()).map(Exports::source).forEach(exported::add);
        }
        try (JarFile jar = new JarFile(Applications.library(Applications.SHADED).toFile())) {
            final String packages = jar.getManifest().getMainAttributes().getValue("Export-Package");
            assertThat(packages.split(";", -1)).filteredOn(each -> !each.startsWith("version="))
                    .containsExactlyInAnyOrderElementsOf(exported);
            assertThat(jar.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class")))
                    .allMatch(name -> name.startsWith("io/ringside/"));
        }
    }

    private ForeignApplication felix() throws IOException {
        final Path library = Applications.library(Applications.SHADED);
        final Path classes = Applications.compile(folder.resolve("classes"),
                List.of(library, Applications.library(FELIX)), "orders", "osgi", "memory");
        final Path bundle = Applications.jar(folder.resolve("bundle.jar"), classes, Map.of("Bundle-ManifestVersion",
                "2", "Bundle-SymbolicName", "acme.orders", "Bundle-Version", "1.0.0", "Bundle-Activator",
                "io.ringside.sideby.osgi.OrdersActivator", "Import-Package", "org.osgi.framework," + imports()),
                "orders", "osgi");
        final Path host = Applications.jar(folder.resolve("host.jar"), Applications.compiled(), Map.of(), "osgi",
                "memory");
        final List<String> command = new ArrayList<>(Applications.FLAGS);
        command.addAll(List.of("-Dringside.dir=" + folder.resolve("trace"), "-cp",
                Applications.classPath(List.of(Applications.library(FELIX), host)),
                "io.ringside.sideby.osgi.FelixHost", folder.resolve("cache").toString(), library.toString(),
                bundle.toString()));
        return ForeignApplication.started(folder, command);
    }

    /** What typed events use; a bundle's own build tool finds it out. */
    private static String imports() {
        return Stream.of("agrona", "agrona.concurrent", "activity", "callback", "counter", "event", "provider",
                "provider.counter", "provider.generated", "schema", "typed", "typed.generated", "write",
                "write.generated").map(name -> "io.ringside." + name).collect(Collectors.joining(","))
                + ",io.ringside";
    }
}
