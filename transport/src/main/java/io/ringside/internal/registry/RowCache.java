package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileStamp;
import io.ringside.internal.files.TraceDirectory;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a directory for repeated reading: while none has been made, replaced or removed, a reading is one
 * question to the file system; after that, a row that is as it was is not read again. For one thread.
 * <p>
 * A row is replaced by a rename, which changes the folder. Rows that could not be read are tried again at each reading.
 */
public final class RowCache {
    private final TraceDirectory directory;
    private final EpochClock clock;
    private final KnownRows known;
    private @Nullable RowSnapshot rows;
    private @Nullable FileStamp folder;

    /** Nothing has been read yet. */
    RowCache(final TraceDirectory directory) {
        this(directory, SystemEpochClock.INSTANCE);
    }

    /** Nothing has been read yet; the clock is that of the file system. */
    RowCache(final TraceDirectory directory, final EpochClock clock) {
        this.directory = directory;
        this.clock = clock;
        this.known = new KnownRows(directory, clock);
    }

    /**
     * The rows as they are now.
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
     * The rows as they are now, of which something is known to have changed, were it within a file.
     *
     * @throws RingsideException if the folder cannot be read; damaged files are reported in the snapshot
     */
    public RowSnapshot reread() {
        // Taken before the reading, and kept with what it gave.
        final FileStamp stamp = FileStamp.of(directory.rows(), clock.time());
        final RowSnapshot read = known.scan(RowScan::all);
        folder = stamp;
        rows = read;
        return read;
    }
}
