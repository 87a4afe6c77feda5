package io.ringside.internal.counter;

import io.ringside.RingsideException;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.CounterFileDescriptor;
import io.ringside.internal.machine.EarlyClasses;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.provider.counter.CounterCallback;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/** The counter sets of one process, published in a trace directory if there is one. Thread-safe. */
public final class ProcessCounters implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private volatile @Nullable Place place;
    private volatile String missing;
    /** Whether a trace directory may become available later. */
    private final boolean isWaiting;
    private final AtomicInteger sets = new AtomicInteger();
    private final AtomicLong generations = new AtomicLong();
    /** Open sets. Guards itself and {@link #closed}. */
    private final Set<PushedSet> open = new HashSet<>();
    private boolean closed;
    /** Callbacks to serve once there is a trace directory. */
    private final List<Runnable> unserved = new ArrayList<>();
    /** Published sets, in which a thread may have set a value that no reader has seen yet. */
    private List<PushedSet> unsettled = List.of();
    /** Created with the first callback. */
    private @Nullable RequestServer requests;
    /** Memory of closed sets. */
    private final HeldMemory held;
    /** Files of closed sets. */
    private final RemainingFiles remaining = new RemainingFiles(OperatorLog::warn);

    /** Directory and maker of the files. */
    private record Place(TraceDirectory directory, FileMaker files) {}

    private ProcessCounters(final @Nullable Place place, final String missing, final HeldMemory held,
            final boolean isWaiting) {
        this.isWaiting = isWaiting;
        this.place = place;
        this.missing = missing;
        this.held = held;
    }

    /**
     * Create counters that other processes can read.
     *
     * @param directory to make files in
     * @param files     of this process
     * @return without any set
     */
    public static ProcessCounters in(final TraceDirectory directory, final FileMaker files) {
        return in(directory, files, new HeldMemory());
    }

    /** Create published counters with other limits for the memory of closed sets. */
    static ProcessCounters in(final TraceDirectory directory, final FileMaker files, final HeldMemory held) {
        return new ProcessCounters(new Place(directory, files), "", held, false);
    }

    /**
     * Create counters that are not published.
     *
     * @param reason reason, and its remedy
     * @return without any set
     */
    public static ProcessCounters nowhere(final String reason) {
        return new ProcessCounters(null, reason, new HeldMemory(), false);
    }

    /**
     * Create counters that are not published until {@link #publish}.
     *
     * @param reason reason, and its remedy
     * @return without any set
     */
    public static ProcessCounters waiting(final String reason) {
        return new ProcessCounters(null, reason, new HeldMemory(), true);
    }

    /**
     * Publish the sets of {@link #waiting} counters, those that are open and those that will be opened. A set whose
     * file cannot be made reports the reason.
     *
     * @param directory to make files in
     * @param files     of this process
     */
    public void publish(final TraceDirectory directory, final FileMaker files) {
        final List<PushedSet> sets;
        synchronized (open) {
            if (closed) {
                return;
            }
            place = new Place(directory, files);
            missing = "";
            sets = List.copyOf(open);
            unserved.forEach(Runnable::run);
            unserved.clear();
        }
        sets.forEach(PushedSet::publish);
        unsettled = sets;
    }

    /**
     * Store values that were set during the last call or during {@link #publish}, then make files again that were
     * removed or replaced. Called some time after these calls, by the same thread.
     *
     * @param lost receives the files that were made again
     */
    public void settle(final Consumer<Path> lost) {
        final List<PushedSet> settling = unsettled;
        unsettled = List.of();
        settling.forEach(PushedSet::settle);
        final List<PushedSet> sets;
        synchronized (open) {
            sets = List.copyOf(open);
        }
        final List<PushedSet> restored = new ArrayList<>();
        sets.forEach(set -> {
            final List<Path> files = set.restore();
            if (!files.isEmpty()) {
                restored.add(set);
                files.forEach(lost);
            }
        });
        unsettled = restored;
    }

    /**
     * Open a set, and make its first file. Sets of the same name are allowed: readers see the instances of all.
     *
     * @param schema schema of the set; the caller need not keep it
     * @return the set; with a {@link PushedSet#problem} if its file could not be made, or if these counters are closed,
     *         in which case the set is closed too, and no instance can be made in it
     * @throws RingsideException with LIMIT if it has too many counters
     */
    public PushedSet open(final CounterSetSchema schema) {
        return open(schema, set -> {});
    }

    /**
     * Open a set with a callback, which supplies instances in addition to those that are created.
     *
     * @param schema   of the set
     * @param callback callback that answers requests
     * @param context  context passed with each request, for the application's use; may be null
     * @param errors   receives exceptions of the callback
     * @return as {@link #open(CounterSetSchema)}; also with a problem if the callback cannot be reached
     * @throws RingsideException as {@link #open(CounterSetSchema)}
     */
    public PushedSet open(final CounterSetSchema schema, final CounterCallback callback,
            final @Nullable Object context, final CounterErrorHandler errors) {
        return open(schema, set -> serve(set, new PulledSet(schema, callback, context, errors, epochNs()), errors));
    }

    private PushedSet open(final CounterSetSchema schema, final Consumer<PushedSet> first) {
        EarlyClasses.load(PushedSet.class, HeldMemory.class);
        final byte[] content = place == null && !isWaiting ? NOTHING : CounterFiles.content(schema);
        final PushedSet set = new PushedSet(this, schema, content, sets.getAndIncrement());
        final boolean kept;
        synchronized (open) {
            kept = !closed && open.add(set);
        }
        if (kept) {
            try {
                first.accept(set);
                set.openFirst();
            } catch (final Throwable e) {
                CloseHelper.quietClose(set);
                throw e;
            }
        } else {
            set.close();
            return set.unavailable("counters of this process are closed: counterSet=" + schema.name()
                    + ": open sets before, or connect again");
        }
        if (place == null) {
            set.unavailable(missing);
        }
        // The trace directory may have become available in the meantime.
        if (isWaiting && place != null) {
            set.publish();
        }
        return set;
    }

    /**
     * Close all sets.
     *
     * @throws RingsideException if files could not be removed; all sets are closed nevertheless
     */
    @Override
    public void close() {
        final List<AutoCloseable> closing;
        final RequestServer server;
        synchronized (open) {
            closed = true;
            closing = List.copyOf(open);
            server = requests;
        }
        try {
            CloseHelper.closeAll(closing);
        } finally {
            CloseHelper.close(server);
        }
    }

    public HeldMemory heldMemory() {
        return held;
    }

    public long nextGeneration() {
        return generations.incrementAndGet();
    }

    public long epochNs() {
        final Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    public void forget(final PushedSet set) {
        synchronized (open) {
            open.remove(set);
        }
        final RequestServer server = server();
        if (server != null) {
            server.remove(set.number());
        }
    }

    private @Nullable RequestServer server() {
        synchronized (open) {
            return requests;
        }
    }

    /** Lets a set be asked, before its file says that this is possible. */
    private void serve(final PushedSet set, final PulledSet pulled, final CounterErrorHandler errors) {
        try {
            synchronized (open) {
                final Place where = place;
                if (where == null) {
                    if (isWaiting) {
                        unserved.add(() -> serve(set, pulled, errors));
                    }
                    return;
                }
                if (requests == null && !closed) {
                    requests = RequestServer.start(where.directory(), where.files(), errors);
                }
                if (requests != null) {
                    requests.add(set.number(), pulled);
                }
            }
        } catch (final Throwable e) {
            // There is no folder, or no thread; pushed instances can be read all the same.
            set.unavailable("callback cannot be reached: " + e.getMessage());
        }
    }

    /** Creates the file for instances of a set, or an unpublished segment if there is no trace directory. */
    public CounterSegment newSegment(final int set, final int segment, final byte[] content,
            final SlotGeometry geometry) {
        return place == null
                ? CounterSegment.unseen(geometry)
                : new CounterSegment(newFile(set, segment, content, geometry), geometry);
    }

    public MappedFile newFile(final int set, final int segment, final byte[] content, final SlotGeometry geometry) {
        final Place where = Objects.requireNonNull(place);
        held.requireRoom(geometry.fileLength());
        final RequestServer server = server();
        final int flags = server != null && server.serves(set) ? CounterFileDescriptor.HAS_CALLBACK : 0;
        return CounterFiles.create(where.directory(), where.files(),
                new CounterFileName(where.files().incarnation(), set, segment), content, geometry, flags);
    }

    /** Removes the files of a set, and retries remaining files of other sets; fails for files of this set only. */
    public void removeSegments(final int set, final int segments) {
        final Place where = place;
        if (where == null) {
            return;
        }
        final List<Path> files = new ArrayList<>();
        for (int i = 0; i < segments; i++) {
            files.add(where.directory().counters()
                    .resolve(new CounterFileName(where.files().incarnation(), set, i).toString()));
        }
        remaining.remove(files);
    }
}
