package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneSnapshot;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.RingFileBytes;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.FoldedRow;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies what the lanes of a session in overwrite mode hold, beside its writers, block by block. It takes nothing,
 * stores nothing and holds no lock: the session's ledger stays as it was, and any number of snapshots may be taken,
 * also at a time. Not thread-safe.
 * <p>
 * Processes and lanes are those of the moment at which it is opened. All files are opened then, so that nobody who
 * gives up the lanes of a dead process, or ends the session, takes them away in the middle. The oldest blocks of all
 * lanes are copied first: they are the next ones to be overwritten.
 */
public final class SessionSnapshot implements AutoCloseable {
    private static final int OPENINGS = 8;
    private static final int CACHE_LINE_LENGTH = 64;

    private final TraceDirectory directory;
    private final SessionRow session;
    private final LaneGeometry geometry;
    private final DrainErrorHandler errors;
    private final ProcessTable processTable;
    private final CopySink journal;
    private final UnsafeBuffer copy;
    private final List<DrainedProcess> processes = new ArrayList<>();
    private final List<LedgerFile> ledgers = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private FoldedRow folded = FoldedRow.EMPTY;
    private boolean begun;

    private SessionSnapshot(final TraceDirectory directory, final SessionRow session, final CopySink journal,
            final DrainErrorHandler errorHandler) {
        this.directory = directory;
        this.session = session;
        this.journal = journal;
        this.errors = errorHandler.once();
        this.geometry = LaneGeometry.of(session.settings().laneBytes());
        this.processTable = new ProcessTable(directory, new Liveness(directory));
        this.copy = new UnsafeBuffer(BufferUtil.allocateDirectAligned(geometry.blockBytes(), CACHE_LINE_LENGTH));
    }

    /**
     * Open the lanes of a session.
     *
     * @param directory    with the session
     * @param session      a session in overwrite mode
     * @param journal      receives what is copied
     * @param errorHandler receives files that cannot be used, and are left out
     * @return the snapshot, with nothing copied yet
     * @throws RingsideException with {@link ErrorCode#WRONG_KIND} if the session is not in overwrite mode
     */
    public static SessionSnapshot open(final TraceDirectory directory, final SessionRow session,
            final CopySink journal, final DrainErrorHandler errorHandler) {
        requireFlightRecorder(session);
        final SessionSnapshot snapshot = new SessionSnapshot(directory, session, journal, errorHandler);
        boolean complete = false;
        try {
            snapshot.openAll(new RowStore(directory, new FileMaker(Incarnation.random())));
            complete = true;
        } finally {
            if (!complete) {
                snapshot.close();
            }
        }
        return snapshot;
    }

    /**
     * Refuse a session that is not in overwrite mode.
     *
     * @param session to be checked
     * @throws RingsideException with {@link ErrorCode#WRONG_KIND}
     */
    public static void requireFlightRecorder(final SessionRow session) {
        if (session.settings().overflow() != SessionSettings.Overflow.DROP_OLDEST) {
            throw new RingsideException(ErrorCode.WRONG_KIND, "session is not in overwrite mode and has no snapshots: "
                    + "session=" + session.name() + ": use tail or record");
        }
    }

    /** The processes whose lanes are copied. */
    public List<DrainedProcess> processes() {
        return Collections.unmodifiableList(processes);
    }

    /**
     * Copy one block.
     *
     * @return whether there may be more
     */
    public boolean copyNext() {
        if (!begun) {
            begun = true;
            processes.forEach(process -> process.stageLanelessLosses(session, journal));
            lanes.forEach(lane -> guarded(lane, lane::look));
        }
        final Lane lane = oldest();
        if (lane != null) {
            guarded(lane, lane::copy);
        }
        return lane != null;
    }

    /** No event that is copied later is older, in ticks of the session's clock. */
    public long watermarkTicks() {
        final Lane lane = oldest();
        return lane == null ? Long.MAX_VALUE : lane.nextTimeTicks();
    }

    /** Events that the session wanted before the end of this snapshot and that gave way to newer ones. */
    public long overwritten() {
        long overwritten = folded.totals().overwritten();
        for (final Lane lane : lanes) {
            overwritten += lane.books().overwritten;
        }
        return overwritten;
    }

    /** Losses of the session up to the end of this snapshot: those of dead processes that are gone included. */
    public LossCounts losses() {
        final LaneTotals totals = new LaneTotals();
        lanes.forEach(lane -> totals.add(lane.books()));
        processes.forEach(process -> totals.add(process.stagedLanelessLosses()));
        return folded.totals().lost().plus(totals.toTotals().lost());
    }

    /**
     * Shows the totals that this snapshot has of each lane.
     *
     * @param visitor is shown the totals of every lane
     */
    public void forEachLane(final LaneVisitor visitor) {
        for (final Lane lane : lanes) {
            visitor.onLane(lane.process, lane.index, lane.books());
        }
    }

    @Override
    public void close() {
        closeAll();
    }

