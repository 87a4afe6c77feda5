package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileStamp;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.agrona.concurrent.EpochClock;
import org.jspecify.annotations.Nullable;

/**
 * The rows that the last scan has read. The next scan does not read a row again if its file is unchanged. Thread-safe;
 * of concurrent scans, any one counts as the last.
 */
final class KnownRows {
    private final TraceDirectory directory;
    private final EpochClock clock;
    private volatile Map<Path, Known> known = Map.of();

    /** A row, with the state of its file before the row was read. */
    private record Known(FileStamp stamp, Object row) {}

    /** No row has been read yet. The clock must be that of the file system. */
    KnownRows(final TraceDirectory directory, final EpochClock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Read the current rows of the directory.
     *
     * @param what selects the rows to read
     * @throws RingsideException if the folder cannot be read; damaged files are reported in the snapshot
     */
    RowSnapshot scan(final Function<RowScan, RowSnapshot> what) {
        final Map<Path, Known> before = known;
        final Map<Path, Known> seen = new HashMap<>();
        final RowSnapshot rows = what.apply(new RowScan(directory, new RowScan.Source() {
            @Override
            public <T> Optional<T> read(final Path path, final Function<RowText, T> decoder) {
                return reread(path, decoder, before, seen);
            }
        }));
        known = seen;
        return rows;
    }

    /** Returns the known row if its file is unchanged, else reads the row. A path always has a row of the same type. */
    @SuppressWarnings("unchecked")
    private <T> Optional<T> reread(final Path path, final Function<RowText, T> decoder,
            final Map<Path, Known> before, final Map<Path, Known> seen) {
        // Taken before reading, so that a change during the reading is noticed by the next scan.
        final FileStamp stamp = FileStamp.of(path, clock.time());
        final @Nullable Known row = before.get(path);
        if (row != null && row.stamp.isSame(stamp)) {
            seen.put(path, row);
            return Optional.of((T) row.row);
        }
        final Optional<T> read = RowStore.read(path, decoder);
        if (read.isPresent() && stamp != null) {
            seen.put(path, new Known(stamp, read.get()));
        }
        return read;
    }
}
