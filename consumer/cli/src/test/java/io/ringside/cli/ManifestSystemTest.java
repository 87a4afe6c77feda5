package io.ringside.cli;

import io.ringside.internal.files.SharedMemoryFactory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Applications that are started by {@code java -jar}, without flags. */
@Tag("jdk25")
@Tag("process")
class ManifestSystemTest {
    /** It registers twice and says what came of it. */
    private static final String APPLICATION = "io.ringside.provider.TradingApplication";
    private static final Path SHADED = Path.of(System.getProperty("basedir", "")).resolve("../target/ringside.jar");
    private static final Map<String, String> EXPORTS = Map.of("Add-Exports", "java.base/jdk.internal.misc");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTraceAShadedApplicationWhenItsManifestExportsThePackage() throws IOException, InterruptedException {
        assertThat(run(shaded(EXPORTS))).contains("ACTIVE ACTIVE").doesNotContain("tracing is off");
    }

    @Test
    void shouldTraceAnApplicationWhoseLauncherLoadsItsJarsAsThatOfSpringBootDoes()
            throws IOException, InterruptedException {
        final Path jar = folder.resolve("boot.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar),
                manifest(Launcher.class.getName(), EXPORTS))) {
            add(out, Launcher.class.getName());
        }
        assertThat(run(jar, "-Dtest.class.path=" + System.getProperty("java.class.path"))).contains("ACTIVE ACTIVE")
                .doesNotContain("tracing is off");
    }

    @Test
    void shouldRunAShadedApplicationUntracedWhenItsManifestExportsNothing() throws IOException, InterruptedException {
        assertThat(run(shaded(Map.of()))).contains("UNAVAILABLE UNAVAILABLE", "tracing is off", "traded on");
    }

    /** The libraries as they are in the program's jar, which the shade plugin made, and the application. */
    private Path shaded(final Map<String, String> attributes) throws IOException {
        final Path jar = folder.resolve("shaded.jar");
        try (JarFile libraries = new JarFile(SHADED.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar),
                        manifest(APPLICATION, attributes))) {
            for (final JarEntry entry : Collections.list(libraries.entries())) {
                if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    try (InputStream in = libraries.getInputStream(entry)) {
                        in.transferTo(out);
                    }
                }
            }
            add(out, APPLICATION);
        }
        return jar;
    }

    private static void add(final JarOutputStream out, final String type) throws IOException {
        final String file = type.replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(file));
        try (InputStream in = ManifestSystemTest.class.getClassLoader().getResourceAsStream(file)) {
            Objects.requireNonNull(in, file).transferTo(out);
        }
    }

    private static Manifest manifest(final String main, final Map<String, String> attributes) {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        attributes.forEach(manifest.getMainAttributes()::putValue);
        return manifest;
    }

    private String run(final Path jar, final String... options) throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString());
        builder.command().addAll(Stream.of(options).toList());
        builder.command().addAll(Stream.of("-jar", jar.toString(), folder.resolve("trace").toString()).toList());
        final Process process = builder.redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Loads the application and its libraries by a class loader of its own. */
    public static final class Launcher {
        private Launcher() {}

        public static void main(final String[] args) throws ReflectiveOperationException, IOException {
            final URL[] jars = Stream.of(System.getProperty("test.class.path").split(File.pathSeparator, -1))
                    .map(Launcher::url).toArray(URL[]::new);
            try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
                final Method main = loader.loadClass(APPLICATION).getDeclaredMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) args);
            }
        }

        private static URL url(final String path) {
            try {
                return Path.of(path).toUri().toURL();
            } catch (final IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
