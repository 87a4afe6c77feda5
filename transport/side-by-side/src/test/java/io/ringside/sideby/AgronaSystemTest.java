package io.ringside.sideby;

import io.ringside.cli.ForeignApplication;
import io.ringside.cli.ProgramRun;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Applications that have an Agrona of their own, beside the library, the shaded library and the agent. */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class AgronaSystemTest {

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    /** What the library is too new for. Agrona 2.0.1 does not run on JDK 25, which lacks a method that it needs. */
    static List<String> older() {
        return Runtime.version().feature() < 25
                ? List.of("agrona-early", "agrona-later", "agrona-before-oldest")
                : List.of("agrona-early", "agrona-later");
    }

    static List<String> any() {
        return Stream.concat(older().stream(), Stream.of("agrona")).toList();
    }

    @ParameterizedTest
    @MethodSource("any")
    void shouldTraceAnApplicationWithTheShadedLibraryBesideAnyAgrona(final String agrona) throws IOException {
        final Path shaded = Applications.library(Applications.SHADED);
        final Path classes = Applications.compile(folder.resolve("classes"),
                List.of(shaded, Applications.library(agrona)), "orders", "matching", "engine");
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        try (ForeignApplication engine = start("io.ringside.sideby.engine.Engine",
                List.of(classes, Applications.library(agrona), shaded))) {
            assertThat(engine.ask("1")).startsWith("engine sold 1: ACTIVE, matched 1 from ")
                    .contains('/' + agrona + ".jar!");
            assertThat(engine.ask("2")).startsWith("engine sold 2: ACTIVE, matched 2 from ");
            session.awaitSold("engine 1", "engine 2");
            assertThat(engine.err()).isEmpty();
        }
        session.stop();
    }

    /** The library needs 2.1.0: see AgronaRangeSystemTest for that one. */
    @ParameterizedTest
    @MethodSource("older")
    void shouldRunAnApplicationUntracedWhenItsAgronaIsTooOldForTheLibrary(final String agrona) throws IOException {
        try (ForeignApplication desk = start("io.ringside.sideby.orders.OrderDesk",
                Stream.of(List.of(Applications.compiled()),
                        Applications.libraries(List.of("ringside-transport", "ringside-core", agrona)))
                        .flatMap(List::stream).toList())) {
            assertThat(desk.ask("1")).isEqualTo("main sold 1: UNAVAILABLE");
            assertThat(desk.ask("2")).isEqualTo("main sold 2: UNAVAILABLE");
            assertThat(desk.log()).filteredOn(line -> line.contains("Agrona")).singleElement().asString()
                    .contains("agrona 2.1.0 or newer", Applications.SHADED);
        }
        assertThat(folder.resolve("trace")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"agrona-early", "agrona-later"})
    void shouldAttachToAnApplicationThatHasAnOlderAgronaAndNoRingside(final String agrona) throws IOException {
        try (ForeignApplication engine = matching(agrona)) {
            assertThat(engine.ask("1")).startsWith("matched 1 from ").contains('/' + agrona + ".jar!");
            final String pid = Long.toString(engine.pid());
            require(run("attach", pid, "--agent", ForeignApplication.AGENT.toString()));
            require(run("providers", "Ringside.Jvm"));
            assertThat(run("counters", "query", "JVM(*)\\heap used", "--timeout", "20s", "--format", "json").out())
                    .singleElement().asString().contains(' ' + pid).containsPattern("\"raw\":[1-9]");
            assertThat(engine.ask("2")).startsWith("matched 2 from ").contains('/' + agrona + ".jar!");
            require(run("detach", pid, "--agent", ForeignApplication.AGENT.toString()));
            assertThat(engine.ask("3")).startsWith("matched 3 from ").contains('/' + agrona + ".jar!");
            assertThat(engine.err()).isEmpty();
        }
    }

    private ForeignApplication matching(final String agrona) throws IOException {
        final List<Path> libraries = List.of(Applications.library(agrona));
        return start("io.ringside.sideby.matching.Matching",
                List.of(Applications.compile(folder.resolve("classes"), libraries, "matching"), libraries.get(0)));
    }

    private ForeignApplication start(final String main, final List<Path> places) throws IOException {
        final List<String> command = new ArrayList<>(Applications.FLAGS);
        command.addAll(List.of("-Dringside.dir=" + folder.resolve("trace"), "-cp", Applications.classPath(places),
                main));
        return ForeignApplication.started(folder, command);
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }

    private static void require(final ProgramRun run) {
        assertThat(run.exitCode()).as("%s", run).isZero();
    }
}
