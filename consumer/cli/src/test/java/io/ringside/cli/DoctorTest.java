package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessPage;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DoctorTest {
    private static final List<String> NAMES = List.of("jdk", "flags", "clock", "directory", "fileSystem", "leftovers",
            "space", "memory", "layout", "rows", "schemas", "foreignFiles", "registrations", "attachments", "sessions",
            "autostart");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldFindNothingWhenTheDirectoryIsNew() throws IOException {
        final Path trace = Files.createDirectory(folder.resolve("trace"));
        Files.setPosixFilePermissions(trace, PosixFilePermissions.fromString("rwx------"));
        final ProgramRun run = run("doctor", "--format", "json");
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).map(line -> line.split("\"", -1)[3]).isEqualTo(NAMES);
        assertThat(run.out())
                .allMatch(line -> line.matches("\\{\"name\":\"\\w+\",\"ok\":true,\"detail\":\".+\",\"removed\":\\[]}"));
        assertThat(run.out().get(1)).containsSubsequence(
                "that write or read events need --add-exports java.base/jdk.internal.misc=ALL-UNNAMED;",
                "that record, or read recordings, also need --add-opens java.base/java.lang.reflect=ALL-UNNAMED");
        assertThat(run.out().get(3)).contains("mode=rwx------");
        assertThat(run.out().get(4)).contains("type=tmpfs");
    }

    @Test
    void shouldFindNothingWhenAnApplicationHasClosedItsRuntime() {
        run("emit", "--provider", "Orders", "--events", "1");
        assertThat(run("doctor").exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldRemoveWhatTheDeadHaveLeftWhenItIsAskedTo() {
        dieRegistered();
        final ProgramRun look = run("doctor");
        assertThat(look.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(look.out()).hasSize(NAMES.size())
                .anyMatch(line -> line.matches("NOT OK  leftovers +dead processes left .*\\.page.*\\.schema.*: "
                        + "run ringside doctor --fix to remove them"));
        assertThat(look.err()).containsExactly(
                "ringside: some checks failed: checks=[leftovers]: do what their lines say");

        final ProgramRun fix = run("doctor", "--fix", "--format", "json");
        assertThat(fix.exitCode()).as("%s", fix).isEqualTo(ExitCode.DONE);
        assertThat(row(fix, "leftovers")).contains("\"ok\":true", "\"removed\":[\"processes/", "\"providers/");
        assertThat(run("doctor").exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldKeepWhatASessionHasNotTakenYet() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "100");
        final List<String> before = run("query", "trading", "--format", "json").out();
        final ProgramRun fix = run("doctor", "--fix", "--format", "json");
        assertThat(fix.exitCode()).as("%s", fix).isEqualTo(ExitCode.DONE);
        assertThat(row(fix, "leftovers")).contains("1 dead processes whose events", "\"removed\":[]");
        assertThat(run("query", "trading", "--format", "json").out()).isEqualTo(before);
        assertThat(run("tail", "trading").out()).hasSize(100);
    }

    @Test
    void shouldNameDamagedRowsAndSchemas() throws IOException {
        run("start", "trading");
        dieRegistered();
        final Path row = only(".session");
        final Path schema = only(".schema");
        Files.writeString(row, "damaged");
        try (FileChannel channel = FileChannel.open(schema, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(8), 0);
        }
        final ProgramRun run = run("doctor", "--fix", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(row(run, "rows")).contains("\"ok\":false", row.toString());
        assertThat(row(run, "schemas")).contains("\"ok\":false", schema.toString());
        assertThat(row).exists();
        assertThat(schema).as("nobody knows whose page names it").exists();
    }

    @Test
    void shouldRemarkUponEventsThatBypassFilters() {
        dieRegistered();
        assertThat(row(run("doctor", "--format", "json"), "schemas")).contains("\"ok\":true",
                "1 schemas; Orders: keyword has no name, define it: event=placed, keyword=0x1");
    }

    @Test
    void shouldReportForeignFilesAndNeverTouchThem() throws IOException {
        run("start", "trading");
        final Path notes = Files.writeString(folder.resolve("trace/v1/rows/notes"), "theirs");
        final ProgramRun run = run("doctor", "--fix", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(row(run, "foreignFiles")).contains("\"ok\":false", notes.toString());
        assertThat(row(run, "rows")).contains("\"ok\":true");
        assertThat(notes).hasContent("theirs");
    }

    @Test
    void shouldSayWhyTheDirectoryCannotBeUsed() throws IOException {
        final Path open = Files.createDirectory(folder.resolve("trace"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        final ProgramRun run = run("doctor", "--fix", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).hasSize(4);
        assertThat(row(run, "directory")).contains("\"ok\":false", "mode=rwxr-xr-x", "chmod 700");
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void shouldTellLayoutsOfOtherReleases() throws IOException {
        run("start", "trading");
        Files.createDirectory(folder.resolve("trace/v2"));
        assertThat(row(run("doctor", "--format", "json"), "layout")).contains("\"ok\":true", "other layouts [v2]");
        try (FileChannel control = FileChannel.open(folder.resolve("trace/v1/control"), StandardOpenOption.WRITE)) {
            final int versionOffset = 8;
            control.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 99), versionOffset);
        }
        final ProgramRun run = run("doctor", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(row(run, "layout")).contains("\"ok\":false", "file was made by another release");
    }

    @Test
    void shouldNameASessionThatLosesEventsWhileNobodyDrainsIt() {
        run("start", "trading", "--lanes", "1", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "10000");
        final String row = row(run("doctor", "--format", "json"), "sessions");
        assertThat(row).contains("\"ok\":false", "session loses events, and nobody drains it: name=trading",
                "lostPerSecond=0, lost=", "run tail or record");
        run("stop", "trading");
        assertThat(row(run("doctor", "--format", "json"), "sessions")).contains("\"ok\":true");
    }

    @Test
    void shouldNameAProcessThatHasLostEventsForWantOfLanes() {
        run("start", "trading");
        final Participant participant = Participant.join(TraceDirectory.open(folder.resolve("trace")));
        final SessionRow session = new Registry(participant).rows().snapshot().sessions().get(0);
        try (ProcessPage page = ProcessPage.create(participant.directory(), participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation()))) {
            page.openLosses(session.slot(), session.id());
            page.acknowledge(session.slot(), new Acknowledgement(session.id(), Long.MAX_VALUE, AckStatus.ATTACHED,
                    AckCause.NO_SPACE, "disk was full"));
            assertThat(row(run("doctor", "--format", "json"), "attachments")).doesNotContain("disk was full");
            page.addNoLane(session.slot(), 1);
            assertThat(row(run("doctor", "--format", "json"), "attachments")).contains("\"ok\":false",
                    "process could not make all lanes, and its events were lost: session=trading", "noLane=1",
                    "cause=NO_SPACE, reason=disk was full");
        } finally {
            participant.close();
        }
    }

    @Test
    void shouldNameProcessesThatCannotAttachOrHaveNotAnswered() throws IOException {
        run("start", "trading");
        run("start", "other");
        final Participant participant = Participant.join(TraceDirectory.open(folder.resolve("trace")));
        try (ProcessPage page = ProcessPage.create(participant.directory(), participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation()))) {
            final List<SessionRow> sessions = new Registry(participant).rows().snapshot().sessions();
            final long other = sessions.get(1).id();
            page.acknowledge(0,
                    new Acknowledgement(sessions.get(0).id(), Long.MAX_VALUE, AckStatus.REFUSED, AckCause.NO_SPACE,
                            "disk is full"));
            page.acknowledge(1, Acknowledgement.of(other, Long.MAX_VALUE, AckStatus.ATTACHED));
            final String missing = row(run("doctor", "--format", "json"), "attachments");
            assertThat(missing).contains("ledger of a living process is missing: session=other");

            Files.createFile(participant.directory().ledger(other, participant.incarnation()));
            final String row = row(run("doctor", "--format", "json"), "attachments");
            assertThat(row).contains("\"ok\":false", "session=trading", "cause=NO_SPACE, reason=disk is full")
                    .doesNotContain("session=other");
        } finally {
            participant.close();
        }
    }

    private String row(final ProgramRun run, final String name) {
        return run.out().stream().filter(line -> line.startsWith("{\"name\":\"" + name + "\"")).findFirst()
                .orElseThrow(() -> new AssertionError(name + " in " + run));
    }

    /** What a process leaves that was killed. */
    private void dieRegistered() {
        final Participant participant = Participant.join(TraceDirectory.open(folder.resolve("trace")));
        try (ProcessPage page = ProcessPage.create(participant.directory(), participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation()))) {
            new Registry(participant).register(page, ProviderSchema.builder("Orders")
                    .event("placed", EventDescriptor.of(1, Level.INFORMATION, 1)).build(), Long.MAX_VALUE).file()
                    .close();
        } finally {
            participant.close();
        }
    }

    private Path only(final String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(path -> path.toString().endsWith(ending)).findFirst().orElseThrow();
        }
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
