package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.ProcessFileName.Kind;
import io.ringside.internal.files.FileNames.RingFileName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.SessionRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** The processes found in a session's folder and among the process pages. Used only by the drain's thread. */
final class SessionProcesses implements AutoCloseable {
    private static final int CACHE_LINE_LENGTH = 64;

    private final TraceDirectory directory;
    private final SessionRow session;
    private final ProcessTable table;
    private final SinkLedger sinkLedger;
    /** Whether staged events are in a sink, or are certain to get there. */
    private final boolean hasSink;
    private final DrainErrorHandler errors;
    private final UnsafeBuffer copy;
    private final Set<Path> ownFiles;
    private final Map<Incarnation, DrainedProcess> byIncarnation = new HashMap<>();
    /** The same processes in the order of discovery: iterating over a list by index does not allocate an iterator. */
    private final List<DrainedProcess> found = new ArrayList<>();
    private final List<DrainedProcess> view = Collections.unmodifiableList(found);
    private Set<Incarnation> ledgers = Set.of();

    SessionProcesses(final Participant participant, final SessionRow session, final SinkLedger sinkLedger,
            final boolean hasSink, final DrainErrorHandler errors) {
        this.sinkLedger = sinkLedger;
        this.hasSink = hasSink;
        this.directory = participant.directory();
        this.session = session;
        this.table = new ProcessTable(directory, participant.liveness());
        this.errors = errors;
        this.ownFiles = Set.of(directory.drainLock(session.id()), directory.drainHolder(session.id()),
                directory.drainSink(session.id()), directory.folded(session.id()));
        final int blockBytes = LaneGeometry.of(session.settings().laneBytes()).blockBytes();
        this.copy = new UnsafeBuffer(BufferUtil.allocateDirectAligned(blockBytes, CACHE_LINE_LENGTH));
    }

    /** Returns the trace directory of the session. */
    TraceDirectory directory() {
        return directory;
    }

    /** Returns all known processes, with or without a ledger. */
    List<DrainedProcess> all() {
        return view;
    }

    Set<Incarnation> incarnations() {
        return byIncarnation.keySet();
    }

    /** Returns whether the last scan found a ledger of a process, readable or not. */
    boolean hasLedger(final DrainedProcess process) {
        return ledgers.contains(process.incarnation());
    }

    DrainedProcess process(final Incarnation incarnation) {
        return byIncarnation.computeIfAbsent(incarnation, this::add);
    }

    private DrainedProcess add(final Incarnation incarnation) {
        final DrainedProcess process = new DrainedProcess(incarnation);
        found.add(process);
        return process;
    }

    void remove(final DrainedProcess process) {
        byIncarnation.remove(process.incarnation());
        found.remove(process);
        process.close();
    }

    /** Scan for ledgers, and open new ones. */
    void scanLedgers() {
        final Path folder = directory.session(session.id());
        final Set<Incarnation> named = new HashSet<>();
        for (final String name : FolderListing.namesIn(folder)) {
            final ProcessFileName file = ProcessFileName.parse(name);
            if (file != null && file.kind() == Kind.LEDGER) {
                named.add(file.incarnation());
            } else if (!isOurs(name)) {
                errors.onError(folder.resolve(name), "name is none of ours: it is left alone, remove it");
            }
        }
        ledgers = named;
        for (final DrainedProcess process : found) {
            closeVanished(process);
        }
        for (final Incarnation incarnation : named) {
            openLanes(process(incarnation));
        }
    }

    /** Close files that were truncated while in use. Reopening them determines the problem. */
    void closeCut() {
        for (final DrainedProcess process : found) {
            closeVanished(process);
            process.leaveCutPage();
        }
    }

    /** Scan for process pages, and open new ones. */
    void scanPages() {
        closeCut();
        final List<Incarnation> paged = table.incarnations();
        for (final Incarnation incarnation : paged) {
            openPage(process(incarnation));
        }
        final Set<Incarnation> standing = new HashSet<>(paged);
        for (final DrainedProcess process : new ArrayList<>(found)) {
            if (!standing.contains(process.incarnation()) && process.lanes() == null && !hasLedger(process)
                    && !(process.isLedgerLost() && !process.isRetired())) {
                remove(process);
            }
        }
    }

    /**
     * Reopen the ledger that a dead process was about to move, and let drains continue there: no other process will.
     */
    void openLeft(final DrainedProcess process, final ProcessLanes left) {
        left.ledger().stay();
        process.leaveLanes();
        openLanes(process);
    }

    private void openLanes(final DrainedProcess process) {
        if (process.lanes() == null && !process.hasClosedTotals()) {
            openPage(process);
            try {
                process.lanes(ProcessLanes.open(directory, session, process, copy, sinkLedger));
            } catch (final RingsideException e) {
                errors.onErrorUnlessGone(directory.ledger(session.id(), process.incarnation()), e);
            }
        }
    }

    /**
     * Load the page of a process whose totals are to be closed, because it contains the lane-less losses. An invalid
     * page is ignored.
     *
     * @throws RingsideException if it cannot be read now, but may be readable later
     */
    void requirePage(final DrainedProcess process) {
        try {
            loadPage(process);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.TOO_MANY_FILES) {
                throw e;
            }
            errors.onErrorUnlessGone(directory.processPage(process.incarnation()), e);
        }
    }

    private void openPage(final DrainedProcess process) {
        try {
            loadPage(process);
        } catch (final RingsideException e) {
            errors.onErrorUnlessGone(directory.processPage(process.incarnation()), e);
        }
    }

    private void loadPage(final DrainedProcess process) {
        if (process.page() == null) {
            process.page(table.open(process.incarnation(), Access.READ_WRITE).orElse(null));
            process.resumeLaneless(session, sinkLedger.laneless(process.incarnation()));
        }
    }

    /**
     * Closes the lanes of a removed ledger. A process that undoes an attachment removes its ledger, and may create
     * another one later; the same happens if another process removed the ledger, unless it is final. Events staged for
     * a sink are committed first, unless the file was truncated.
     */
    private void closeVanished(final DrainedProcess process) {
        final ProcessLanes lanes = process.lanes();
        if (lanes != null && !lanes.stands()) {
            final LedgerFile ledger = lanes.ledger();
            if (ledger.isCut() || (!ledger.isFinal() && !(hasSink && lanes.hasStaged()))) {
                process.leaveLanes();
            }
        }
    }

    private boolean isOurs(final String name) {
        return RingFileName.parse(name) != null || TemporaryFileName.parse(name) != null
                || ownFiles.contains(directory.session(session.id()).resolve(name));
    }

    @Override
    public void close() {
        found.forEach(DrainedProcess::close);
        found.clear();
        byIncarnation.clear();
    }
}
