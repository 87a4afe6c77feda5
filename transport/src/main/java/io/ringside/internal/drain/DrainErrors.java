package io.ringside.internal.drain;

import io.ringside.RingsideException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Reports everything to an error handler once. Not thread-safe. */
final class DrainErrors {
    /** Errors remembered: a process that makes more of them gets no more memory. */
    private static final int MAX_REMEMBERED = 4096;

    private record Told(Path path, String reason) {}

    private final DrainErrorHandler handler;
    private final Set<Told> told = new HashSet<>();

    DrainErrors(final DrainErrorHandler handler) {
        this.handler = handler;
    }

    void report(final Path path, final String reason) {
        if (told.size() < MAX_REMEMBERED && told.add(new Told(path, reason))) {
            handler.onError(path, reason);
        }
    }

    void report(final Path path, final RingsideException cause) {
        report(path, String.valueOf(cause.getMessage()));
    }
}
