package io.ringside.internal.drain;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LanePeek;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.MappedRingBytes;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.ClosedTotals;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.SessionRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A process whose lanes are read without taking events. All files are mapped read-only. Not thread-safe. */
final class PeekedProcess implements AutoCloseable {
    private static final long NULL_TICKS = Long.MIN_VALUE;

    private final TraceDirectory directory;
    private final SessionRow session;
    private final LaneGeometry geometry;
    private final DrainedProcess process;
    private final Path path;
    private final List<Lane> lanes = new ArrayList<>();
    /** Checkpoints reached in a ledger that was replaced by another, by lane. */
    private final Map<Integer, Checkpoint> held = new HashMap<>();
    private @Nullable LedgerFile ledger;
    private boolean pageSeen;

    PeekedProcess(final TraceDirectory directory, final SessionRow session, final DrainedProcess process) {
        this.directory = directory;
        this.session = session;
        this.geometry = LaneGeometry.of(session.settings().laneBytes());
        this.process = process;
        this.path = directory.ledger(session.id(), process.incarnation());
    }

    Path path() {
        return path;
    }

    /** Returns whether there is currently nothing more to read in this process. */
    boolean isClosed() {
        return ledger == null;
    }

    Incarnation incarnation() {
        return process.incarnation();
    }

    /**
     * Open the page, unless it is open and not truncated.
     *
     * @throws RingsideException if the page is damaged
     */
    void openPage(final ProcessTable processes) {
        process.leaveCutPage();
        if (process.page() == null) {
            process.page(processes.open(process.incarnation(), Access.READ_ONLY).orElse(null));
            if (process.page() != null && !pageSeen) {
                // Losses that the drain had reported before the process was found are not reported again.
                pageSeen = true;
                process.resumeLaneless(session, ClosedTotals.Laneless.NONE);
            }
        }
    }

    /**
     * Open the ledger if it is not open, and lanes that were added.
     *
     * @param isNew whether the ledger was created after reading had begun; then it is read completely
     * @throws RingsideException if it does not belong to this session
     */
    void openLanes(final boolean isNew) {
        LedgerFile opened = ledger;
        if (opened == null) {
            opened = ProcessLanes.openLedger(directory, session, process.incarnation(), Access.READ_ONLY);
            if (opened.isSealed()) {
                opened.close();
                return;
            }
            ledger = opened;
        }
        // Lanes added later belong to threads that had none before.
        final boolean isAdding = isNew || !lanes.isEmpty();
        while (lanes.size() < opened.laneCount()) {
            lanes.add(newLane(opened, lanes.size(), isAdding));
        }
    }

    /** Read at most one block of each lane; returns whether there was anything. */
    boolean poll(final SessionPeek.Sink sink) {
        boolean found = false;
        for (int i = 0; i < lanes.size(); i++) {
            final Lane lane = lanes.get(i);
            final Batch batch = sink.batch(process, lane.index);
            if (lane.peek.poll(batch)) {
                found = true;
                if (batch.hasPieces()) {
                    sink.onBatch(process, lane.index, batch);
                }
            }
        }
        return found;
    }

    /** Report losses after the last events, and unreadable lanes; note changed thread names. */
    void reportLosses(final SessionPeek.Sink sink, final DrainErrorHandler errors) {
        final LedgerFile opened = ledger;
        final boolean isSealed = opened != null && opened.isSealed();
        for (final Lane lane : lanes) {
            lane.peek.noteOwnerName();
            final boolean isFinal = isSealed && !lane.peek.hasFrames();
            for (Batch batch = sink.batch(process, lane.index); lane.peek.losses(batch, isFinal); batch = sink
                    .batch(process, lane.index)) {
                sink.onBatch(process, lane.index, batch);
            }
            report(lane, errors);
        }
        process.stageLanelessLosses(session, sink);
    }

    /** Close files that were removed or replaced, or whose lanes are drained, once everything has been read. */
    void closeIfGone() {
        final LedgerFile opened = ledger;
        if (opened != null && (opened.isSealed() || !opened.stands())
                && lanes.stream().noneMatch(lane -> lane.peek.hasFrames())) {
            closeLanes();
        }
    }

    /** Report the lane-less losses of the process up to its end, and forget it. */
    void end(final SessionPeek.Sink sink) {
        process.stageLanelessLosses(session, sink);
        // Events that wait for their turn need the schemas read last from its page.
        process.schemas();
    }

    boolean haveLanesBeenEmpty() {
        for (int i = 0; i < lanes.size(); i++) {
            if (!lanes.get(i).peek.hasBeenEmpty()) {
                return false;
            }
        }
        return true;
    }

    void bound(final SessionPeek.Bounds bounds, final long turnTicks) {
        for (int i = 0; i < lanes.size(); i++) {
            final Lane lane = lanes.get(i);
            final LanePeek peek = lane.peek;
            // Caller-supplied times in the future are not waited for. Events that are temporarily unreadable are waited
            // for, as for a suspended writer.
            lane.boundTicks = bounds.observe(
                    Math.max(lane.boundTicks, Math.min(peek.lastTimeTicks(), turnTicks)), peek.isIdle(),
                    !peek.hasFrames() || lane.ring.isRefused());
        }
    }

    /** Called after a fault: skips the truncated file. */
    void leaveOutCut() {
        lanes.forEach(lane -> lane.ring.leaveCut());
        final LedgerFile opened = ledger;
        if (opened != null && opened.isCut()) {
            closeLanes();
        }
        process.leaveCutPage();
    }

    @Override
    public void close() {
        closeLanes();
        process.close();
    }

    /** Closes the lanes. Reading continues from here if the ledger comes back, or another one takes its place. */
    private void closeLanes() {
        for (final Lane lane : lanes) {
            if (lane.peek.hasBegun()) {
                held.put(lane.index, new Checkpoint().set(lane.peek.state()));
            }
            lane.ring.close();
        }
        lanes.clear();
        final LedgerFile opened = ledger;
        ledger = null;
        if (opened != null) {
            opened.close();
        }
    }

    private Lane newLane(final LedgerFile opened, final int index, final boolean fromBeginning) {
        final Checkpoint read = held.remove(index);
        final Checkpoint from = read == null && fromBeginning ? new Checkpoint() : read;
        final Path ring = directory.ring(session.id(), process.incarnation(),
                index / LedgerDescriptor.LANES_PER_BATCH);
        final MappedRingBytes bytes = new MappedRingBytes(ring, index, opened.laneLimit(), geometry.laneBytes());
        // Opens the file now, so that it can be read even after it was removed.
        bytes.areReady();
        return new Lane(index, bytes, new LanePeek(opened.lane(index), bytes, geometry, process.threadNames(), from));
    }

    private void report(final Lane lane, final DrainErrorHandler errors) {
        if (lane.peek.isBroken()) {
            errors.onError(path, "words of a lane contradict each other, or its ring is gone: lane=" + lane.index
                    + ": nothing more is read from it, what it holds is counted as corrupt");
        } else if (lane.ring.isRefused()) {
            errors.onError(path, "too many files are open to read a lane: lane=" + lane.index
                    + ": its records wait; raise the limit of open files, ulimit -n, or open fewer of them");
        }
    }

    /** A lane that is being read. */
    private static final class Lane {
        private final int index;
        private final MappedRingBytes ring;
        private final LanePeek peek;
        /** Time that no later event of the lane precedes. */
        private long boundTicks = NULL_TICKS;

        Lane(final int index, final MappedRingBytes ring, final LanePeek peek) {
            this.index = index;
            this.ring = ring;
            this.peek = peek;
        }
    }
}
