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
 * The rows that the last scan has seen: the next one does not read again those whose files are the same. Thread-safe;
 * where several scan at a time, one of them is the last.
 */
final class KnownRows {
    private final TraceDirectory directory;
    private final EpochClock clock;
    private volatile Map<Path, Known> known = Map.of();

    /** A row, and how its file was before it was read. */
    private record Known(FileStamp stamp, Object row) {}

    /** Nothing has been read yet; the clock is that of the file system. */
    KnownRows(final TraceDirectory directory, final EpochClock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * The rows of the directory as they are now.
     *
     * @param what which of them
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

    /**
     * Returns the known row if its file is unchanged, else the row as it is read now. A path always has a row of the
     * same type.
     */
    @SuppressWarnings("unchecked")
    private <T> Optional<T> reread(final Path path, final Function<RowText, T> decoder,
            final Map<Path, Known> before, final Map<Path, Known> seen) {
        // Taken before the reading, and kept with what it gave.
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