    /** Receives the totals of lanes. */
    @FunctionalInterface
    public interface LaneVisitor {
        /**
         * A lane.
         *
         * @param process that has it
         * @param lane    index of the lane in the process's ledger
         * @param books   of the snapshot, not to be changed
         */
        void onLane(DrainedProcess process, int lane, Checkpoint books);
    }

    private @Nullable Lane oldest() {
        Lane oldest = null;
        for (final Lane lane : lanes) {
            if (lane.found && (oldest == null || lane.nextTimeTicks() < oldest.nextTimeTicks())) {
                oldest = lane;
            }
        }
        return oldest;
    }

    private void guarded(final Lane lane, final Runnable step) {
        try {
            step.run();
            MappedFault.settle();
        } catch (final InternalError e) {
            MappedFault.require(e);
            lane.found = false;
            errors.onError(lane.ledgerPath, "file was truncated in use: the rest of its lanes is missing");
        }
        if (!lane.found && lane.isBroken()) {
            errors.onError(lane.ledgerPath, "the rest of a lane is missing in the snapshot: lane=" + lane.index
                    + ": its words contradict each other, its newest block is damaged, or its writer is faster than "
                    + "any copy");
        }
    }

    /** A process is either in the closed totals or has a ledger: as in {@link SessionBooks}. */
    private void openAll(final RowStore rows) {
        for (int i = 0; i < OPENINGS; i++) {
            closeAll();
            folded = rows.folded(session.id());
            boolean whole = true;
            for (final Incarnation incarnation : BookReading.ledgersOf(directory, session)) {
                whole &= folded.incarnations().contains(incarnation) || open(incarnation);
            }
            if (whole && folded.equals(rows.folded(session.id()))) {
                return;
            }
        }
        throw new RingsideException(ErrorCode.BUSY, "lanes of the session are being given up: session="
                + session.name() + ": try again");
    }

    /** Opens a process; false if it has vanished meanwhile. */
    private boolean open(final Incarnation incarnation) {
        final Path path = directory.ledger(session.id(), incarnation);
        final DrainedProcess process = new DrainedProcess(incarnation);
        processes.add(process);
        try {
            process.page(processTable.open(incarnation, Access.READ_ONLY).orElse(null));
        } catch (final RingsideException e) {
            errors.onError(directory.processPage(incarnation), e);
        }
        try {
            MappedFault.guard(path, () -> openLanes(process, path));
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false;
            }
            errors.onError(path, e);
        }
        return true;
    }

    private void openLanes(final DrainedProcess process, final Path path) {
        final LedgerFile ledger = ProcessLanes.openLedger(directory, session, process.incarnation(),
                Access.READ_ONLY);
        ledgers.add(ledger);
        for (int i = 0; i < ledger.laneCount(); i++) {
            final Path ring = directory.ring(session.id(), process.incarnation(), i / LedgerDescriptor.LANES_PER_BATCH);
            final RingFileBytes bytes = new RingFileBytes(ring, i % LedgerDescriptor.LANES_PER_BATCH,
                    geometry.laneBytes());
            // Before the totals are looked at: who gives up the lane closes its totals first, then removes the ring.
            bytes.open();
            lanes.add(new Lane(process, path, i, bytes,
                    new LaneSnapshot(ledger.lane(i), bytes, geometry, copy)));
        }
    }

    private void closeAll() {
        CloseHelper.closeAll(lanes);
        CloseHelper.closeAll(ledgers);
        processes.forEach(DrainedProcess::close);
        lanes.clear();
        ledgers.clear();
        processes.clear();
    }

    /** A lane that is copied. */
    private final class Lane implements AutoCloseable {
        private final DrainedProcess process;
        private final Path ledgerPath;
        private final int index;
        private final RingFileBytes ring;
        private final LaneSnapshot snapshot;
        /** Whether there is a block left to be copied. */
        private boolean found;

        Lane(final DrainedProcess process, final Path ledgerPath, final int index, final RingFileBytes ring,
                final LaneSnapshot snapshot) {
            this.process = process;
            this.ledgerPath = ledgerPath;
            this.index = index;
            this.ring = ring;
            this.snapshot = snapshot;
        }

        /** The snapshot's totals of the lane; not to be changed. */
        Checkpoint books() {
            return snapshot.books();
        }

        /** Whether nothing more is copied although there was more. */
        boolean isBroken() {
            return snapshot.isBroken() || snapshot.books().damaged;
        }

        /** Time of the first event of the block that was found. */
        long nextTimeTicks() {
            return snapshot.nextTimeTicks();
        }

        /** Look for the next block, be it the first; after the last one the losses are reported. */
        void look() {
            found = snapshot.look(this::handOn);
            if (!found) {
                snapshot.losses(this::handOn);
            }
        }

        /** Copy the block that was found, and look for the next one. */
        void copy() {
            snapshot.copy(this::handOn);
            look();
        }

        private void handOn(final Batch batch) {
            journal.onBatch(process, index, batch);
        }

        @Override
        public void close() {
            ring.close();
        }
    }
}
