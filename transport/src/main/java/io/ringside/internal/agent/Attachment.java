package io.ringside.internal.agent;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.lane.RingFile;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.machine.TscClock;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.write.LanelessCounter;
import io.ringside.internal.write.SessionLanes;
import io.ringside.session.SessionSettings;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A session that is attached in this process: its ledger, its rings and the pool of its lanes. Used by the control
 * thread only.
 */
final class Attachment {
    private static final long RETRY_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long DRAIN_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Far longer than a running drain needs to finish the events that it is already taking. */
    private static final long LEAVING_NS = TimeUnit.SECONDS.toNanos(1);

    private final TraceDirectory directory;
    private final FileMaker maker;
    private final SessionRow row;
    private final LaneGeometry geometry;
    private final Checkpoint laneStart;
    private final LedgerFile ledger;
    private final SessionLanes pool;
    private final LongConsumer memory;
    /** Returns the reason for using the monotonic clock instead of the session's clock; null if that is not so. */
    private final @Nullable String clockRefusal;
    private final List<Lane> lanes = new ArrayList<>();
    /** Lanes to be returned to the pool, in which suspended threads blocked their places. */
    private final List<LaneWriter> waiting = new ArrayList<>();
    /** Number of lanes kept free for threads that have not written yet; doubled each time that they were too few. */
    private int spareLanes;
    private boolean isLeft;
    private long leftNs;
    private boolean growthRefused;
    /** Returns the reason why lanes were refused, now or earlier; null if none were. */
    private AttachedSessions.@Nullable Refusal shortage;
    private long growthRefusedNs;
    private boolean isDrained;
    private long drainSeenNs;

    /** A lane's writer with its mapping. */
    private record Lane(LaneWriter writer, MappedFile mapping) {}

    /**
     * The parts that all attachments of a process share.
     *
     * @param directory of the sessions
     * @param maker     maker of files, with the incarnation of the process
     * @param laneStart initial value of positions, numbers and delivered events of new lanes: 0, except in tests of the
     *                  state after years
     * @param shiftNs   offset of the process's time namespace to the monotonic clock
     */
    record Shared(TraceDirectory directory, FileMaker maker, Checkpoint laneStart, long shiftNs) {
        private static final String START_PROPERTY = "ringside.lane.start";

        static Shared of(final TraceDirectory directory, final FileMaker maker, final long shiftNs) {
            final Checkpoint start = new Checkpoint();
            start.nextNumber = Long.getLong(START_PROPERTY, 0);
            start.delivered = start.nextNumber;
            // The beginning of a block, whatever the block size.
            start.position = start.nextNumber & -(1 << 20);
            return new Shared(directory, maker, start, shiftNs);
        }
    }

    private Attachment(final Shared shared, final SessionRow row, final int spareLanes,
            final LedgerFile ledger, final SessionLanes pool, final LaneGeometry geometry,
            final LongConsumer memory) {
        this.spareLanes = spareLanes;
        this.directory = shared.directory();
        this.maker = shared.maker();
        this.laneStart = shared.laneStart();
        this.row = row;
        this.geometry = geometry;
        this.ledger = ledger;
        this.pool = pool;
        this.memory = memory;
        this.clockRefusal = row.settings().clock() == SessionSettings.ClockKind.TSC ? TscClock.start() : null;
    }

    /** Creates an attachment that continues another one in other files. */
    private Attachment(final Attachment other, final LedgerFile ledger) {
        this.spareLanes = other.spareLanes;
        this.directory = other.directory;
        this.maker = other.maker;
        this.laneStart = other.laneStart;
        this.row = other.row;
        this.geometry = other.geometry;
        this.ledger = ledger;
        this.pool = other.pool.empty();
        this.shortage = other.shortage;
        this.memory = other.memory;
        this.clockRefusal = other.clockRefusal;
    }

