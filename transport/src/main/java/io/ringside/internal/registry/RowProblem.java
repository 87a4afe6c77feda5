package io.ringside.internal.registry;

import java.nio.file.Path;

/**
 * A file that should be a row and is none, or is none of ours. Immutable.
 *
 * @param path   of the file
 * @param reason what is wrong with it
 */
public record RowProblem(Path path, String reason) {
    /** For messages. */
    @Override
    public String toString() {
        return reason.contains(path.toString()) ? reason : "path=" + path + ", reason=" + reason;
    }
}
