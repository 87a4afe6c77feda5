package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.MappedRingBytes;
import io.ringside.internal.lane.RingFile;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.SessionRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** The ledger of a process in a session, with its lanes. Used only by the holder of the drain lock. */
final class ProcessLanes implements AutoCloseable {
    private final TraceDirectory directory;
    private final SessionRow session;
    private final DrainedProcess process;
    private final Path path;
    private final LedgerFile ledger;
    private final UnsafeBuffer copy;
    private final SinkLedger sinkLedger;
    private final List<DrainedLane> lanes = new ArrayList<>();

    private ProcessLanes(final TraceDirectory directory, final SessionRow session, final DrainedProcess process,
            final LedgerFile ledger, final UnsafeBuffer copy, final SinkLedger sinkLedger) {
        this.directory = directory;
        this.session = session;
        this.process = process;
        this.path = directory.ledger(session.id(), process.incarnation());
        this.ledger = ledger;
        this.copy = copy;
        this.sinkLedger = sinkLedger;
    }

    /**
     * Open a process's ledger.
     *
     * @param copy      buffer of one block, shared by all lanes of the drain
     * @param sinkLedger totals of the sink, which may be ahead of the ledger
     * @throws RingsideException if there is no ledger, or it does not belong to this session
     */
    static ProcessLanes open(final TraceDirectory directory, final SessionRow session, final DrainedProcess process,
            final UnsafeBuffer copy, final SinkLedger sinkLedger) {
        return new ProcessLanes(directory, session, process,
                openLedger(directory, session, process.incarnation(), Access.READ_WRITE), copy, sinkLedger);
    }

    /**
     * Open the file of a ledger that must belong to a session.
     *
     * @throws RingsideException if there is no ledger, or it does not belong to this session
     */
    static LedgerFile openLedger(final TraceDirectory directory, final SessionRow session,
            final Incarnation incarnation, final Access access) {
        final Path path = directory.ledger(session.id(), incarnation);
        final LedgerFile ledger = LedgerFile.open(path, access);
        final int laneBytes = session.settings().laneBytes();
        if (ledger.sessionId() != session.id() || ledger.laneLimit() != session.settings().lanes()
                || ledger.laneBytes() != laneBytes || ledger.blockBytes() != LaneGeometry.of(laneBytes).blockBytes()) {
            final String found = "sessionId=" + ledger.sessionId() + ", laneLimit=" + ledger.laneLimit()
                    + ", laneBytes="
                    + ledger.laneBytes() + ", blockBytes=" + ledger.blockBytes();
            ledger.close();
            throw new RingsideException(ErrorCode.CORRUPT,
                    "ledger contradicts the settings of its session: path=" + path
                            + ", " + found + ": it is damaged, its process is left out");
        }
        return ledger;
    }

    /** Returns whether the opened file still exists under its name and was not truncated. */
    boolean stands() {
        return ledger.stands() && ledger.isWhole();
    }

    LedgerFile ledger() {
        return ledger;
    }

    /** Returns the opened lanes. */
    List<DrainedLane> lanes() {
        return Collections.unmodifiableList(lanes);
    }

    /** Returns whether events or losses are staged but not committed. */
    boolean hasStaged() {
        return lanes.stream().anyMatch(lane -> lane.reader().hasStaged());
    }

    /** Open lanes that were added; returns their number. */
    int openLanes(final DrainErrorHandler errors) {
        final int before = lanes.size();
        final int count = ledger.laneCount();
        while (lanes.size() < count) {
            lanes.add(openLane(lanes.size(), errors));
        }
        return lanes.size() - before;
    }

    /** Returns whether a lane has events to take. Reads every tail again. */
    boolean hasFrames() {
        for (final DrainedLane lane : lanes) {
            if (lane.reader().hasFrames()) {
                return true;
            }
        }
        return false;
    }

    private DrainedLane openLane(final int index, final DrainErrorHandler errors) {
        final int laneBytes = session.settings().laneBytes();
        final int batch = index / LedgerDescriptor.LANES_PER_BATCH;
        final Path ringPath = directory.ring(session.id(), process.incarnation(), batch);
        if (index % LedgerDescriptor.LANES_PER_BATCH == 0 && !ledger.isSealed()) {
            checkRing(ringPath, (long) RingFile.lanes(batch, ledger.laneLimit()) * laneBytes, errors);
        }
        final MappedRingBytes ring = new MappedRingBytes(ringPath, index, ledger.laneLimit(), laneBytes);
        final LaneReader reader = new LaneReader(ledger.lane(index), ring, LaneGeometry.of(laneBytes), copy,
                process.threadNames());
        // Reading may begin in the middle of a block, after the frame with its owner's name.
        reader.noteOwnerName();
        final Checkpoint held = new Checkpoint();
        if (!ledger.isSealed() && sinkLedger.lane(process.incarnation(), index, held)) {
            reader.resume(held);
        }
        final Checkpoint taken = process.held(index);
        if (taken != null) {
            reader.resumeMoved(taken);
        }
        return new DrainedLane(process, path, index, reader, ring);
    }

    /** Checks a ring. An unexpected ring file is read as far as possible: missing parts are counted as corrupt. */
    private static void checkRing(final Path path, final long expectedLength, final DrainErrorHandler errors) {
        try {
            final BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            if (!found.isRegularFile() || found.size() != expectedLength) {
                errors.onError(path,
                        "ring is damaged: regularFile=" + found.isRegularFile() + ", length=" + found.size()
                                + ", expected=" + expectedLength + ": what cannot be read is counted as corrupt");
            }
        } catch (final IOException e) {
            errors.onError(path, "ring cannot be found: reason=" + e + ": what it held is counted as corrupt");
        }
    }

    @Override
    public void close() {
        lanes.forEach(DrainedLane::close);
        ledger.close();
    }
}
