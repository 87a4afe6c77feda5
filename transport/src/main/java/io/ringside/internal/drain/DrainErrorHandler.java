package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.ErrorHandler;

/** Receives files that a drain cannot use: damaged, foreign, or refused by the operating system. */
@FunctionalInterface
public interface DrainErrorHandler {
    /** Errors remembered: a process that makes more of them gets no more memory. */
    int MAX_REMEMBERED = 4096;

    /**
     * A file is left out. Reported once for each file and reason.
     *
     * @param path   of the file
     * @param reason what is wrong with it, and what to do
     */
    void onError(Path path, String reason);

    /** Reports a file with the reason that an exception gives. */
    default void onError(final Path path, final RingsideException cause) {
        onError(path, String.valueOf(cause.getMessage()));
    }

    /** Reports a file unless it has gone while it was opened: then nothing is wrong with it. */
    default void onErrorUnlessGone(final Path path, final RingsideException cause) {
        if (cause.code() != ErrorCode.NOT_FOUND) {
            onError(path, cause);
        }
    }

    /** Returns a handler that hands each file to another handler, as an exception. */
    static DrainErrorHandler of(final ErrorHandler errorHandler) {
        return (path, reason) -> errorHandler.onError(
                new RingsideException(ErrorCode.CORRUPT, "file was skipped: path=" + path + ", reason=" + reason));
    }

    /** Returns a handler that hands everything to another one once. Not thread-safe. */
    default DrainErrorHandler once() {
        final Set<Map.Entry<Path, String>> told = new HashSet<>();
        return (path, reason) -> {
            if (told.size() < MAX_REMEMBERED && told.add(Map.entry(path, reason))) {
                onError(path, reason);
            }
        };
    }
}
