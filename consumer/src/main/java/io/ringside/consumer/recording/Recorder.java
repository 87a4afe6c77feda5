package io.ringside.consumer.recording;

import io.ringside.consumer.merge.Watermark;
import io.ringside.consumer.queue.QueueWriter;
import io.ringside.session.LossCause;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.drain.DrainContext;
import io.ringside.transport.drain.DrainJournal;
import io.ringside.transport.drain.DrainedLane;
import io.ringside.transport.drain.DrainedProcess;
import io.ringside.transport.drain.SessionDrain;
import io.ringside.transport.drain.SinkBooks.Laneless;
import io.ringside.transport.drain.SinkReader;
import io.ringside.transport.fault.KillPoint;
import io.ringside.transport.ledger.Checkpoint;
import io.ringside.transport.lock.Participant;
import io.ringside.transport.process.ProcessIdentity;
import io.ringside.transport.rows.ClockPair;
import io.ringside.transport.rows.RowStore;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.schema.SchemaStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Records a session: becomes its drain, and writes everything that it takes into a recording, every event and every gap
 * exactly once, however often it is killed and followed by another. An agent to be run by the caller, with an idle
 * strategy of the caller's choice. Not thread-safe.
 * <p>
 * An event is appended to the recording first and committed to the ledger afterwards. If the disk has too little room,
 * the recorder waits: rings fill, and what does not fit is counted as lost. If appending fails, the recorder is broken;
 * a new one finds out what the recording holds.
 */
public final class Recorder implements Agent, AutoCloseable {
    private static final int BATCH_BYTES = 256 * 1024;
    private static final int CHUNKS_PER_CYCLE = 64;
    private static final long CHECKPOINT_BYTES = 64L * 1024 * 1024;
    private static final String STALLED = "stalled";

    private final Participant participant;
    private final RecordingFolder folder;
    private final QueueWriter writer;
    private final SessionDrain drain;
    private final Descriptions descriptions;
    private final ExcerptEncoder encoder = new ExcerptEncoder();
    private final Batch batch = new Batch(2 * BATCH_BYTES);
    private final RecorderContext context;
    private final DiskSpace space;
    private final Watermark watermark = new Watermark(Watermark.DEFAULT_REORDER_WINDOW_NS);
    private final DrainJournal journal = new Journal();
    private final String roleName;
    private long batchStartNs;
    private long nextCheckpointNs;
    private long bytesSinceCheckpoint;
    private long events;
    private long lostEvents;
    private long excerpts;
    private boolean stalled;
    private boolean closed;
    private long turnTicks;

    private Recorder(final RecorderContext context, final Participant participant, final RecordingFolder folder,
            final SessionRow row) {
        this.context = context;
        this.participant = participant;
        this.folder = folder;
        this.roleName = "ringside-recorder " + row.name();
        final ProcessIdentity.Host host = ProcessIdentity.ofThisProcess(participant.incarnation()).host();
        final RecordedSession session = RecordedSession.of(row, host.monotonicShiftNs(), host.bootId());
        final RecordingBooks books = folder.books();
        requireSame(folder.path(), books == null ? null : books.session(), session);
        this.space = new DiskSpace(folder.path(), context);
        this.descriptions = new Descriptions(session,
                new SchemaStore(participant.directory(), participant.files()), context.errorHandler());
        this.writer = QueueWriter.open(folder.path(), context.roll(), context.blockBytes(),
                context.epochClock().time());
        boolean complete = false;
        try {
            final String sink = folder.path().toString();
            // A folder that a session names as its sink can be told from one that was put in its place.
            writer.append(encoder.buffer(), 0, encoder.session(session));
            this.drain = SessionDrain.open(drainContext(sink, books), row.id());
            complete = true;
        } finally {
            if (!complete) {
                writer.close();
            }
        }
        this.nextCheckpointNs = context.clock().nanoTime();
    }

    /**
     * Become the recorder of a session.
     *
     * @param context which session, and where to
     * @return the recorder; nothing is taken before its first duty cycle
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, {@link ErrorCode#BUSY} if
     *                           somebody drains it already or records to the folder,
     *                           {@link ErrorCode#ALREADY_EXISTS} if the folder holds something else, or
     *                           {@link ErrorCode#NO_SPACE} if the disk has too little room to begin a recording; one
     *                           that was begun is opened all the same, and waits for room
     */
    public static Recorder open(final RecorderContext context) {
        final Participant participant = Participant.join(context.directory());
        RecordingFolder folder = null;
        boolean complete = false;
        try {
            final SessionRow row = new RowStore(participant.directory(), participant.files()).snapshot()
                    .requireSession(context.sessionName());
            new DiskSpace(context.folder(), context).requireForNew();
            folder = RecordingFolder.create(context.folder(), context.lockTimeoutNs());
            final Recorder recorder = new Recorder(context, participant, folder, row);
            complete = true;
            return recorder;
        } finally {
            if (!complete) {
                CloseHelper.quietCloseAll(folder, participant);
            }
        }
    }

