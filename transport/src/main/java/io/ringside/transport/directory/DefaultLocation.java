package io.ringside.transport.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the trace directory is if nobody says where. Stateless. */
final class DefaultLocation {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private DefaultLocation() {}

    static Path resolve(final @Nullable String environment) {
        return resolve(environment, SHARED_MEMORY, System.getProperty("java.io.tmpdir"),
                System.getProperty("user.name"));
    }

    static Path resolve(
            final @Nullable String environment, final Path sharedMemory, final String temporary, final String user) {
        if (environment != null && !environment.isBlank()) {
            return Path.of(environment);
        }
        // A name of a user may hold what a path must not.
        final String folder = "ringside-" + user.replaceAll("[^A-Za-z0-9._-]", "_");
        return Files.isDirectory(sharedMemory) ? sharedMemory.resolve(folder) : Path.of(temporary, folder);
    }
}
