package io.ringside.internal.registry;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.internal.registry.RowFolder.enablement;
import static io.ringside.internal.registry.RowFolder.session;
import static org.assertj.core.api.Assertions.assertThat;

/** Files are stamped long ago where they are to be known by their stamps. */
@Timeout(60)
class KnownRowsTest {
    private static final UUID PROVIDER = new UUID(3, 4);
    private static final UUID OTHER_PROVIDER = new UUID(3, 5);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private RowFolder folder;
    private TraceDirectory directory;
    private RowStore rows;

    @BeforeEach
    void open() {
        folder = new RowFolder(root);
        directory = folder.directory;
        rows = folder.rows;
    }

    @Test
    void shouldReadOnlySessionsWhoseFilesAreOthersThanBefore() throws IOException {
        writeLongAgo(7);
        writeLongAgo(8);
        final List<SessionRow> first = rows.sessionsListedOnce();

        folder.write(session(8, 2));

        assertThat(rows.sessionsListedOnce()).containsExactly(first.get(0), session(8, 2));
        assertThat(rows.sessionsListedOnce().get(0)).isSameAs(first.get(0));
        Files.delete(directory.sessionRow(7));
        assertThat(rows.sessionsListedOnce()).containsExactly(session(8, 2));
    }

    @Test
    void shouldReadOnlyEnablementsOfAProviderWhoseFilesAreOthersThanBefore() throws IOException {
        for (int id = 7; id <= 9; id++) {
            writeLongAgo(id);
            writeLongAgo(id, PROVIDER);
        }
        final RowSnapshot before = rows.snapshotOf(List.of(PROVIDER));
        final List<EnablementRow> first = before.enablements();

        folder.write(enablement(8, PROVIDER, 5));
        rows.removeEnablement(9, PROVIDER);

        final RowSnapshot second = rows.snapshotOf(List.of(PROVIDER));
        assertThat(second.enablements()).containsExactly(first.get(0), enablement(8, PROVIDER, 5));
        assertThat(second.enablements().get(0)).isSameAs(first.get(0));
        assertThat(second.sessions()).isEqualTo(before.sessions());
        assertThat(second.sessions().get(0)).isSameAs(before.sessions().get(0));
    }

    @Test
    void shouldKnowEnablementsStillBehindALookAtTheSessionsAlone() throws IOException {
        writeLongAgo(7);
        writeLongAgo(7, PROVIDER);
        final EnablementRow first = rows.snapshotOf(List.of(PROVIDER)).enablements().get(0);

        rows.sessionsListedOnce();

        assertThat(rows.snapshotOf(List.of(PROVIDER)).enablements().get(0)).isSameAs(first);
    }

    @Test
    void shouldTellOfADamagedRowOfTheProviderEachTime() throws IOException {
        writeLongAgo(7);
        writeLongAgo(7, PROVIDER);
        rows.snapshotOf(List.of(PROVIDER));

        final Path damagedFile = directory.enablementRow(7, PROVIDER);
        Files.writeString(damagedFile, "no row");
        Files.setLastModifiedTime(damagedFile, FileTime.fromMillis(2));

        for (int look = 0; look < 2; look++) {
            final RowSnapshot damaged = rows.snapshotOf(List.of(PROVIDER));
            assertThat(damaged.enablements()).isEmpty();
            assertThat(damaged.problems()).singleElement()
                    .satisfies(problem -> assertThat(problem.path()).isEqualTo(damagedFile));
        }
    }

    @Test
    void shouldReadSessionsAndWhatTheyHaveEnabledOfSomeProvidersAloneBesideAnyOtherFile() throws IOException {
        for (int id = 7; id <= 20; id++) {
            folder.write(session(id, 1));
            folder.write(enablement(id, PROVIDER, 4));
            folder.write(enablement(id, OTHER_PROVIDER, 4));
        }
        Files.createFile(directory.rows().resolve("0"));
        Files.createFile(directory.rows().resolve("zz.enablement"));

        assertThat(rows.snapshotOf(List.of(PROVIDER)).enablements()).hasSize(14)
                .allSatisfy(row -> assertThat(row.providerId()).isEqualTo(PROVIDER));
        assertThat(rows.snapshotOf(List.of()).enablements()).isEmpty();
        assertThat(rows.snapshotOf(List.of()).sessions()).hasSize(14).isEqualTo(rows.sessionsListedOnce());
        assertThat(rows.snapshotOf(List.of(PROVIDER, OTHER_PROVIDER)).enablements())
                .containsExactlyInAnyOrderElementsOf(rows.snapshot().enablements());
    }

    @Test
    void shouldReadAgainWhatMayHaveChangedWithinOneStepOfTheFileSystemsClock() throws IOException {
        folder.write(session(7, 1));
        final long nowMs = Files.getLastModifiedTime(directory.sessionRow(7)).toMillis();
        final KnownRows known = new KnownRows(directory, () -> nowMs);

        final SessionRow first = known.scan(RowScan::ofSessionsListedOnce).sessions().get(0);

        assertThat(known.scan(RowScan::ofSessionsListedOnce).sessions().get(0)).isEqualTo(first).isNotSameAs(first);
    }

    private void writeLongAgo(final long sessionId) throws IOException {
        folder.write(session(sessionId, 1));
        Files.setLastModifiedTime(directory.sessionRow(sessionId), FileTime.fromMillis(1));
    }

    private void writeLongAgo(final long sessionId, final UUID provider) throws IOException {
        folder.write(enablement(sessionId, provider, 4));
        Files.setLastModifiedTime(directory.enablementRow(sessionId, provider), FileTime.fromMillis(1));
    }
}
