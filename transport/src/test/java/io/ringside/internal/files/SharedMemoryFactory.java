package io.ringside.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary directories of tests where trace directories belong: in shared memory, if the system has it. */
public final class SharedMemoryFactory implements TempDirFactory {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(final AnnotatedElementContext element, final ExtensionContext extension)
            throws IOException {
        return Files.isWritable(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, "ringside-test-").toRealPath()
                : Files.createTempDirectory("ringside-test-").toRealPath();
    }
}
