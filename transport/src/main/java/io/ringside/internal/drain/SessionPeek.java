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
 * Reads a session beside its writers and its drain: takes nothing, stores nothing, and holds no lock. The
 * session's ledger is the same with and without it, and any number of them may read. Not thread-safe.
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
     * Read a session. Files are opened with the first poll.
     *
     * @param directory      with the session
     * @param session        of any kind
     * @param clock          for the time between scans
     * @param scanIntervalNs time between two scans for new processes and for losses at the ends of lanes
     * @param errorHandler   receives files that cannot be used, and are left out
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
     * Read at most a block of each lane. From time to time it also looks for new processes and lanes, for losses of
     * lanes that are empty, and for the session's end. Never waits, and throws nothing but what the sink throws.
     *
     * @param sink receives events and losses
     * @return whether there was any event, or room that was overwritten
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

    /** Look into the session's folder with the next poll, whether it is time or not. */
    public void scanSoon() {
        nextScanNs = clock.nanoTime();
    }

    /** Whether the session has ended and everything was read that was there to be read. */
    public boolean hasEnded() {
        return ended;
    }

    /** Whether each lane that was found up to now has been empty at some moment. */
    public boolean haveLanesBeenEmpty() {
        for (int i = 0; i < processes.size(); i++) {
            if (!processes.get(i).haveLanesBeenEmpty()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Let somebody work out what the lanes cannot bring anything older than.
     *
     * @param bounds    takes each lane into account
     * @param turnTicks time of the session's clock, read before the lanes were
     * @return false if nothing is known of some lanes now, as their files were truncated
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

    /** Receives what is read: for each lane in the lane's order, lanes in no order. */
    public interface Sink extends CopySink {
        /**
         * Provides the batch that the next frames or losses of a lane are read into. It may stay unused.
         *
         * @param process that has the lane
         * @param lane    index of the lane in the process's ledger
         * @return the batch
         */
        Batch batch(DrainedProcess process, int lane);
    }

    /** Takes lanes into account, to find out up to when all of them were read. */
    @FunctionalInterface
    public interface Bounds {
        /**
         * Take a lane into account.
         *
         * @param boundTicks what this gave for the lane the time before, or a later time of an event of the lane that
         *                   was read since; the least value if there is neither
         * @param idle       whether every attempt of the lane has an outcome that was read
         * @param read       whether everything was read that the lane held
         * @return the lane cannot bring anything older than this
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
            final Set<Incarnation> ledgers = new HashSet<>(BookReading.ledgersOf(directory, session));
            // A process that could not attach has a page only.
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
            // A file may go while it is opened: its process has ended, and its lanes are drained.
            errors.onErrorUnlessGone(path, e);
        }
    }

    /** Let go of a process that is dead, and that neither a page nor a ledger shows any more. */
    private boolean hasEnded(final PeekedProcess process, final Sink sink) {
        // One that lives puts its files back, and is read on where it was left.
        if (!process.isClosed() || processTable.isAlive(process.incarnation())) {
            return false;
        }
        opening(process.path(), () -> process.end(sink));
        byIncarnation.remove(process.incarnation());
        process.close();
        return true;
    }
}
