package io.ringside.internal.counter;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FolderWatchTest {
    @TempDir
    private Path folder;

    @Test
    void shouldForgetAnInterruptWhenNothingIsNotified() {
        try (FolderWatch watch = FolderWatch.of(folder.resolve("absent"))) {
            assertThat(watch.isWatching()).isFalse();
            Thread.currentThread().interrupt();

            watch.await(TimeUnit.SECONDS.toNanos(1));

            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void shouldForgetAnInterruptWhenChangesAreNotified() {
        try (FolderWatch watch = FolderWatch.of(folder)) {
            Thread.currentThread().interrupt();

            watch.await(TimeUnit.SECONDS.toNanos(1));

            assertThat(Thread.interrupted()).isFalse();
        }
    }
}