    /** The session's row as it was at the last look. */
    public SessionRow session() {
        return drain.session();
    }

    /** Events recorded up to now, by this recorder. */
    public long events() {
        return events;
    }

    /** Lost events of all gaps recorded up to now, by this recorder. */
    public long lostEvents() {
        return lostEvents;
    }

    /** Excerpts appended up to now, by this recorder. */
    public long excerpts() {
        return excerpts;
    }

    /** Bytes of the recording's files. */
    public long bytes() {
        return folder.bytes();
    }

    /** Whether the disk has too little room, so that nothing is recorded. */
    public boolean isStalled() {
        return stalled;
    }

    /** Whether the session has ended and everything was recorded. */
    public boolean hasEnded() {
        return drain.hasEnded();
    }

    /**
     * Take what waits and record it, when a batch is full or has waited long enough. Waits for the disk only.
     *
     * @return chunks taken
     * @throws RingsideException if the recording cannot be appended to: close the recorder
     */
    @Override
    public int doWork() {
        if (drain.hasEnded()) {
            return 0;
        }
        final long nowNs = context.clock().nanoTime();
        if (stall(space.isShort(nowNs))) {
            return 0;
        }
        writer.timeMs(context.epochClock().time());
        // Before anything of a lane is read: what an idle lane writes next is not older.
        turnTicks = System.nanoTime();
        watermark.begin(turnTicks);
        final int chunks = drain.stage(journal, CHUNKS_PER_CYCLE);
        if (drain.hasEnded()) {
            return chunks;
        }
        if (isBatchDue(nowNs)) {
            flush();
        }
        if (bytesSinceCheckpoint > CHECKPOINT_BYTES
                || (bytesSinceCheckpoint > 0 && nowNs - nextCheckpointNs >= 0)) {
            flush();
            checkpoint(nowNs);
        }
        return chunks;
    }

    @Override
    public String roleName() {
        return roleName;
    }

    @Override
    public void onClose() {
        close();
    }

    /** Record what was taken, and stop being the session's drain. What was not taken waits for the next one. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            final long nowNs = context.clock().nanoTime();
            // What is staged and not recorded was not taken either.
            if (!drain.hasEnded() && !writer.isBroken() && !space.isShort(nowNs)) {
                flush();
                if (bytesSinceCheckpoint > 0) {
                    checkpoint(nowNs);
                }
            }
        } finally {
            CloseHelper.closeAll(drain, writer, folder, participant);
        }
    }

    private static void requireSame(final Path path, final @Nullable RecordedSession found,
            final RecordedSession session) {
        if (found != null && !found.isSameAs(session)) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds the recording of another session: "
                    + "path=" + path + ", session=" + found.name() + ", startNs=" + found.start().wallNs()
                    + ": name another folder");
        }
    }

    private DrainContext drainContext(final String sink, final @Nullable RecordingBooks books) {
        final SinkReader others = new RecordingSinks();
        final DrainContext drainContext = new DrainContext(participant)
                .clock(context.clock())
                .scanIntervalNs(context.scanIntervalNs())
                .lockTimeoutNs(context.lockTimeoutNs())
                .sinks((name, session) -> name.equals(sink)
                        ? RecordingSinks.require(books, name, session)
                        : others.read(name, session))
                .sink(sink)
                .errorHandler(this::onFileError);
        return context.libraryThread() == null ? drainContext : drainContext.libraryThread(context.libraryThread());
    }

    private void onFileError(final Path path, final String reason) {
        context.errorHandler().onError(
                new RingsideException(ErrorCode.CORRUPT, "file is left out: path=" + path + ", reason=" + reason));
    }

    private boolean stall(final boolean spaceIsShort) {
        if (spaceIsShort != stalled) {
            stalled = spaceIsShort;
            drain.state(spaceIsShort ? STALLED : null);
        }
        return spaceIsShort;
    }

    private boolean isBatchDue(final long nowNs) {
        return !batch.isEmpty()
                && (batch.length() >= BATCH_BYTES || nowNs - batchStartNs >= context.flushIntervalNs());
    }

    /** The books are closed, so everything is in the recording already: tell its readers. */
    private void end() {
        flush();
        describe();
        writeBooks(true);
        bytesSinceCheckpoint = 0;
    }