    /**
     * Make the ledger and the first lanes of a session. A failure leaves nothing.
     *
     * @param shared  parts shared by all attachments of the process
     * @param row     of the session
     * @param spare   initial number of lanes to be kept free
     * @param losses  counts events without a lane
     * @param memory  throws if this number of bytes for lanes exceeds a limit
     * @return the attachment, not published to writers yet
     * @throws RingsideException if it cannot be created
     */
    static Attachment attach(final Shared shared, final SessionRow row, final int spare,
            final LanelessCounter losses, final LongConsumer memory) {
        final int laneLimit = row.settings().lanes();
        final LaneGeometry geometry = LaneGeometry.of(row.settings().laneBytes());
        memory.accept((long) RingFile.lanes(0, laneLimit) * geometry.laneBytes());
        final Path path = shared.directory().ledger(row.id(), shared.maker().incarnation());
        final LedgerFile ledger = LedgerFile.create(shared.maker(), path, row.id(), laneLimit, geometry.laneBytes(),
                geometry.blockBytes());
        if (KillPoint.ARMED) {
            KillPoint.ATTACH_LEDGER_MADE.reached();
        }
        final SessionLanes pool = new SessionLanes(row.slot(), row.id(), laneLimit, false, losses)
                .sequence(row.settings().sequence()).start(row.start(), shared.shiftNs());
        final Attachment attachment = new Attachment(shared, row, spare, ledger, pool, geometry, memory);
        boolean complete = false;
        try {
            attachment.addBatch();
            complete = true;
        } finally {
            if (!complete) {
                attachment.undo();
            }
        }
        return attachment;
    }

    SessionRow row() {
        return row;
    }

    SessionLanes pool() {
        return pool;
    }

    /** Returns the reason for using the monotonic clock instead of the session's clock; null if that is not so. */
    @Nullable
    String clockRefusal() {
        return clockRefusal;
    }

    /** Returns whether events are stamped with the processor's counter, which must be kept in step. */
    boolean usesCounter() {
        return clock() == SessionSettings.ClockKind.TSC;
    }

    private SessionSettings.ClockKind clock() {
        return clockRefusal == null ? row.settings().clock() : SessionSettings.ClockKind.MONOTONIC;
    }

    /** Return lanes for which the pool had no place before. */
    void giveBackWaiting() {
        waiting.removeIf(pool::add);
    }

    /**
     * Let writers of a session that blocks wait for room as long as the session has a drain, and no longer. A new drain
     * is noticed at once, the end of a drain a little later.
     *
     * @param nowNs monotonic time
     */
    void lookForDrain(final long nowNs) {
        if (row.settings().overflow() == SessionSettings.Overflow.BLOCK
                && (!isDrained || nowNs - drainSeenNs >= DRAIN_INTERVAL_NS)) {
            isDrained = isDrained();
            drainSeenNs = nowNs;
            pool.waitBoundNs(isDrained ? row.settings().blockBoundNs() : 0);
        }
    }

    private boolean isDrained() {
        try {
            return drainLock().isHeld();
        } catch (final RingsideException e) {
            // The next drain reports the problem.
            return false;
        }
    }

    private LockFile drainLock() {
        return LockFile.of(directory.drainLock(row.id()));
    }

    int laneCount() {
        return lanes.size();
    }

    /**
     * Add lanes up to a number, or to the session's limit.
     *
     * @param wanted total number of lanes
     * @return false if the memory for more lanes was refused
     */
    boolean growTo(final long wanted) {
        try {
            while (lanes.size() < wanted && lanes.size() < ledger.laneLimit()) {
                memory.accept((long) RingFile.lanes(batch(), ledger.laneLimit()) * geometry.laneBytes());
                addBatch();
            }
            return true;
        } catch (final RingsideException e) {
            lacked(AttachedSessions.refusal(row, e));
            return false;
        }
    }

    /**
     * Record that lanes were refused: events may have been lost because of it, even if the shortage is over.
     *
     * @param refusal refusal, of which the first is kept
     */
    void lacked(final AttachedSessions.Refusal refusal) {
        shortage = shortage == null ? refusal : shortage;
    }

    /** Returns the reason why lanes were refused, now or earlier; null if none were. */
    AttachedSessions.@Nullable Refusal shortage() {
        return shortage;
    }

