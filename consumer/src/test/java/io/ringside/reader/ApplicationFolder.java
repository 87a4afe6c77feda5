package io.ringside.reader;

import io.ringside.processor.TraceProcessor;
import io.ringside.provider.Ringside;
import io.ringside.schema.ProviderSchema;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.NullMarked;

import static org.assertj.core.api.Assertions.assertThat;

/** An application whose sources are resources of tests: compiled with the processor, and run in a JVM of its own. */
final class ApplicationFolder {
    private final Path sources;
    private final Path classes;

    /**
     * An application.
     *
     * @param resource file in the folder of its sources
     * @param classes  folder of its classes
     */
    ApplicationFolder(final String resource, final Path classes) throws IOException, URISyntaxException {
        this.sources = Path.of(Objects.requireNonNull(ApplicationFolder.class.getResource(resource)).toURI())
                .getParent();
        this.classes = Files.createDirectories(classes);
    }

    /**
     * An application of any folder.
     *
     * @param sources folder
     * @param classes folder, made if it is absent
     */
    ApplicationFolder(final Path sources, final Path classes) throws IOException {
        this.sources = sources;
        this.classes = Files.createDirectories(classes);
    }

    /** The module of the consumer. */
    static String consumer() {
        return path(EventReader.class);
    }

    /** What an application needs to write events: core, transport and Agrona. */
    static String path() {
        return path(ProviderSchema.class, Ringside.class, DirectBuffer.class);
    }

    /** Libraries that the consumer needs besides; they are no modules, and lie on the class path. */
    static String otherLibraries() {
        final List<String> modules = List.of((path() + File.pathSeparator + consumer())
                .split(File.pathSeparator));
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> each.endsWith(".jar") && !modules.contains(each))
                .collect(Collectors.joining(File.pathSeparator));
    }

    Path sources() {
        return sources;
    }

    Path classes() {
        return classes;
    }

    /** Compiles the files of folders of sources. */
    void compile(final List<Path> files, final String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("--release", "17", "--processor-path",
                path(TraceProcessor.class, ProviderSchema.class, DirectBuffer.class, NullMarked.class), "-d",
                classes.toString()));
        arguments.addAll(List.of(options));
        for (final Path each : files) {
            try (Stream<Path> all = Files.walk(each)) {
                all.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().forEach(arguments::add);
            }
        }
        final ByteArrayOutputStream problems = new ByteArrayOutputStream();
        final int result = ToolProvider.getSystemJavaCompiler().run(null, problems, problems,
                arguments.toArray(String[]::new));
        assertThat(result).as(problems.toString(StandardCharsets.UTF_8)).isZero();
    }

    /** A JVM with these arguments, and what it printed. */
    static List<String> run(final Path directory, final List<String> arguments)
            throws IOException, InterruptedException {
        final Process process = start(directory, arguments);
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    /** A JVM with these arguments, to be ended by the caller. */
    static Process start(final Path directory, final List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(arguments);
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("RINGSIDE_DIR", directory.toString());
        return builder.start();
    }

    /** The class path with the application on it. */
    String classPath() {
        return path() + File.pathSeparator + classes;
    }

    private static String path(final Class<?>... types) {
        return Stream.of(types)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }
}
