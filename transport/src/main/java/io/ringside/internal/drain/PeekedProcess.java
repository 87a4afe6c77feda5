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
import io.ringside.internal.registry.FoldedRow;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.SessionRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A process whose lanes are read beside their drain. Maps everything for reading only. Not thread-safe. */
final class PeekedProcess implements AutoCloseable {
    private static final long NULL_TICKS = Long.MIN_VALUE;

    private final TraceDirectory directory;
    private final SessionRow session;
    private final LaneGeometry geometry;
    private final DrainedProcess process;
    private final Path path;
    private final List<Lane> lanes = new ArrayList<>();
    /** Checkpoints read in a ledger that another one has replaced, by lane. */
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

    /** Whether there is nothing more to be read here, for now. */
    boolean isClosed() {
        return ledger == null;
    }

    Incarnation incarnation() {
        return process.incarnation();
    }

    /**
     * Open the page if it is not, or was truncated.
     *
     * @throws RingsideException if it is damaged
     */
    void openPage(final ProcessTable processes) {
        process.leaveCutPage();
        if (process.page() == null) {
            process.page(processes.open(process.incarnation(), Access.READ_ONLY).orElse(null));
            if (process.page() != null && !pageSeen) {
                // Losses that the drain had reported when the process was found are not reported again.
                pageSeen = true;
                process.resumeLaneless(session, FoldedRow.Laneless.NONE);
            }
        }
    }

    /**
     * Open the ledger if it is not, and lanes that were added.
     *
     * @param isNew whether the ledger was made after the reading had begun: then all of it is to be read
     * @throws RingsideException if it is not one of this session
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
        // Lanes that are added later belong to threads that had none.
        final boolean isAdding = isNew || !lanes.isEmpty();
        while (lanes.size() < opened.laneCount()) {
            lanes.add(newLane(opened, lanes.size(), isAdding));
        }
    }

    /** Read at most a block of each lane; returns whether there was anything. */
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

    /** Report what was lost after the last events, and lanes that cannot be read; note names that have changed. */
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

    /** Let go of files that are not under their names any more, or whose lanes are drained, once all was read. */
    void closeIfGone() {
        final LedgerFile opened = ledger;
        if (opened != null && (opened.isSealed() || !opened.stands())
                && lanes.stream().noneMatch(lane -> lane.peek.hasFrames())) {
            closeLanes();
        }
    }

    /** Report what the process has lost without a lane up to its end, and forget it. */
    void end(final SessionPeek.Sink sink) {
        process.stageLanelessLosses(session, sink);
        // Events that wait for their turn are described by what its page said last.
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
            // A time that lies ahead, given by a caller, is not waited for. What cannot be had for now is waited for as
            // a writer is that is stopped.
            lane.boundTicks = bounds.observe(
                    Math.max(lane.boundTicks, Math.min(peek.lastTimeTicks(), turnTicks)), peek.isIdle(),
                    !peek.hasFrames() || lane.ring.isRefused());
        }
    }

    /** After a fault: whichever file was truncated is left out. */
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

    /** Reading goes on from here if the ledger comes back, or another one in its place. */
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
        // Now, as it can be read also after it was removed.
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

    /** A lane that is read. */
    private static final class Lane {
        private final int index;
        private final MappedRingBytes ring;
        private final LanePeek peek;
        /** Nothing that the lane brings is older. */
        private long boundTicks = NULL_TICKS;

        Lane(final int index, final MappedRingBytes ring, final LanePeek peek) {
            this.index = index;
            this.ring = ring;
            this.peek = peek;
        }
    }
}
