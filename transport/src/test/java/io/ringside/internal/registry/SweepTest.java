package io.ringside.internal.registry;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.RequestFileName.Kind;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

@Timeout(60)
class SweepTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int SLOT = 3;
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of()).build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private TraceDirectory directory;
    private Participant sweeper;
    private Participant process;
    private ProcessPage page;
    private SessionRow session;

    @BeforeEach
    void start() {
        directory = TraceDirectory.open(root.resolve("traces"));
        sweeper = Participant.join(directory);
        process = Participant.join(directory);
        page = ProcessPage.create(directory, process.files(), ProcessIdentity.ofThisProcess(process.incarnation()));
        new Registry(process).register(page, SCHEMA, TIMEOUT_NS).file().close();
        session = start(1);
    }

    @AfterEach
    void end() {
        page.close();
        sweeper.close();
    }

    @Test
    void shouldRemoveNothingOfTheLiving() throws IOException {
        final Path unfinished = temporary(process.incarnation());

        sweep();

        assertThat(directory.processPage(process.incarnation())).exists();
        assertThat(directory.alive(process.incarnation())).exists();
        assertThat(directory.schema(SCHEMA.id(), SCHEMA.contentHash())).exists();
        assertThat(unfinished).exists();
        assertThat(directory.session(session.id())).exists();
        process.close();
    }

    @Test
    void shouldRemoveWhatADeadProcessHasLeft() throws IOException {
        final Path unfinished = temporary(process.incarnation());
        final Path status = Files.createFile(
                directory.autostart().resolve(new TemporaryFileName(process.incarnation(), 2).toString()));
        final Path counters = directory.counters()
                .resolve(new CounterFileName(process.incarnation(), 0, 0).toString());
        Files.createFile(counters);
        final Path requests = directory.requests(process.incarnation());
        Files.createDirectory(requests);
        Files.createFile(requests.resolve(new RequestFileName(Incarnation.random(), 7, Kind.REQUEST).toString()));
        final Path staged = Files.createFile(
                requests.resolve(new TemporaryFileName(Incarnation.random(), 1).toString()));
        sweep();
        assertThat(counters).exists();
        assertThat(staged).doesNotExist();
        assertThat(requests).isNotEmptyDirectory();
        process.close();

        sweep();

        assertThat(counters).doesNotExist();
        assertThat(requests).doesNotExist();
        assertThat(FolderListing.namesIn(directory.processes())).containsExactly(
                directory.alive(sweeper.incarnation()).getFileName().toString());
        assertThat(directory.providers()).isEmptyDirectory();
        assertThat(unfinished).doesNotExist();
        assertThat(status).doesNotExist();
    }

    @Test
    void shouldSweepByAgeHoweverFewFilesThereAre() {
        process.close();
        final long nowMs = 1_000 * Sweep.AGE_MS;
        assertThat(sweepIfDue(nowMs)).as("the first time").isTrue();

        kill();
        assertThat(sweepIfDue(nowMs + Sweep.AGE_MS - 1)).isFalse();
        assertThat(sweepIfDue(nowMs + Sweep.AGE_MS)).isTrue();

        kill();
        assertThat(sweepIfDue(nowMs)).as("the wall clock was set back").isTrue();
    }

    @Test
    void shouldSweepByNumberAndNotAgainAtOnce() {
        process.close();
        final long nowMs = 1_000 * Sweep.AGE_MS;
        sweepIfDue(nowMs);
        for (int i = 0; i < Sweep.MANY_FILES / 2 - 1; i++) {
            kill();
        }
        assertThat(sweepIfDue(nowMs + Sweep.PAUSE_MS)).isFalse();

        kill();
        assertThat(sweepIfDue(nowMs + Sweep.PAUSE_MS - 1)).isFalse();
        assertThat(sweepIfDue(nowMs + Sweep.PAUSE_MS)).isTrue();
    }

    /** Returns whether nothing of the dead is left. */
    private boolean sweepIfDue(final long nowMs) {
        final Registry registry = new Registry(sweeper);
        try (ControlChange change = registry.change(TIMEOUT_NS)) {
            new Sweep(registry).runIfDue(change, nowMs);
        }
        return FolderListing.namesIn(directory.processes()).size() == 1;
    }

    /** Leaves the two files of a process that was killed. */
    private void kill() {
        final Participant dead = Participant.join(directory);
        ProcessPage.create(directory, dead.files(), ProcessIdentity.ofThisProcess(dead.incarnation())).close();
        final Path alive = directory.alive(dead.incarnation());
        dead.close();
        assertThatCode(() -> Files.createFile(alive)).doesNotThrowAnyException();
    }

    @Test
    void shouldRemoveOldProbesOfTheDirectorysRightsAndSpareYoungOnes() throws IOException {
        final Path old = Files.createFile(
                directory.path().resolve(new TemporaryFileName(Incarnation.random(), 0).toString()));
        final Path young = Files.createFile(
                directory.path().resolve(new TemporaryFileName(Incarnation.random(), 0).toString()));
        Files.setLastModifiedTime(old, FileTime.fromMillis(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1)));

        assertThat(new Sweep(new Registry(sweeper)).leftovers()).contains(old).doesNotContain(young);
        sweep();

        assertThat(old).doesNotExist();
        assertThat(young).exists();
        process.close();
    }

    @Test
    void shouldGoOnBehindWhatCannotBeRemoved() throws IOException {
        final Path stuck = directory.counters().resolve(new TemporaryFileName(process.incarnation(), 1).toString());
        Files.createDirectory(stuck);
        Files.createFile(stuck.resolve("foreign"));
        final Path requests = directory.requests(process.incarnation());
        final Path stuckRequest = requests
                .resolve(new RequestFileName(Incarnation.random(), 7, Kind.REQUEST).toString());
        Files.createDirectories(stuckRequest);
        Files.createFile(stuckRequest.resolve("foreign"));
        final Path unfinished = temporary(process.incarnation());
        process.close();

        sweep();

        assertThat(stuck).isNotEmptyDirectory();
        assertThat(requests).isNotEmptyDirectory();
        assertThat(unfinished).doesNotExist();
        assertThat(directory.processPage(process.incarnation())).doesNotExist();
        assertThat(directory.providers()).isEmptyDirectory();
    }

    @Test
    void shouldRemoveAliveFileThatNobodyLocks() throws IOException {
        final Path unlocked = directory.alive(Incarnation.random());
        Files.createFile(unlocked);

        sweep();

        assertThat(unlocked).doesNotExist();
        process.close();
    }

    @Test
    void shouldKeepPageAndSchemaWhileLedgerStands() throws IOException {
        Files.createFile(directory.ledger(session.id(), process.incarnation()));
        process.close();

        sweep();
        assertThat(directory.processPage(process.incarnation())).exists();
        assertThat(directory.schema(SCHEMA.id(), SCHEMA.contentHash())).exists();

        Files.delete(directory.ledger(session.id(), process.incarnation()));
        sweep();
        assertThat(directory.processPage(process.incarnation())).doesNotExist();
    }

    @Test
    void shouldRemoveDamagedPageAndSchemaOfTheDeadWhenNoLedgerIsLeft() throws IOException {
        damage(directory.processPage(process.incarnation()));
        final Path ledger = Files.createFile(directory.ledger(session.id(), process.incarnation()));

        sweep();
        assertThat(directory.processPage(process.incarnation())).as("of the living").exists();
        process.close();
        sweep();
        assertThat(directory.processPage(process.incarnation())).as("with a ledger").exists();

        Files.delete(ledger);
        sweep();
        assertThat(directory.processPage(process.incarnation())).doesNotExist();
        assertThat(directory.schema(SCHEMA.id(), SCHEMA.contentHash())).doesNotExist();
    }

    private static void damage(final Path page) throws IOException {
        try (FileChannel channel = FileChannel.open(page, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(Long.BYTES), 0);
        }
    }

    @Test
    void shouldKeepPageUntilItsLossesAreFolded() {
        page.openLosses(SLOT, session.id());
        page.addNoLane(SLOT, 1);
        process.close();

        sweep();
        assertThat(directory.processPage(process.incarnation())).exists();

        final LedgerTotals totals = new LedgerTotals(1, 0, 0, 0, 0, LossCounts.NONE.plus(LossCause.NO_LANE, 1));
        new Registry(sweeper).rows().write(session.id(), new ClosedTotals(totals, Set.of(process.incarnation())));
        sweep();
        assertThat(directory.processPage(process.incarnation())).as("its losses are not in the fold").exists();

        new Registry(sweeper).rows().write(session.id(),
                new ClosedTotals(totals, Map.of(process.incarnation(), new ClosedTotals.Laneless(1, 0))));
        sweep();
        assertThat(directory.processPage(process.incarnation())).doesNotExist();
    }

    @Test
    void shouldNotKeepPageForLossesOfSessionThatHasEnded() {
        page.openLosses(SLOT, session.id() + 100);
        page.addNoLane(SLOT, 1);
        process.close();

        sweep();

        assertThat(directory.processPage(process.incarnation())).doesNotExist();
    }

    @Test
    void shouldKeepEveryPageWhileRowOfSessionCannotBeRead() throws IOException {
        process.close();
        Files.writeString(directory.sessionRow(session.id()), "damaged");

        sweep();

        assertThat(directory.processPage(process.incarnation())).exists();
        assertThat(directory.session(session.id())).as("its folder").exists();
    }

    @Test
    void shouldKeepSchemasWhilePageOfLivingProcessCannotBeRead() throws IOException {
        try (Participant living = Participant.join(directory)) {
            final Path page = directory.processPage(living.incarnation());
            Files.writeString(page, "damaged");
            process.close();

            sweep();

            assertThat(page).exists();
            assertThat(directory.schema(SCHEMA.id(), SCHEMA.contentHash())).exists();
        }
    }

    @Test
    void shouldLeaveForeignFilesAlone() throws IOException {
        final List<Path> foreign = List.of(directory.rows().resolve("x"), directory.providers().resolve("y.schema"),
                directory.processes().resolve("z.page"), directory.sessions().resolve("w"),
                directory.base().resolve("control.old"));
        for (final Path path : foreign) {
            Files.writeString(path, "theirs");
        }
        process.close();

        sweep();

        assertThat(foreign).allSatisfy(path -> assertThat(path).hasContent("theirs"));
    }

    @Test
    void shouldRemoveSessionFolderButNotForeignFilesInIt() throws IOException {
        final Registry registry = new Registry(sweeper);
        final long orphan = session.id() + 7;
        registry.sessionFolders().create(orphan);
        Files.createFile(directory.ledger(orphan, process.incarnation()));
        Files.createFile(directory.ring(orphan, process.incarnation(), 0));
        Files.createFile(directory.folded(orphan));
        final Path notes = Files.writeString(directory.session(orphan).resolve("notes"), "theirs");

        sweep();
        assertThat(FolderListing.namesIn(directory.session(orphan))).containsExactly("notes");

        Files.delete(notes);
        sweep();
        assertThat(directory.session(orphan)).doesNotExist();
        process.close();
    }

    @Test
    void shouldTellBeforehandExactlyWhatItRemoves() throws IOException {
        final Path unfinished = temporary(process.incarnation());
        final Path unlocked = Files.createFile(directory.alive(Incarnation.random()));
        final Registry registry = new Registry(sweeper);
        registry.sessionFolders().create(session.id() + 7);
        assertThat(new Sweep(registry).leftovers()).containsExactlyInAnyOrder(unlocked,
                directory.session(session.id() + 7));

        process.close();
        final List<Path> leftovers = new Sweep(registry).leftovers();
        assertThat(leftovers).containsExactlyInAnyOrder(unlocked, directory.session(session.id() + 7), unfinished,
                directory.processPage(process.incarnation()), directory.schema(SCHEMA.id(), SCHEMA.contentHash()));
        assertThat(leftovers).allMatch(Files::exists);

        sweep();
        assertThat(leftovers).noneMatch(Files::exists);
        assertThat(new Sweep(registry).leftovers()).isEmpty();
    }

    private void sweep() {
        final Registry registry = new Registry(sweeper);
        try (ControlChange change = registry.change(TIMEOUT_NS)) {
            new Sweep(registry).run(change);
        }
    }

    private Path temporary(final Incarnation maker) throws IOException {
        return Files.createFile(directory.session(session.id()).resolve(new TemporaryFileName(maker, 1).toString()));
    }

    private SessionRow start(final long id) {
        final Registry registry = new Registry(sweeper);
        final SessionRow row = new SessionRow(id, SLOT, SessionInfo.State.RUNNING, 1,
                SessionSettings.builder("s").build(),
                new ClockPair(1, 2), sweeper.incarnation());
        registry.sessionFolders().create(id);
        try (StagedRow staged = registry.rows().stage(row)) {
            staged.publish();
        }
        return row;
    }
}
