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
import io.ringside.internal.registry.ClosedTotals;
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
 * Copies the lanes of a session in overwrite mode, block by block, while its writers are working. It takes nothing,
 * stores nothing and holds no lock: the session's ledger is not affected, and any number of snapshots may be taken,
 * also at the same time. Not thread-safe.
 * <p>
 * Processes and lanes are those at the time of opening. All files are opened then, so they remain readable if the lanes
 * of a dead process are discarded, or the session ends, during the copy. The oldest blocks of all lanes are copied
 * first, because they are the next to be overwritten.
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
    private ClosedTotals folded = ClosedTotals.EMPTY;
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
     * @param directory    trace directory of the session
     * @param session      a session in overwrite mode
     * @param journal      receives the copied frames and gaps
     * @param errorHandler receives unusable files, which are skipped
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
     * Throw if a session is not in overwrite mode.
     *
     * @param session session to check
     * @throws RingsideException with {@link ErrorCode#WRONG_KIND} if it is not
     */
    public static void requireFlightRecorder(final SessionRow session) {
        if (session.settings().overflow() != SessionSettings.Overflow.DROP_OLDEST) {
            throw new RingsideException(ErrorCode.WRONG_KIND, "session is not in overwrite mode and has no snapshots: "
                    + "session=" + session.name() + ": use tail or record");
        }
    }

    /** Returns the processes whose lanes are copied. */
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

    /** Returns a time that no event copied later precedes, in ticks of the session's clock. */
    public long watermarkTicks() {
        final Lane lane = oldest();
        return lane == null ? Long.MAX_VALUE : lane.nextTimeTicks();
    }

    /** Returns the number of enabled events up to the end of this snapshot that newer ones have replaced. */
    public long overwritten() {
        long overwritten = folded.totals().overwritten();
        for (final Lane lane : lanes) {
            overwritten += lane.books().overwritten;
        }
        return overwritten;
    }

    /** Returns the losses of the session up to the end of this snapshot, including those of removed dead processes. */
    public LossCounts losses() {
        final LaneTotals totals = new LaneTotals();
        lanes.forEach(lane -> totals.add(lane.books()));
        processes.forEach(process -> totals.add(process.stagedLanelessLosses()));
        return folded.totals().lost().plus(totals.toTotals().lost());
    }

    /**
     * Passes this snapshot's totals of each lane to a visitor.
     *
     * @param visitor receives the totals of every lane
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
         * Called for each lane.
         *
         * @param process process of the lane
         * @param lane    index of the lane in the process's ledger
         * @param books   totals of the snapshot, not to be modified
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

    /** Opens all processes. Each is either in the closed totals or has a ledger, as in {@link MappedLedgers}. */
    private void openAll(final RowStore rows) {
        for (int i = 0; i < OPENINGS; i++) {
            closeAll();
            folded = rows.folded(session.id());
            boolean whole = true;
            for (final Incarnation incarnation : LedgerReading.ledgersOf(directory, session)) {
                whole &= folded.incarnations().contains(incarnation) || open(incarnation);
            }
            if (whole && folded.equals(rows.folded(session.id()))) {
                return;
            }
        }
        throw new RingsideException(ErrorCode.BUSY, "lanes of the session are being given up: session="
                + session.name() + ": try again");
    }

    /** Opens a process; returns false if it has disappeared meanwhile. */
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
            // Opened before the totals are read: a process that discards the lane closes its totals, then removes the
            // ring.
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

    /** A lane being copied. */
    private final class Lane implements AutoCloseable {
        private final DrainedProcess process;
        private final Path ledgerPath;
        private final int index;
        private final RingFileBytes ring;
        private final LaneSnapshot snapshot;
        /** Whether there is another block to copy. */
        private boolean found;

        Lane(final DrainedProcess process, final Path ledgerPath, final int index, final RingFileBytes ring,
                final LaneSnapshot snapshot) {
            this.process = process;
            this.ledgerPath = ledgerPath;
            this.index = index;
            this.ring = ring;
            this.snapshot = snapshot;
        }

        /** Returns the snapshot's totals of the lane; not to be modified. */
        Checkpoint books() {
            return snapshot.books();
        }

        /** Returns whether copying stopped although there were more blocks. */
        boolean isBroken() {
            return snapshot.isBroken() || snapshot.books().damaged;
        }

        /** Returns the time of the first event of the next block. */
        long nextTimeTicks() {
            return snapshot.nextTimeTicks();
        }

        /** Determine the next block, or the first one; after the last block, report the losses. */
        void look() {
            found = snapshot.look(this::handOn);
            if (!found) {
                snapshot.losses(this::handOn);
            }
        }

        /** Copy the next block, and determine the one after it. */
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
