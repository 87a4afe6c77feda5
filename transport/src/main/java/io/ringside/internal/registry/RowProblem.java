package io.ringside.internal.registry;

import java.nio.file.Path;

/**
 * A file that has the name of a row but cannot be read as a row of this release. Immutable.
 *
 * @param path   path of the file
 * @param reason description of the problem
 */
public record RowProblem(Path path, String reason) {
    /** Returns the problem as part of a message. */
    @Override
    public String toString() {
        return reason.contains(path.toString()) ? reason : "path=" + path + ", reason=" + reason;
    }
}
