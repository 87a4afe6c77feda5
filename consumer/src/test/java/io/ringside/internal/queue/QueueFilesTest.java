package io.ringside.internal.queue;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** How Chronicle is set up where nobody has said otherwise. */
class QueueFilesTest {
    @Test
    void shouldLetGoOfResourcesOnTheThreadThatClosesThem(@TempDir final Path folder) {
        assertThat(QueueReader.exists(folder)).isFalse();
        final AtomicReference<Thread> releaser = new AtomicReference<>();

        BackgroundResourceReleaser.run(() -> releaser.set(Thread.currentThread()));

        assertThat(releaser.get()).isSameAs(Thread.currentThread());
    }
}
