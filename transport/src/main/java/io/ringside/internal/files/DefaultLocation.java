package io.ringside.internal.files;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the trace directory is if nobody says where. Stateless. */
final class DefaultLocation {
    private static final String PROPERTY = "ringside.dir";
    private static final String ENVIRONMENT_VARIABLE = "RINGSIDE_DIR";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private DefaultLocation() {}

    /** What the operator has named; null if nothing. */
    static @Nullable String named() {
        return named(System.getProperty(PROPERTY), System.getenv(ENVIRONMENT_VARIABLE));
    }

    static @Nullable String named(final @Nullable String property, final @Nullable String environment) {
        final String named = property == null || property.isBlank() ? environment : property;
        return named == null || named.isBlank() ? null : named;
    }

    static Path resolve() {
        return resolve(named(), SHARED_MEMORY, System.getProperty("java.io.tmpdir"), System.getProperty("user.name"));
    }

    static Path resolve(
            final @Nullable String named, final Path sharedMemory, final String temporary, final String user) {
        if (named != null) {
            return Path.of(named);
        }
        // A name of a user may hold what a path must not.
        final String folder = "ringside-" + user.replaceAll("[^A-Za-z0-9._-]", "_");
        return Files.isDirectory(sharedMemory) ? sharedMemory.resolve(folder) : Path.of(temporary, folder);
    }
}
