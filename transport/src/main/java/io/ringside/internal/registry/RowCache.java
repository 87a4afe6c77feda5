package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileStamp;
import io.ringside.internal.files.TraceDirectory;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a directory, for repeated reading. While no row has been made, replaced or removed, reading costs a
 * single system call; after a change, only rows that differ are read again. Not thread-safe.
 * <p>
 * A row is replaced by a rename, which changes the folder. Rows that could not be read are tried again at each reading.
 */
public final class RowCache {
    private final TraceDirectory directory;
    private final EpochClock clock;
    private final KnownRows known;
    private @Nullable RowSnapshot rows;
    private @Nullable FileStamp folder;

    /** No row has been read yet. */
    RowCache(final TraceDirectory directory) {
        this(directory, SystemEpochClock.INSTANCE);
    }

    /** No row has been read yet. The clock must be that of the file system. */
    RowCache(final TraceDirectory directory, final EpochClock clock) {
        this.directory = directory;
        this.clock = clock;
        this.known = new KnownRows(directory, clock);
    }

    /**
     * Returns the current rows.
     *
     * @return the same object as before if nothing has changed
     * @throws RingsideException if the folder cannot be read; damaged files are reported in the snapshot
     */
    public RowSnapshot rows() {
        final RowSnapshot before = rows;
        final FileStamp stamp = folder;
        return before != null && stamp != null && before.problems().isEmpty()
                && stamp.isSame(FileStamp.of(directory.rows(), clock.time()))
                        ? before
                        : reread();
    }

    /**
     * Reads the rows again if something is known to have changed, even if it was changed within a file.
     *
     * @throws RingsideException if the folder cannot be read; damaged files are reported in the snapshot
     */
    public RowSnapshot reread() {
        // Taken before reading, so that a change during the reading is noticed by the next call.
        final FileStamp stamp = FileStamp.of(directory.rows(), clock.time());
        final RowSnapshot read = known.scan(RowScan::all);
        folder = stamp;
        rows = read;
        return read;
    }
}
