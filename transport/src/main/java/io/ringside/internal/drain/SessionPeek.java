package io.ringside.internal.drain;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.NanoClock;

/**
 * Reads a session while its writers and its drain are working: takes nothing, stores nothing, and holds no lock. The
 * session's ledger is not affected, and any number of such readers may read. Not thread-safe.
 */
public final class SessionPeek implements AutoCloseable {
    private final TraceDirectory directory;
    private final SessionRow session;
    private final RowStore rows;
    private final ProcessTable processTable;
    private final DrainErrorHandler errors;
    private final NanoClock clock;
    private final long scanIntervalNs;
    private final Map<Incarnation, PeekedProcess> byIncarnation = new HashMap<>();
    private final List<PeekedProcess> processes = new ArrayList<>();
    private long nextScanNs;
    private boolean begun;
    private boolean gone;
    private boolean ended;

    /**
     * Creates a reader of a session. Files are opened in the first poll.
     *
     * @param directory      trace directory of the session
     * @param session        session of any kind
     * @param clock          clock for the time between scans
     * @param scanIntervalNs time between two scans for new processes and for losses at the ends of lanes
     * @param errorHandler   receives unusable files, which are skipped
     */
    public SessionPeek(final TraceDirectory directory, final SessionRow session, final NanoClock clock,
            final long scanIntervalNs, final DrainErrorHandler errorHandler) {
        this.directory = directory;
        this.session = session;
        this.rows = new RowStore(directory, new FileMaker(Incarnation.random()));
        this.processTable = new ProcessTable(directory, new Liveness(directory));
        this.errors = errorHandler.once();
        this.clock = clock;
        this.scanIntervalNs = scanIntervalNs;
        this.nextScanNs = clock.nanoTime();
    }

    /**
     * Read at most one block of each lane. From time to time, also check for new processes and lanes, losses of empty
     * lanes, and the session's end. Never blocks, and throws only exceptions of the sink.
     *
     * @param sink receives events and losses
     * @return whether there was any event, or an overwritten part
     */
    public boolean poll(final Sink sink) {
        if (ended) {
            return false;
        }
        final boolean scanning = clock.nanoTime() - nextScanNs >= 0;
        if (scanning) {
            nextScanNs = clock.nanoTime() + scanIntervalNs;
            scan(sink);
        }
        boolean found = false;
        for (int i = 0; i < processes.size(); i++) {
            found |= poll(processes.get(i), scanning, sink);
        }
        if (scanning) {
            ended = gone && processes.stream().allMatch(PeekedProcess::isClosed);
        }
        return found;
    }

    /** Scan the session's folder in the next poll, even if no scan is due. */
    public void scanSoon() {
        nextScanNs = clock.nanoTime();
    }

    /** Returns whether the session has ended and everything available has been read. */
    public boolean hasEnded() {
        return ended;
    }

    /** Returns whether each known lane has been empty at some moment. */
    public boolean haveLanesBeenEmpty() {
        for (int i = 0; i < processes.size(); i++) {
            if (!processes.get(i).haveLanesBeenEmpty()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Pass the bounds of the lanes' future event times to a computation of their minimum.
     *
     * @param bounds    receives each lane
     * @param turnTicks time of the session's clock, read before the lanes
     * @return false if some lanes are unknown now, because their files were truncated
     */
    public boolean bound(final Bounds bounds, final long turnTicks) {
        try {
            for (int i = 0; i < processes.size(); i++) {
                processes.get(i).bound(bounds, turnTicks);
            }
            MappedFault.settle();
            return true;
        } catch (final InternalError e) {
            MappedFault.require(e);
            return false;
        }
    }

    /** Receives the content of a session: for each lane in the lane's order, lanes in no particular order. */
    public interface Sink extends CopySink {
        /**
         * Returns the batch into which the next frames or losses of a lane are read. It may remain unused.
         *
         * @param process process of the lane
         * @param lane    index of the lane in the process's ledger
         * @return the batch
         */
        Batch batch(DrainedProcess process, int lane);
    }

    /** Receives lanes, to compute the time up to which all of them have been read. */
    @FunctionalInterface
    public interface Bounds {
        /**
         * Take a lane into account.
         *
         * @param boundTicks result of this method for the lane in the previous turn, or a later time of an event of the
         *                   lane read since then; the minimum value if there is neither
         * @param idle       whether the outcomes of all attempts of the lane have been read
         * @param read       whether everything in the lane has been read
         * @return the lane's bound: it cannot produce anything older
         */
        long observe(long boundTicks, boolean idle, boolean read);
    }

    @Override
    public void close() {
        ended = true;
        processes.forEach(PeekedProcess::close);
        processes.clear();
        byIncarnation.clear();
    }

    private boolean poll(final PeekedProcess process, final boolean scanning, final Sink sink) {
        try {
            final boolean found = process.poll(sink);
            if (scanning) {
                process.reportLosses(sink, errors);
                process.closeIfGone();
            }
            MappedFault.settle();
            return found;
        } catch (final InternalError e) {
            MappedFault.require(e);
            errors.onError(process.path(), "file was truncated while it was in use: what cannot be read is left out");
            process.leaveOutCut();
            return false;
        }
    }

    private void scan(final Sink sink) {
        try {
            gone = rows.session(session.id()).isEmpty();
        } catch (final RingsideException e) {
            errors.onError(directory.sessionRow(session.id()), e);
        }
        try {
            final Set<Incarnation> ledgers = new HashSet<>(LedgerReading.ledgersOf(directory, session));
            // A process that could not attach has only a page.
            final Set<Incarnation> standing = new HashSet<>(processTable.incarnations());
            standing.addAll(ledgers);
            for (final Incarnation incarnation : standing) {
                final PeekedProcess process = byIncarnation.computeIfAbsent(incarnation, this::found);
                opening(directory.processPage(incarnation), () -> process.openPage(processTable));
                if (ledgers.contains(incarnation)) {
                    opening(process.path(), () -> process.openLanes(begun));
                }
            }
            begun = true;
            processes.removeIf(process -> !standing.contains(process.incarnation()) && hasEnded(process, sink));
        } catch (final RingsideException e) {
            errors.onError(directory.session(session.id()), e);
        }
    }

    private PeekedProcess found(final Incarnation incarnation) {
        final PeekedProcess created = new PeekedProcess(directory, session, new DrainedProcess(incarnation));
        processes.add(created);
        return created;
    }

    private void opening(final Path path, final Runnable action) {
        try {
            MappedFault.guard(path, action);
        } catch (final RingsideException e) {
            // A file may be removed while it is being opened: its process has ended, and its lanes are drained.
            errors.onErrorUnlessGone(path, e);
        }
    }

    /** Forgets a dead process that has neither a page nor a ledger any more; returns whether it did. */
    private boolean hasEnded(final PeekedProcess process, final Sink sink) {
        // A live process restores its files, and reading continues at the same position.
        if (!process.isClosed() || processTable.isAlive(process.incarnation())) {
            return false;
        }
        opening(process.path(), () -> process.end(sink));
        byIncarnation.remove(process.incarnation());
        process.close();
        return true;
    }
}
