package io.ringside.consumer;

import io.ringside.enablement.Enablement;
import io.ringside.processor.TraceProcessor;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.TextFields;
import io.ringside.transport.control.EnableRequest;
import io.ringside.transport.provider.Ringside;
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
        final String modules = path(ProviderSchema.class, Ringside.class, DirectBuffer.class);
        final Path classes = compile("--module-path", modules);
        assertThat(classes.resolve("module-info.class")).exists();
        assertThat(run("--add-exports", "java.base/jdk.internal.misc=org.agrona,io.ringside.transport",
                "--module-path", modules + File.pathSeparator + classes, "--module", "acme.orders/" + MAIN, "20000"))
                .containsSubsequence("written=1", "written=1", "written=1", "acme.orders io.ringside.transport");
        assertThatEventsWereTaken();
    }

    @Test
    @Tag("jdk25")
    void shouldTraceAnApplicationOnTheClassPath() throws IOException, InterruptedException, URISyntaxException {
        final String classPath = path(ProviderSchema.class, Ringside.class, DirectBuffer.class);
        final Path classes = compile("-cp", classPath);
        assertThat(run("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp",
                classPath + File.pathSeparator + classes, MAIN, "20000"))
                .containsSubsequence("written=1", "written=1", "written=1", "null null");
        assertThatEventsWereTaken();
    }

    @Test
    void shouldTellTheFlagOfTheModulePath() throws IOException, InterruptedException, URISyntaxException {
        final String modules = path(ProviderSchema.class, Ringside.class, DirectBuffer.class);
        final Path classes = compile("--module-path", modules);
        assertThat(run("--module-path", modules + File.pathSeparator + classes, "--module", "acme.orders/" + MAIN,
                "0"))
                .anyMatch(line -> line.contains("--add-exports java.base/jdk.internal.misc=org.agrona"))
                .doesNotContain("written=1");
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

    /** The sources of the application, with the processor; those of a module only where there is a module path. */
    private Path compile(final String pathOption, final String path)
            throws IOException, URISyntaxException {
        final Path sources = Path.of(Objects.requireNonNull(
                ApplicationModulesTest.class.getResource("application/module-info.java")).toURI()).getParent();
        final Path classes = Files.createDirectories(folder.resolve("classes"));
        final List<String> arguments = new ArrayList<>(
                List.of("--release", "17", "-Xlint:all,-processing,-path", "-Werror",
                        pathOption, path, "--processor-path", path(TraceProcessor.class, ProviderSchema.class,
                                DirectBuffer.class, NullMarked.class),
                        "-d", classes.toString()));
        try (Stream<Path> files = Files.list(sources.resolve("acme/orders"))) {
            files.map(Path::toString).sorted().forEach(arguments::add);
        }
        if ("--module-path".equals(pathOption)) {
            arguments.add(sources.resolve("module-info.java").toString());
        }
        final ByteArrayOutputStream problems = new ByteArrayOutputStream();
        final int result = ToolProvider.getSystemJavaCompiler().run(null, problems, problems,
                arguments.toArray(String[]::new));
        assertThat(result).as(problems.toString(StandardCharsets.UTF_8)).isZero();
        return classes;
    }

    /** A JVM with these arguments, and what it printed. */
    private List<String> run(final String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("RINGSIDE_DIR", traced.directory().path().toString());
        final Process process = builder.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    private static String path(final Class<?>... classes) {
        return Stream.of(classes)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }
}
