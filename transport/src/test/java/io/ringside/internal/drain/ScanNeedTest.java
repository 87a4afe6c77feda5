package io.ringside.internal.drain;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** When a drain looks at its session's row and folder. */
class ScanNeedTest {
    private static final long SESSION_ID = 7;
    private static final long LONG_AGO_MS = TimeUnit.HOURS.toMillis(1);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;
    private Path rows;
    private Path folder;
    private Path processes;
    private ScanNeed need;
    private long nowNs = 1_000;

    @BeforeEach
    void make() throws IOException {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        rows = directory.rows();
        folder = Files.createDirectories(directory.session(SESSION_ID));
        processes = directory.processes();
        stamp(rows, LONG_AGO_MS);
        stamp(folder, LONG_AGO_MS);
        stamp(processes, LONG_AGO_MS);
        need = new ScanNeed(directory, SESSION_ID, () -> 2 * LONG_AGO_MS, nowNs);
    }

    @Test
    void shouldNeedNoLookBehindTheFirstWhileNothingChanges() {
        assertThat(need.isNeeded(nowNs)).isTrue();
        assertThat(need.isNeeded(nowNs)).isFalse();
        assertThat(need.isNeeded(nowNs + ScanNeed.LONGEST_NS - 1)).isFalse();
    }

    @Test
    void shouldNeedALookAfterALongTimeAndWhenItIsAskedFor() {
        need.isNeeded(nowNs);

        assertThat(need.isNeeded(nowNs += ScanNeed.LONGEST_NS)).isTrue();
        assertThat(need.isNeeded(nowNs)).isFalse();
        need.soon(nowNs);
        assertThat(need.isNeeded(nowNs)).isTrue();
        assertThat(need.isNeeded(nowNs)).isFalse();
    }

    @Test
    void shouldNeedALookWhenARowAFileOfTheSessionOrAProcessHasChanged() throws IOException {
        need.isNeeded(nowNs);

        stamp(rows, LONG_AGO_MS + 1);
        assertThat(need.isNeeded(nowNs)).isTrue();
        assertThat(need.isNeeded(nowNs)).isFalse();
        stamp(folder, LONG_AGO_MS + 1);
        assertThat(need.isNeeded(nowNs)).isTrue();
        assertThat(need.isNeeded(nowNs)).isFalse();
        stamp(processes, LONG_AGO_MS + 1);
        assertThat(need.isNeeded(nowNs)).isTrue();
        assertThat(need.isNeeded(nowNs)).isFalse();
    }

    @Test
    void shouldGoOnLookingWhereAFolderHasChangedSoLatelyThatItsTimeTellsNothing() throws IOException {
        stamp(folder, 2 * LONG_AGO_MS - 1);

        assertThat(need.isNeeded(nowNs)).isTrue();
        assertThat(need.isNeeded(nowNs)).isTrue();
    }

    @Test
    void shouldGoOnLookingWhereAFolderIsMissing() throws IOException {
        Files.delete(folder);

        assertThat(need.isNeeded(nowNs)).isTrue();
        assertThat(need.isNeeded(nowNs)).isTrue();
    }

    private static void stamp(final Path path, final long ms) throws IOException {
        Files.setLastModifiedTime(path, FileTime.fromMillis(ms));
    }
}
