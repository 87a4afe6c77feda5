package io.ringside.sideby;

import io.ringside.sideby.orders.OrderDesk;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** What the applications of these tests consist of. */
final class Applications {
    /** Ringside as an application gets it from Maven. */
    static final List<String> RINGSIDE = List.of("ringside-transport", "ringside-core", "agrona");
    /** The one jar that brings its own Agrona. */
    static final String SHADED = "ringside-transport-shaded";
    /** A busy machine may need longer than the default to register. */
    static final String PATIENT = "-Dringside.register.timeout=20s";
    /** What {@link #RINGSIDE} needs of a JVM. */
    static final List<String> FLAGS = flags();

    private static final Path LIBRARIES = Path.of("target", "applications").toAbsolutePath();
    private static final Path SOURCES = Path.of("src", "test", "java").toAbsolutePath();

    private Applications() {}

    /**
     * JDK 24 and newer warn without the second and third, and keep classes of the last records softly: with the fourth
     * each collection clears what is kept so.
     */
    private static List<String> flags() {
        final List<String> flags = new ArrayList<>(
                List.of(PATIENT, "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        if (Runtime.version().feature() >= 24) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
            flags.add("-XX:SoftRefLRUPolicyMSPerMB=0");
        }
        return List.copyOf(flags);
    }

    /** Jars that Maven has copied, by their names without versions. */
    static List<Path> libraries(final List<String> names) {
        final List<Path> jars = names.stream().map(name -> LIBRARIES.resolve(name + ".jar")).toList();
        assertThat(jars).allSatisfy(jar -> assertThat(jar).isRegularFile());
        return jars;
    }

    /** One of them. */
    static Path library(final String name) {
        return libraries(List.of(name)).get(0);
    }

    static String classPath(final List<Path> places) {
        return places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Classes of this module, as they were compiled against {@link #RINGSIDE}. */
    static Path compiled() {
        try {
            return Path.of(OrderDesk.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (final URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Compiles packages of this module against other libraries, with the annotation processor.
     *
     * @param output   folder of the classes, to be made
     * @param against  the class path
     * @param packages names below this one
     */
    static Path compile(final Path output, final List<Path> against, final String... packages) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("--release", "17", "-cp", classPath(against),
                "-processorpath", System.getProperty("java.class.path"), "-processor",
                "io.ringside.processor.TraceProcessor", "-d", Files.createDirectory(output).toString()));
        for (final String name : packages) {
            try (Stream<Path> files = Files.list(SOURCES.resolve("io/ringside/sideby").resolve(name))) {
                files.map(Path::toString).sorted().forEach(arguments::add);
            }
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return output;
    }

    /**
     * Makes a jar.
     *
     * @param jar        to be made
     * @param classes    folder of the classes
     * @param attributes of its manifest
     * @param packages   names below this one
     */
    static Path jar(final Path jar, final Path classes, final Map<String, String> attributes, final String... packages)
            throws IOException {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        Files.createDirectories(jar.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (final String name : packages) {
                try (Stream<Path> files = Files.list(classes.resolve("io/ringside/sideby").resolve(name))) {
                    for (final Path file : files.sorted().toList()) {
                        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                        Files.copy(file, out);
                    }
                }
            }
        }
        return jar;
    }
}
