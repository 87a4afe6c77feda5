package io.ringside.internal.drain;

import java.nio.file.Path;

/** Receives files that a drain cannot use: damaged, foreign, or refused by the operating system. */
@FunctionalInterface
public interface DrainErrorHandler {
    /**
     * A file is left out. Reported once for each file and reason.
     *
     * @param path   of the file
     * @param reason what is wrong with it, and what to do
     */
    void onError(Path path, String reason);
}