    /** Returns the number of lanes kept free for threads that have not written yet, increased if they were too few. */
    int spareLanes() {
        if (pool.wasShort()) {
            spareLanes = Math.min(2 * spareLanes, ledger.laneLimit());
        }
        return spareLanes;
    }

    /**
     * Keep lanes free, and have the control thread woken when half of the spare ones are taken. Does nothing if the
     * session was recently refused more lanes, so that it does not delay other sessions.
     *
     * @param ahead number of lanes to keep free
     * @param nowNs monotonic time
     * @return number of lanes added
     */
    int keepAhead(final long ahead, final long nowNs) {
        if (growthRefused && nowNs - growthRefusedNs < RETRY_INTERVAL_NS) {
            return 0;
        }
        final int before = lanes.size();
        growthRefused = !growTo(before + ahead - pool.freeLanes());
        growthRefusedNs = nowNs;
        final boolean canGrow = !growthRefused && lanes.size() < ledger.laneLimit();
        // A thread known to the control thread takes one of the other lanes, and makes no system call for it.
        pool.wakeBelow(canGrow ? (spareLanes + 1) / 2 : 0);
        return lanes.size() - before;
    }

    /** Returns whether others have finally drained the lanes, taking this process for dead. */
    boolean isSealed() {
        return ledger.isSealed();
    }

    /** Returns the number of attempts that were made after the lanes became final. */
    long uncounted() {
        final Checkpoint checkpoint = new Checkpoint();
        long attempts = 0;
        for (int i = 0; i < lanes.size(); i++) {
            final LaneLedger lane = ledger.lane(i);
            attempts += lane.loadCheckpoint(checkpoint) ? lane.attemptsAcquire() - checkpoint.nextNumber : 0;
        }
        return attempts;
    }

