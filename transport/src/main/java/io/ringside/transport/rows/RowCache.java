package io.ringside.transport.rows;

import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.FileStamp;
import io.ringside.transport.directory.TraceDirectory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a directory for who looks at them again and again: while none has been made, replaced or removed, a look
 * is one question to the file system; after that, a row that is as it was is not read again. For one thread.
 * <p>
 * A row is replaced by a rename, which changes the folder. What could not be read is tried again at each look.
 */
public final class RowCache {
    private final TraceDirectory directory;
    private final EpochClock clock;
    private Map<Path, Known> known = Map.of();
    private @Nullable RowSnapshot rows;
    private @Nullable FileStamp folder;

    /** A row, and how its file was before it was read. */
    private record Known(FileStamp stamp, Object row) {}

    /** Nothing has been read yet. */
    RowCache(final TraceDirectory directory) {
        this(directory, SystemEpochClock.INSTANCE);
    }

    /** Nothing has been read yet; the clock is that of the file system. */
    RowCache(final TraceDirectory directory, final EpochClock clock) {
        this.directory = directory;
        this.clock = clock;
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
        final Map<Path, Known> seen = new HashMap<>();
        final RowSnapshot read = new RowScan(directory, new RowScan.Source() {
            @Override
            public <T> Optional<T> read(final Path path, final Function<RowText, T> decoder) {
                return reread(path, decoder, seen);
            }
        }).all();
        known = seen;
        folder = stamp;
        rows = read;
        return read;
    }

    /** A row as it is known, if its file is the same, else as it is read. A path always stands for the same type. */
    @SuppressWarnings("unchecked")
    private <T> Optional<T> reread(final Path path, final Function<RowText, T> decoder, final Map<Path, Known> seen) {
        final FileStamp stamp = FileStamp.of(path, clock.time());
        final Known before = known.get(path);
        if (before != null && before.stamp.isSame(stamp)) {
            seen.put(path, before);
            return Optional.of((T) before.row);
        }
        final Optional<T> row = RowStore.read(path, decoder);
        if (row.isPresent() && stamp != null) {
            seen.put(path, new Known(stamp, row.get()));
        }
        return row;
    }
}
