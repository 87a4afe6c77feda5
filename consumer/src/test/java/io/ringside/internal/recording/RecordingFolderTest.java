package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What stands in a folder is what stands there once it is locked. */
@Timeout(60)
class RecordingFolderTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final String METADATA = "metadata.cq4t";

    @TempDir
    Path root;

    @Test
    void shouldLeaveAloneWhatSomebodyElseHasRecordedBeforeItHadTheLock() throws IOException, InterruptedException {
        final RecordingFolder folder = lockAfter(METADATA);

        assertThat(folder.wasEmpty()).isFalse();
        folder.close();
        assertThat(root.resolve(METADATA)).exists();
    }

    @Test
    void shouldRefuseWhatSomebodyElseHasPutThereBeforeItHadTheLock() throws IOException, InterruptedException {
        final AtomicReference<RingsideException> refusal = new AtomicReference<>();
        lockAfter("letters.txt", new AtomicReference<>(), refusal);

        assertThat(refusal.get().code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThat(refusal.get()).hasMessageContaining("letters.txt");
        assertThat(LockFile.of(root.toRealPath().resolve("recording.lock")).isHeld()).isFalse();
    }

    @Test
    void shouldDiscardAFolderThatWasEmptyAllTheTime() {
        final RecordingFolder folder = RecordingFolder.create(root.resolve("new"), 0, null);

        assertThat(folder.wasEmpty()).isTrue();
        folder.discard();
        assertThat(root.resolve("new")).doesNotExist();
    }

    private RecordingFolder lockAfter(final String file) throws IOException, InterruptedException {
        final AtomicReference<RecordingFolder> locked = new AtomicReference<>();
        lockAfter(file, locked, new AtomicReference<>());
        return locked.get();
    }

    /** Locks the folder while somebody else holds it, finds it empty, and makes a file before it lets go. */
    private void lockAfter(final String file, final AtomicReference<RecordingFolder> locked,
            final AtomicReference<RingsideException> refusal) throws IOException, InterruptedException {
        final LockFile lock = LockFile.of(root.toRealPath().resolve("recording.lock"));
        final Thread waiting = new Thread(() -> {
            try {
                locked.set(RecordingFolder.lock(root, PATIENCE_NS));
            } catch (final RingsideException e) {
                refusal.set(e);
            }
        });
        try (HeldLock other = lock.acquire(0)) {
            assertThat(other).isNotNull();
            // As one sees it who looks before the other has made the lock file.
            Files.deleteIfExists(lock.path());
            waiting.start();
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                assertThat(waiting.getState()).isNotEqualTo(Thread.State.TERMINATED);
            }
            Files.createFile(root.resolve(file));
        }
        waiting.join();
    }
}
