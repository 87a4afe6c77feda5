package io.ringside.reader;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The applications of the README and of the page about getting started, compiled and started as the page says: in
 * modules, each in a package because a module has no classes outside of packages, and on the class path.
 */
@Timeout(100)
class PageApplicationsTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Path PAGE = Path.of("..", "transport", "docs", "getting-started.md");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String EXPORT = "java.base/jdk.internal.misc=";
    private static final List<String> OPENS = List.of("--add-opens", "java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    /** How an application is built and started. */
    private enum Form {
        MODULES, CLASS_PATH
    }

    @Tag("jdk25")
    @ParameterizedTest
    @EnumSource
    void shouldTraceTheFirstProviderWithTheFirstReader(final Form form) throws IOException, InterruptedException {
        final List<String> provider = provider(form, README, "FirstProvider");
        final List<String> reader = reader(form, README, "FirstReader");

        final Process writing = ApplicationFolder.start(trace(), provider);
        try {
            assertThat(ApplicationFolder.run(trace(), reader)).filteredOn(line -> line.matches("[0-9]+ order [0-9]+"))
                    .hasSizeGreaterThanOrEqualTo(10);
        } finally {
            writing.destroyForcibly();
        }
    }

    @Tag("jdk25")
    @ParameterizedTest
    @EnumSource
    void shouldRecordWhatTheDeskWritesAndReadItsCounter(final Form form) throws IOException, InterruptedException {
        final List<String> provider = provider(form, PAGE, "OrderDesk");
        final Path recording = folder.resolve("recording");
        final List<String> reader = new ArrayList<>(reader(form, PAGE, "RecordedReader"));
        reader.add(recording.toString());

        final Process desk = ApplicationFolder.start(trace(), provider);
        try (BufferedReader output = desk.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("wanted: 2");
            record("desk", 2, recording);

            assertThat(ApplicationFolder.run(trace(), reader)).containsSubsequence(
                    "Acme.Desk: accepted orderId=1", "Acme.Desk: openOrders count=1", "\\Acme Desk\\open orders: 1");
            desk.getOutputStream().close();
            assertThat(output.lines()).containsExactly("stopped: true");
            assertThat(desk.waitFor()).isZero();
        } finally {
            desk.destroyForcibly();
        }
    }

    @Test
    void shouldReportTheFlagThatAModuleLacks() throws IOException, InterruptedException {
        final List<String> provider = provider(Form.MODULES, README, "FirstProvider");
        final Process untraced = ApplicationFolder.start(trace(), provider.subList(2, provider.size()));
        try (BufferedReader output = untraced.inputReader(StandardCharsets.UTF_8)) {
            final Optional<String> problem = output.lines().filter(line -> line.contains("--add-exports")).findFirst();
            assertThat(problem.orElseThrow()).contains("--add-exports " + EXPORT + "org.agrona");
            assertThat(untraced.isAlive()).isTrue();
        } finally {
            untraced.destroyForcibly();
        }
    }

    private Path trace() {
        return folder.resolve("trace");
    }

    private void record(final String session, final long events, final Path recording) {
        try (Recorder recorder = Recorder.open(new RecorderContext(session, recording).directory(trace()))) {
            while (recorder.events() < events) {
                recorder.doWork();
            }
        }
    }

    /** The arguments of a JVM, of which the first two are the flag. */
    private List<String> provider(final Form form, final Path page, final String program) throws IOException {
        final String libraries = ApplicationFolder.path();
        final Path classes = compile(form, page, program, "acme.orders", libraries);
        final String path = libraries + File.pathSeparator + classes;
        return form == Form.MODULES
                ? List.of("--add-exports", EXPORT + "org.agrona,io.ringside.transport", "--module-path", path,
                        "--module", "acme.orders/acme.orders." + program)
                : List.of("--add-exports", EXPORT + "ALL-UNNAMED", "-cp", path, program);
    }

    private List<String> reader(final Form form, final Path page, final String program) throws IOException {
        final String libraries = ApplicationFolder.path() + File.pathSeparator + ApplicationFolder.consumer();
        final Path classes = compile(form, page, program, "acme.reader", libraries);
        final String path = libraries + File.pathSeparator + classes;
        final List<String> arguments = form == Form.MODULES
                ? List.of("--add-modules", "jdk.unsupported", "--add-reads", "io.ringside.consumer=ALL-UNNAMED",
                        "--add-exports",
                        EXPORT + "org.agrona,io.ringside.transport,ALL-UNNAMED", "-cp",
                        ApplicationFolder.otherLibraries(), "--module-path", path, "--module",
                        "acme.reader/acme.reader." + program)
                : List.of("--add-exports", EXPORT + "ALL-UNNAMED", "-cp",
                        path + File.pathSeparator + ApplicationFolder.otherLibraries(), program);
        return Stream.concat(OPENS.stream(), arguments.stream()).collect(Collectors.toList());
    }

    private Path compile(final Form form, final Path page, final String program, final String module,
            final String libraries) throws IOException {
        final Path sources = Files.createDirectories(folder.resolve(program));
        final String source = snippet(page, "class " + program);
        if (form == Form.MODULES) {
            Files.writeString(sources.resolve("module-info.java"), snippet(PAGE, "module " + module));
            final Path inPackage = Files.createDirectories(sources.resolve(module.replace('.', '/')));
            Files.writeString(inPackage.resolve(program + ".java"), "package " + module + ";\n" + source);
        } else {
            Files.writeString(sources.resolve(program + ".java"), source);
        }
        final ApplicationFolder application = new ApplicationFolder(sources, folder.resolve(program + "-classes"));
        application.compile(List.of(sources), form == Form.MODULES ? "--module-path" : "-cp", libraries,
                "-Xlint:all,-path,-requires-automatic", "-Werror");
        assertThat(Files.exists(application.classes().resolve("module-info.class"))).isEqualTo(form == Form.MODULES);
        return application.classes();
    }

    /** The program or module of a page that has these words. */
    private static String snippet(final Path page, final String words) throws IOException {
        final Matcher matcher = SNIPPET.matcher(Files.readString(page));
        while (matcher.find()) {
            if (matcher.group(1).contains(words + " {")) {
                return matcher.group(1);
            }
        }
        throw new AssertionError(words + " is missing on the page: page=" + page);
    }
}
