package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.ErrorHandler;

/** Receives files that a drain cannot use: damaged, foreign, or rejected by the operating system. */
@FunctionalInterface
public interface DrainErrorHandler {
    /** Maximum number of remembered errors, so that a process with many errors does not use more memory. */
    int MAX_REMEMBERED = 4096;

    /**
     * Called when a file is skipped. Reported once for each file and reason.
     *
     * @param path   path of the file
     * @param reason description of the problem, and the remedy
     */
    void onError(Path path, String reason);

    /** Reports a file with the reason in an exception. */
    default void onError(final Path path, final RingsideException cause) {
        onError(path, String.valueOf(cause.getMessage()));
    }

    /** Reports a file, unless it was removed while it was being opened, which is not a problem. */
    default void onErrorUnlessGone(final Path path, final RingsideException cause) {
        if (cause.code() != ErrorCode.NOT_FOUND) {
            onError(path, cause);
        }
    }

    /** Returns a handler that passes each file to another handler, as an exception. */
    static DrainErrorHandler of(final ErrorHandler errorHandler) {
        return (path, reason) -> errorHandler.onError(
                new RingsideException(ErrorCode.CORRUPT, "file was skipped: path=" + path + ", reason=" + reason));
    }

    /** Returns a handler that passes each error to this handler once. Not thread-safe. */
    default DrainErrorHandler once() {
        final Set<Map.Entry<Path, String>> told = new HashSet<>();
        return (path, reason) -> {
            if (told.size() < MAX_REMEMBERED && told.add(Map.entry(path, reason))) {
                onError(path, reason);
            }
        };
    }
}
