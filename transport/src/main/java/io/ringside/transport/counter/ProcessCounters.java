package io.ringside.transport.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.CounterFileName;
import io.ringside.transport.directory.ExistingFile;
import io.ringside.transport.directory.FileMaker;
import io.ringside.transport.directory.TraceDirectory;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The counter sets of one process in one trace directory, or in none: then nobody reads them. Thread-safe. */
public final class ProcessCounters implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final @Nullable Place place;
    private final String missing;
    private final AtomicInteger sets = new AtomicInteger();
    private final AtomicLong generations = new AtomicLong();
    /** Open ones. It guards itself and {@link #closed}. */
    private final Set<CounterSet> open = new HashSet<>();
    private boolean closed;

    /** Where files are made. */
    private record Place(TraceDirectory directory, FileMaker files) {}

    private ProcessCounters(final @Nullable Place place, final String missing) {
        this.place = place;
        this.missing = missing;
    }

    /**
     * Counters that others read.
     *
     * @param directory to make files in
     * @param files     of this process
     * @return without any set
     */
    public static ProcessCounters in(final TraceDirectory directory, final FileMaker files) {
        return new ProcessCounters(new Place(directory, files), "");
    }

    /**
     * Counters that nobody reads.
     *
     * @param reason why, and what to do about it
     * @return without any set
     */
    public static ProcessCounters nowhere(final String reason) {
        return new ProcessCounters(null, reason);
    }

    /**
     * Open a set, and make its first file. Sets of the same name are allowed: readers see the instances of all (R7.2).
     *
     * @param schema of the set; nothing of it needs to be kept by the caller (R7.1)
     * @return the set; with a {@link CounterSet#problem} if its file could not be made
     * @throws RingsideException with LIMIT if it has too many counters
     */
    public CounterSet open(final CounterSetSchema schema) {
        final byte[] content = place == null ? NOTHING : CounterFiles.content(schema);
        final CounterSet set = new CounterSet(this, schema, content, sets.getAndIncrement());
        final boolean kept;
        synchronized (open) {
            kept = !closed && open.add(set);
        }
        if (kept) {
            set.openFirst();
        } else {
            set.close();
        }
        return missing.isEmpty() ? set : set.unavailable(missing);
    }

    /** Close all sets. */
    @Override
    public void close() {
        final List<CounterSet> closing;
        synchronized (open) {
            closed = true;
            closing = List.copyOf(open);
        }
        closing.forEach(CounterSet::close);
    }

    long nextGeneration() {
        return generations.incrementAndGet();
    }

    long epochNs() {
        final Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    void forget(final CounterSet set) {
        synchronized (open) {
            open.remove(set);
        }
    }

    /** A file for instances of a set; one that nobody reads where there is no directory. */
    CounterSegment newSegment(final int set, final int segment, final byte[] content, final SlotGeometry geometry) {
        return place == null
                ? CounterSegment.unseen(geometry)
                : new CounterSegment(CounterFiles.create(place.directory(), place.files(),
                        new CounterFileName(place.files().incarnation(), set, segment), content, geometry).buffer(),
                        geometry);
    }

    void removeSegments(final int set, final int segments) {
        if (place != null) {
            for (int i = 0; i < segments; i++) {
                ExistingFile.remove(place.directory().counters()
                        .resolve(new CounterFileName(place.files().incarnation(), set, i).toString()));
            }
        }
    }
}
