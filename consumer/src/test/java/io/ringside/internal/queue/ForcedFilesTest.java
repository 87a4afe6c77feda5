package io.ringside.internal.queue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ForcedFilesTest {
    @TempDir
    private Path folder;
    private Path file;
    private final List<Path> forced = new ArrayList<>();

    @BeforeEach
    void makeFile() throws IOException {
        file = Files.writeString(folder.resolve("file"), "content");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldForceOnTheCallingThreadWhenThereIsNoOtherOne(final boolean isOutOfThreads) throws IOException {
        final ForcedFiles files = new ForcedFiles((path, channel) -> forced.add(path), task -> {
            if (isOutOfThreads) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            throw new RejectedExecutionException("shut down");
        });
        final FileChannel channel = open();

        files.closed(file, channel);
        files.await();

        assertThat(forced).containsExactly(file);
        assertThat(channel.isOpen()).isFalse();
        assertThat(files.pollFailure()).isNull();
    }

    @Test
    void shouldForceInSpiteOfAnInterruptBefore() throws IOException {
        final ForcedFiles files = new ForcedFiles(this::forceOnDisk, direct());
        try (FileChannel channel = open()) {
            Thread.currentThread().interrupt();

            files.force(file, channel);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(files.pollFailure()).isNull();
            assertThat(forced).containsExactly(file);
        }
    }

    @Test
    void shouldForceAgainWhenAnInterruptHasClosedTheChannel() throws IOException {
        final ForcedFiles files = new ForcedFiles((path, channel) -> {
            if (forced.isEmpty()) {
                forced.add(path);
                Thread.currentThread().interrupt();
            }
            forceOnDisk(path, channel);
        }, direct());
        try (FileChannel channel = open()) {
            files.force(file, channel);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(files.pollFailure()).isNull();
            assertThat(forced).containsExactly(file, file);
        }
    }

    private void forceOnDisk(final Path path, final FileChannel channel) throws IOException {
        QueueWriter.Forcing.DISK.force(path, channel);
        forced.add(path);
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    private static Executor direct() {
        return Runnable::run;
    }
}