    /** Returns whether the session has its folder, which is missing if the whole trace directory was removed. */
    boolean hasFolder() {
        return Files.isDirectory(directory.session(row.id()), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the first file that does not exist under its name any more; null if all do, or the lanes are final. */
    @Nullable
    Path lost() {
        if (isSealed()) {
            return null;
        }
        if (!ledger.stands()) {
            return directory.ledger(row.id(), maker.incarnation());
        }
        for (int i = 0; i < lanes.size(); i += LedgerDescriptor.LANES_PER_BATCH) {
            if (!lanes.get(i).mapping.stands()) {
                return lanes.get(i).mapping.path();
            }
        }
        return null;
    }

    /**
     * Keep drains from taking more events from the files of this attachment, one of which was lost.
     *
     * @param nowNs monotonic time
     * @return whether this has lasted long enough to {@link #move}
     */
    boolean leave(final long nowNs) {
        if (!isLeft) {
            isLeft = true;
            leftNs = nowNs;
        }
        // Repeated, because threads that take or return a lane store in the ledger, too.
        ledger.leave();
        return nowNs - leftNs >= LEAVING_NS;
    }

    /** Returns whether drains are kept from the files, so that it must {@link #move} whatever files there are now. */
    boolean isLeft() {
        return isLeft;
    }

    /**
     * Make the files of this attachment again, with their contents and the same lanes. Requires that no writer is
     * inside, and some time since {@link #leave}; a lane with an open claim gets no more writers.
     *
     * @return the attachment that replaces this one, which is to be unmapped
     * @throws RingsideException if a file cannot be made; the call can be repeated
     */
    Attachment move() {
        lanes.forEach(lane -> lane.writer.heal());
        final List<MappedFile> rings = new ArrayList<>();
        LedgerFile moved = null;
        try {
            for (int i = 0; i < lanes.size(); i++) {
                rings.add(moveRing(i));
            }
            moved = ledger.move(maker);
        } finally {
            if (moved == null) {
                rings.forEach(MappedFile::close);
            }
        }
        final Attachment target = new Attachment(this, moved);
        for (int i = 0; i < rings.size(); i++) {
            final Lane lane = lanes.get(i);
            final LaneWriter writer = new LaneWriter(lane.writer, rings.get(i).buffer(), moved.lane(i).entry());
            target.lanes.add(new Lane(writer, rings.get(i)));
            if (!lane.writer.isClaimed()) {
                target.giveBack(writer);
            }
        }
        return target;
    }

    /** Maps a lane's ring again, in a copy if its file was lost. The first lane of a batch triggers the copy. */
    private MappedFile moveRing(final int index) {
        final int batch = index / LedgerDescriptor.LANES_PER_BATCH;
        final int count = RingFile.lanes(batch, ledger.laneLimit());
        final int inBatch = index % LedgerDescriptor.LANES_PER_BATCH;
        final Path path = directory.ring(row.id(), maker.incarnation(), batch);
        if (inBatch == 0 && !lanes.get(index).mapping.stands()) {
            RingFile.replace(maker, path, count, lane -> lanes.get(index + lane).mapping.bytes());
        }
        return RingFile.mapAgain(path, count, inBatch, geometry.laneBytes());
    }

    /** Return a lane for another thread, at the next check if the pool has no place for it now. */
    void giveBack(final LaneWriter lane) {
        if (!pool.add(lane)) {
            waiting.add(lane);
        }
    }

    /** Make another ring file and add its lanes to the pool. */
    private void addBatch() {
        final int batch = batch();
        final int count = RingFile.lanes(batch, ledger.laneLimit());
        final Path path = directory.ring(row.id(), maker.incarnation(), batch);
        RingFile.create(maker, path, count, geometry.laneBytes());
        if (KillPoint.ARMED) {
            KillPoint.ATTACH_RING_MADE.reached();
        }
        final List<Lane> added = new ArrayList<>();
        boolean complete = false;
        try {
            for (int i = 0; i < count; i++) {
                added.add(newLane(path, count, i));
            }
            complete = true;
        } finally {
            if (!complete) {
                added.forEach(lane -> lane.mapping.close());
                ExistingFile.remove(path);
            }
        }
        lanes.addAll(added);
        ledger.laneCountRelease(lanes.size());
        if (KillPoint.ARMED) {
            KillPoint.ATTACH_LANES_COUNTED.reached();
        }
        added.forEach(lane -> giveBack(lane.writer));
    }

    /** Assign an outcome to attempts that an error interrupted, and mark the ledger as final. */
    void finish() {
        lanes.forEach(lane -> lane.writer.heal());
        ledger.finalRelease();
        if (row.settings().overflow() == SessionSettings.Overflow.BLOCK) {
            drainLock().forget();
        }
    }

    /**
     * Unmap everything that no open claim uses.
     *
     * @return whether nothing is mapped any more
     */
    boolean unmap() {
        ledger.close();
        lanes.removeIf(lane -> {
            final boolean free = !lane.writer.isClaimed();
            if (free) {
                lane.mapping.close();
            }
            return free;
        });
        return lanes.isEmpty();
    }

    /** Leave memory used by open claims to the garbage collector, when no thread will release it any more. */
    void release() {
        lanes.forEach(lane -> lane.mapping.release());
        lanes.clear();
    }

    /** Remove the files of an attachment that no writer has seen. */
    void undo() {
        final int last = batch();
        unmap();
        for (int batch = last; batch >= 0; batch--) {
            ExistingFile.remove(directory.ring(row.id(), maker.incarnation(), batch));
        }
        ExistingFile.remove(directory.ledger(row.id(), maker.incarnation()));
    }

    private int batch() {
        return lanes.size() / LedgerDescriptor.LANES_PER_BATCH;
    }

    private Lane newLane(final Path path, final int lanesInFile, final int index) {
        final MappedFile mapping = RingFile.mapLane(path, lanesInFile, index, geometry.laneBytes());
        final LaneLedger entry = ledger.lane(lanes.size() + index);
        entry.initialise(laneStart);
        return new Lane(new LaneWriter(mapping.buffer(), entry.entry(), geometry, laneStart, row.settings().overflow(),
                clock()), mapping);
    }
}
