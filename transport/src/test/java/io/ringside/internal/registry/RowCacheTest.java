package io.ringside.internal.registry;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.internal.registry.RowFolder.enablement;
import static io.ringside.internal.registry.RowFolder.session;
import static org.assertj.core.api.Assertions.assertThat;

/** The clock of the cache stands an hour ahead of the file system's where changes are to be long ago. */
@Timeout(60)
class RowCacheTest {
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
    void shouldGiveTheSameObjectWhileNoRowHasChanged() {
        folder.write(session(7, 1));
        final RowCache cache = longAfter();

        final RowSnapshot first = cache.rows();

        assertThat(first.sessions()).containsExactly(session(7, 1));
        assertThat(cache.rows()).isSameAs(first);
        folder.write(session(8, 2));
        assertThat(cache.rows().sessions()).containsExactly(session(7, 1), session(8, 2));
        rows.removeSession(7);
        assertThat(cache.rows().sessions()).containsExactly(session(8, 2));
    }

    @Test
    void shouldReadAgainWhatMayHaveChangedWithinOneStepOfTheFileSystemsClock() throws IOException {
        folder.write(session(7, 1));
        final long nowMs = Files.getLastModifiedTime(directory.rows()).toMillis();
        final RowCache cache = new RowCache(directory, () -> nowMs);

        assertThat(cache.rows()).isNotSameAs(cache.rows());
    }

    @Test
    void shouldReadOnlyRowsThatWereReplaced() {
        folder.write(session(7, 1));
        folder.write(enablement(7, PROVIDER, 4));
        folder.write(enablement(7, OTHER_PROVIDER, 4));
        final RowCache cache = longAfter();
        final RowSnapshot first = cache.rows();

        folder.write(enablement(7, OTHER_PROVIDER, 5));
        final RowSnapshot second = cache.rows();

        assertThat(second.sessions().get(0)).isSameAs(first.sessions().get(0));
        assertThat(second.enablements()).containsExactly(enablement(7, PROVIDER, 4),
                enablement(7, OTHER_PROVIDER, 5));
        assertThat(second.enablements().get(0)).isSameAs(first.enablements().get(0));
    }

    @Test
    void shouldTryAgainWhatCouldNotBeReadThoughTheFolderIsTheSame() throws IOException {
        folder.write(session(7, 1));
        final Path file = directory.sessionRow(7);
        final byte[] contents = Files.readAllBytes(file);
        Files.writeString(file, "no row");
        final RowCache cache = longAfter();
        assertThat(cache.rows().problems()).hasSize(1);

        Files.write(file, contents);

        assertThat(cache.rows().problems()).isEmpty();
        assertThat(cache.rows().sessions()).containsExactly(session(7, 1));
    }

    @Test
    void shouldSeeWhatWasChangedWithinAFileWhenToldOfAChange() throws IOException {
        folder.write(session(7, 1));
        final RowCache cache = longAfter();
        cache.rows();
        Files.writeString(directory.sessionRow(7), "no row");

        assertThat(cache.reread().problems()).hasSize(1);
    }

    /** What changes from now on gives the folder another time, however long the file system's steps are. */
    private RowCache longAfter() {
        stampLongAgo();
        return new RowCache(directory, () -> System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1));
    }

    private void stampLongAgo() {
        try {
            Files.setLastModifiedTime(directory.rows(), FileTime.fromMillis(1));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
