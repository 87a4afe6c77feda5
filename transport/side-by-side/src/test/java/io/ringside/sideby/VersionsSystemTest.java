package io.ringside.sideby;

import io.ringside.cli.ForeignApplication;
import io.ringside.cli.ProgramRun;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.layout.ControlPageDescriptor;
import io.ringside.internal.layout.CounterFileDescriptor;
import io.ringside.internal.layout.FileHeader;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.internal.layout.SchemaFileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application and tools of two releases in one directory, by what a release writes into its files: the magic and the
 * version of their layouts. Without the page of its process, or its schema, an event is delivered as its bytes.
 */
@Tag("process")
@Tag("proof")
class VersionsSystemTest {
    private static final List<List<String>> TOOLS = List.of(List.of("sessions"), List.of("providers"),
            List.of("query", "shops"), List.of("counters", "query", "Acme.Sales(*)\\*"), List.of("doctor"),
            List.of("enable", "shops", "Acme.Orders", "--timeout", "2s"));

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    /** A kind of file, and the version of it that is read. */
    private enum Kind {
        /** Of the directory. */
        CONTROL("control", ControlPageDescriptor.VERSION),
        /** Of a process. */
        PROCESS(".page", ProcessPageDescriptor.VERSION),
        /** Of a provider. */
        SCHEMA(".schema", SchemaFileDescriptor.VERSION),
        /** Of a process in a session. */
        LEDGER(".ledger", LedgerDescriptor.VERSION),
        /** Of a counter set. */
        COUNTERS(".counters", CounterFileDescriptor.VERSION);

        private final String suffix;
        private final int version;

        Kind(final String suffix, final int version) {
            this.suffix = suffix;
            this.version = version;
        }

        String otherVersion() {
            return "version=" + (version + 1) + ", known=" + version;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldNameBothVersionsAndLeaveTheApplicationAlone(final Kind kind) throws IOException {
        useToolsBeside(kind, FileHeader.VERSION_OFFSET, kind.version + 1, kind.otherVersion());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldNameBothMagicsAndLeaveTheApplicationAlone(final Kind kind) throws IOException {
        useToolsBeside(kind, FileHeader.MAGIC_OFFSET, 0x2E2E_2E2E, "2e2e2e2e, expected=0x");
    }

    private void useToolsBeside(final Kind kind, final int offset, final int value, final String named)
            throws IOException {
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        try (ForeignApplication desk = desk("application")) {
            assertThat(desk.ask("1")).isEqualTo("main sold 1: ACTIVE");
            final List<Integer> before = store(kind, offset, List.of(value));

            final List<String> said = new ArrayList<>();
            for (final List<String> tool : TOOLS) {
                said.addAll(requireOneLineAtMost(ProgramRun.of(folder.resolve("trace"), tool.toArray(String[]::new))));
            }
            final ProgramRun tail = ProgramRun.of(folder.resolve("trace"), "tail", "shops", "--format", "json");
            said.addAll(requireOneLineAtMost(tail));
            final long unnamed = session.takeUnnamed(tail);
            assertThat(unnamed).isEqualTo(kind == Kind.PROCESS || kind == Kind.SCHEMA ? 1 : 0);
            session.take(tail);
            assertThat(said).anyMatch(line -> line.contains(named));
            assertThat(said).filteredOn(line -> line.contains("another release"))
                    .allMatch(line -> line.contains(named));
            assertThat(desk.ask("2")).isEqualTo("main sold 2: ACTIVE");
            assertThat(desk.log()).isEmpty();

            // Nothing has been changed or lost meanwhile: the tools of its own version see all of it.
            store(kind, offset, before);
            session.awaitSold(unnamed == 0 ? new String[]{"main 1", "main 2"} : new String[]{"main 2"});
        }
        session.stop();
    }

    @Test
    void shouldRunAnApplicationUntracedInADirectoryOfAnotherVersion() throws IOException {
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        final List<Integer> before = store(Kind.CONTROL, FileHeader.VERSION_OFFSET,
                List.of(Kind.CONTROL.version + 1));
        try (ForeignApplication desk = desk("application")) {
            assertThat(desk.ask("1")).isEqualTo("main sold 1: UNAVAILABLE");
            assertThat(desk.log()).filteredOn(line -> line.contains("tracing is off")).singleElement().asString()
                    .contains(Kind.CONTROL.otherVersion());
        }
        store(Kind.CONTROL, FileHeader.VERSION_OFFSET, before);
        session.stop();
    }

    @Test
    void shouldTraceAnApplicationBesideOneOfAnotherVersion() throws IOException {
        final TracedSession session = TracedSession.start(folder.resolve("trace"));
        try (ForeignApplication other = desk("other")) {
            assertThat(other.ask("1")).isEqualTo("main sold 1: ACTIVE");
            store(Kind.LEDGER, FileHeader.VERSION_OFFSET, List.of(Kind.LEDGER.version + 1));
            final List<Integer> before = store(Kind.PROCESS, FileHeader.VERSION_OFFSET,
                    List.of(Kind.PROCESS.version + 1));
            try (ForeignApplication desk = desk("application")) {
                assertThat(desk.ask("2")).isEqualTo("main sold 2: ACTIVE");
                session.awaitSold("main 2");
                store(Kind.PROCESS, FileHeader.VERSION_OFFSET, before);
            }
            // The other one's events were only out of reach.
            store(Kind.LEDGER, FileHeader.VERSION_OFFSET, List.of(Kind.LEDGER.version));
            session.awaitSold("main 1", "main 2");
        }
        session.stop();
    }

    /** Another line may say what is missing because of it. */
    private static List<String> requireOneLineAtMost(final ProgramRun run) {
        assertThat(run.err()).as("%s", run).hasSizeLessThanOrEqualTo(2)
                .noneMatch(line -> line.contains("Exception") || line.contains("please report"))
                .filteredOn(line -> line.contains("another release")).hasSizeLessThanOrEqualTo(1);
        final List<String> said = new ArrayList<>(run.out());
        said.addAll(run.err());
        return said;
    }

    /** Stores values in the headers of all files of a kind: one for all, or one for each. Returns the old ones. */
    private List<Integer> store(final Kind kind, final int offset, final List<Integer> values) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(folder.resolve("trace"))) {
            files = all.filter(file -> file.getFileName().toString().endsWith(kind.suffix)).sorted().toList();
        }
        assertThat(files).isNotEmpty();
        final List<Integer> before = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            try (FileChannel channel = FileChannel.open(files.get(i), StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                final ByteBuffer word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                channel.read(word, offset);
                before.add(word.getInt(0));
                word.clear().putInt(0, values.get(Math.min(i, values.size() - 1)));
                channel.write(word, offset);
            }
        }
        return before;
    }

    private ForeignApplication desk(final String name) throws IOException {
        final List<Path> places = new ArrayList<>(Applications.libraries(Applications.RINGSIDE));
        places.add(Applications.compiled());
        final List<String> command = new ArrayList<>(Applications.FLAGS);
        command.addAll(List.of("-Dringside.dir=" + folder.resolve("trace"), "-cp", Applications.classPath(places),
                "io.ringside.sideby.orders.OrderDesk"));
        return ForeignApplication.started(Files.createDirectory(folder.resolve(name)), command);
    }
}