    /** Append the batch, then commit it. */
    private void flush() {
        if (batch.isEmpty()) {
            return;
        }
        describe();
        final int length = batch.complete(watermark());
        append(batch.buffer(), length);
        if (KillPoint.ARMED) {
            KillPoint.RECORD_BATCH_APPENDED.reached();
        }
        drain.commitStaged();
        events += batch.events();
        lostEvents += batch.losses();
        bytesSinceCheckpoint += length;
        batch.clear();
    }

    /** No event that is recorded later is older, but for those that come late. */
    private long watermark() {
        for (final DrainedLane lane : drain.lanes()) {
            final LaneBound bound = LaneBound.of(lane);
            // A time that lies ahead, given by a caller, is not waited for.
            bound.ticks = watermark.observe(Math.max(bound.ticks, Math.min(lane.stagedTimeTicks(), turnTicks)),
                    lane.isIdle(),
                    !lane.hasUnstaged());
        }
        return watermark.end();
    }

    /** Write what a reader needs before the batch: everything where a file begins, else what is new. */
    private void describe() {
        if (writer.isAtRoll()) {
            descriptions.forget();
        }
        final boolean begun = descriptions.isBegun();
        descriptions.write(drain.processes(), encoder, length -> append(encoder.buffer(), length));
        if (!begun) {
            writeBooks(false);
        }
    }

    private void checkpoint(final long nowNs) {
        if (writer.isAtRoll()) {
            describe();
        } else {
            writeBooks(false);
        }
        nextCheckpointNs = nowNs + context.checkpointIntervalNs();
        bytesSinceCheckpoint = 0;
    }

    /** What is committed: everything that was appended, but for a batch that is being described. */
    private void writeBooks(final boolean ended) {
        encoder.beginCheckpoint(ClockPair.now(), ended);
        for (final DrainedLane lane : drain.lanes()) {
            encoder.lane(lane.process().incarnation(), lane.index(), lane.checkpoint());
        }
        final List<Incarnation> processes = new ArrayList<>();
        final List<Laneless> losses = new ArrayList<>();
        for (final DrainedProcess process : drain.processes()) {
            processes.add(process.incarnation());
            losses.add(process.committedLanelessLosses());
        }
        append(encoder.buffer(), encoder.endCheckpoint(processes, losses));
        if (KillPoint.ARMED) {
            KillPoint.RECORD_CHECKPOINT_APPENDED.reached();
        }
    }

    private void append(final DirectBuffer excerpt, final int length) {
        writer.append(excerpt, 0, length);
        space.used(length);
        excerpts++;
    }

    /** What a lane cannot bring anything older than. */
    private static final class LaneBound {
        private long ticks = Watermark.NULL_BOUND_NS;

        static LaneBound of(final DrainedLane lane) {
            if (lane.attachment() instanceof LaneBound known) {
                return known;
            }
            final LaneBound created = new LaneBound();
            lane.attach(created);
            return created;
        }
    }

    /** Puts what the drain stages into the batch. */
    private final class Journal implements DrainJournal {
        @Override
        public boolean accepts(final DrainedLane lane) {
            return batch.length() < BATCH_BYTES;
        }

        @Override
        public void onFrames(final DrainedLane lane, final Checkpoint from, final Checkpoint to,
                final long numberLimit, final DirectBuffer bytes, final int length) {
            begin();
            batch.frames(lane.process().incarnation(), lane.index(), from, to, numberLimit, bytes, length);
        }

        @Override
        public void onLosses(final DrainedLane lane, final Checkpoint from, final Checkpoint to,
                final long firstTimeTicks, final long lastTimeTicks) {
            begin();
            batch.losses(lane.process().incarnation(), lane.index(), from, to, firstTimeTicks, lastTimeTicks);
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            begin();
            final Laneless staged = process.stagedLanelessLosses();
            batch.laneless(process.incarnation(), cause, count,
                    cause == LossCause.NO_LANE ? staged.noLane() : staged.notAttached(), firstTimeTicks,
                    lastTimeTicks);
        }

        @Override
        public void settle(final DrainedProcess process) {
            flush();
        }

        @Override
        public void onEnd() {
            end();
        }

        private void begin() {
            if (batch.isEmpty()) {
                batchStartNs = context.clock().nanoTime();
            }
        }
    }
}
