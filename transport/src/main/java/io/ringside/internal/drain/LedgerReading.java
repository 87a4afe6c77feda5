package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.ProcessFileName.Kind;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneAudit;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.RingFileBytes;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.ClosedTotals;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.RowProblem;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One reading of a session's ledger. Used once, by one thread. */
final class LedgerReading {
    private static final int AUDITS = 100;
    private static final String MISSING = "ledger is missing although its process is attached: the process recreates it"
            + " within seconds if it lives; find out what removes files from the trace directory";

    private final TraceDirectory directory;
    private final ProcessTable processes;
    private final SessionRow session;
    private final ClosedTotals folded;
    private final LaneGeometry geometry;
    private final LaneAudit audit = new LaneAudit();
    private final Map<Incarnation, ProcessPart> parts = new LinkedHashMap<>();
    private final boolean withTimes;
    private final List<RowProblem> problems = new ArrayList<>();
    private final Set<Incarnation> unread = new HashSet<>();
    private boolean settled = true;
    private boolean whole = true;
    private boolean unchanging;

    /** The part of the ledger that belongs to one process, as read so far. */
    private static final class ProcessPart {
        private final LaneTotals totals = new LaneTotals();
        private int lanes;
        private int lanesInUse;
        private long unreadBytes;
        private long fullestBytes;
        private long oldestTicks = Long.MAX_VALUE;
    }

    /**
     * Creates a reading that has not started.
     *
     * @param withTimes whether to determine the times of the oldest events, too
     */
    LedgerReading(final TraceDirectory directory, final ProcessTable processes, final SessionRow session,
            final ClosedTotals folded, final boolean withTimes) {
        this.withTimes = withTimes;
        this.directory = directory;
        this.processes = processes;
        this.session = session;
        this.folded = folded;
        this.geometry = LaneGeometry.of(session.settings().laneBytes());
        this.unchanging = !session.isRunning();
    }

    static List<Incarnation> ledgersOf(final TraceDirectory directory, final SessionRow session) {
        final List<Incarnation> ledgers = new ArrayList<>();
        for (final String name : FolderListing.namesIn(directory.session(session.id()))) {
            final ProcessFileName file = ProcessFileName.parse(name);
            if (file != null && file.kind() == Kind.LEDGER) {
                ledgers.add(file.incarnation());
            }
        }
        return ledgers;
    }

    void read() {
        for (final Incarnation incarnation : ledgersOf(directory, session)) {
            if (!folded.incarnations().contains(incarnation)) {
                readLedger(incarnation);
            }
        }
        for (final Incarnation incarnation : processes.incarnations()) {
            readPage(incarnation);
        }
    }

    /** Returns whether no file disappeared during the reading. */
    boolean isWhole() {
        return whole;
    }

    /** Returns the files that could not be read. */
    List<RowProblem> problems() {
        return problems;
    }

    SessionParts toParts(final boolean consistent) {
        final Map<Incarnation, SessionParts.Part> byProcess = new LinkedHashMap<>();
        LedgerTotals totals = folded.totals();
        int lanesInUse = 0;
        for (final Map.Entry<Incarnation, ProcessPart> entry : parts.entrySet()) {
            final ProcessPart part = entry.getValue();
            final LedgerTotals own = part.totals.toTotals();
            byProcess.put(entry.getKey(), new SessionParts.Part(own, part.lanes, part.lanesInUse, part.unreadBytes,
                    (double) part.fullestBytes / geometry.laneBytes(), part.oldestTicks,
                    !unread.contains(entry.getKey())));
            totals = totals.plus(own);
            lanesInUse += part.lanesInUse;
        }
        return new SessionParts(new LedgerTotals.Reading(totals, settled && consistent,
                unchanging && settled && consistent, lanesInUse,
                problems.stream().map(problem -> problem.path() + ": " + problem.reason()).toList()), byProcess,
                consistent && problems.isEmpty());
    }

    private ProcessPart part(final Incarnation incarnation) {
        return parts.computeIfAbsent(incarnation, key -> new ProcessPart());
    }

