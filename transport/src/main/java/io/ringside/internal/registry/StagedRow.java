package io.ringside.internal.registry;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.StagedFile;

/** A row that has been written and does not exist yet. For one thread. */
public final class StagedRow implements AutoCloseable {
    private final StagedFile file;

    StagedRow(final StagedFile file) {
        this.file = file;
    }

    /**
     * Put the row in place of the old one.
     *
     * @throws io.ringside.RingsideException if the file system refuses; the old one then remains in force
     */
    public void publish() {
        file.publish();
        if (KillPoint.ARMED) {
            KillPoint.ROW_RENAMED.reached();
        }
    }

    /** Give it up if it does not exist. */
    @Override
    public void close() {
        file.close();
    }
}
