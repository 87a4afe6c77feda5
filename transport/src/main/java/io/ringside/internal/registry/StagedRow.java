package io.ringside.internal.registry;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.StagedFile;

/** A row that has been written but is not published yet. Not thread-safe. */
public final class StagedRow implements AutoCloseable {
    private final StagedFile file;

    StagedRow(final StagedFile file) {
        this.file = file;
    }

    /**
     * Replace the old row by this one.
     *
     * @throws io.ringside.RingsideException if the file system refuses; the old one then remains in force
     */
    public void publish() {
        file.publish();
        if (KillPoint.ARMED) {
            KillPoint.ROW_RENAMED.reached();
        }
    }

    /** Discard the row if it has not been published. */
    @Override
    public void close() {
        file.close();
    }
}