    private void readLedger(final Incarnation incarnation) {
        final Path path = directory.ledger(session.id(), incarnation);
        try {
            MappedFault.guard(path, () -> addLedger(incarnation));
        } catch (final RingsideException e) {
            failed(incarnation, path, e);
        }
    }

    private void addLedger(final Incarnation incarnation) {
        try (LedgerFile ledger = ProcessLanes.openLedger(directory, session, incarnation, Access.READ_ONLY)) {
            // Checked first, because data of dead processes do not change any more.
            final boolean dead = !processes.isAlive(incarnation);
            if (ledger.isSealed()) {
                if (!part(incarnation).totals.addSealed(ledger)) {
                    unread.add(incarnation);
                    failed(directory.ledger(session.id(), incarnation), "a lane's checkpoint is inconsistent");
                }
                return;
            }
            unchanging = false;
            for (int i = 0; i < ledger.laneCount(); i++) {
                readLane(incarnation, ledger, i, dead);
            }
        }
    }

    private void readLane(final Incarnation incarnation, final LedgerFile ledger, final int index, final boolean dead) {
        final LaneLedger lane = ledger.lane(index);
        final Path path = directory.ring(session.id(), incarnation, index / LedgerDescriptor.LANES_PER_BATCH);
        try (RingFileBytes ring = new RingFileBytes(path, index % LedgerDescriptor.LANES_PER_BATCH,
                geometry.laneBytes())) {
            for (int i = 0; i < AUDITS && !audit.read(lane, ring, geometry); i++) {
                Thread.onSpinWait();
            }
            addLane(part(incarnation), lane, ring, dead);
        }
    }

    private void addLane(final ProcessPart part, final LaneLedger lane, final RingFileBytes ring, final boolean dead) {
        settled &= audit.settled();
        part.totals.add(audit, dead);
        part.totals.addSkipped(lane);
        part.lanes++;
        if (!dead && lane.ownerThreadId() != 0) {
            part.lanesInUse++;
        }
        if (audit.settled()) {
            final long unread = Math.max(0, Math.min(audit.losses().tail - audit.checkpoint().position,
                    geometry.laneBytes()));
            part.unreadBytes += unread;
            part.fullestBytes = Math.max(part.fullestBytes, unread);
            if (withTimes && audit.inRing() > 0) {
                part.oldestTicks = Math.min(part.oldestTicks, audit.oldestTicks(lane, ring, geometry));
            }
        }
    }

    private void readPage(final Incarnation incarnation) {
        final Path path = directory.processPage(incarnation);
        try {
            MappedFault.guard(path, () -> addPage(incarnation));
        } catch (final RingsideException e) {
            failed(incarnation, path, e);
        }
    }

    private void addPage(final Incarnation incarnation) {
        final Optional<ProcessView> page = processes.open(incarnation, Access.READ_ONLY);
        final boolean hasClosedTotals = folded.incarnations().contains(incarnation);
        if (page.isEmpty()) {
            whole &= hasClosedTotals;
            return;
        }
        try (ProcessView view = page.get()) {
            final ClosedTotals.Laneless losses = folded.beyond(incarnation, view.losses(session.slot(), session.id()));
            if (!losses.equals(ClosedTotals.Laneless.NONE)) {
                part(incarnation).totals.add(losses);
            }
            if (hasClosedTotals) {
                return;
            }
            final Path ledger = directory.ledger(session.id(), incarnation);
            if (view.acknowledgement(session.slot()).isAttached(session.id())
                    && Files.notExists(ledger, LinkOption.NOFOLLOW_LINKS)) {
                unread.add(incarnation);
                failed(ledger, MISSING);
            }
        }
    }

    private void failed(final Incarnation incarnation, final Path path, final RingsideException cause) {
        unread.add(incarnation);
        if (cause.code() == ErrorCode.NOT_FOUND) {
            whole = false;
        } else {
            failed(path, String.valueOf(cause.getMessage()));
        }
    }

    /** Note a file whose numbers are missing. */
    void failed(final Path path, final String reason) {
        settled = false;
        problems.add(new RowProblem(path, reason));
    }
}
