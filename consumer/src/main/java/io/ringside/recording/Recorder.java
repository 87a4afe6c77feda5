package io.ringside.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.DrainJournal;
import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.drain.SessionLedgers;
import io.ringside.internal.files.Participant;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.internal.recording.BatchExcerpt;
import io.ringside.internal.recording.DiskSpace;
import io.ringside.internal.recording.LaneTimes;
import io.ringside.internal.recording.RecorderSettings;
import io.ringside.internal.recording.RecordingLimits;
import io.ringside.internal.recording.RecordingOrder;
import io.ringside.internal.recording.RecordingTarget;
import io.ringside.internal.recording.SessionStop;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.setting.TimeoutNs;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Records a session: becomes its drain, and writes every event and every gap exactly once into a recording, however
 * often a recorder is killed and replaced by another. An agent that the caller runs, with an idle strategy of its
 * choice, on any thread; the thread that opened it may hand it over. Not thread-safe.
 * <p>
 * An event is appended to the recording first and committed to the ledger afterwards. If the disk has too little space,
 * the recorder waits: rings fill, and events that do not fit are counted as lost. If appending fails, the recorder is
 * broken; a new one determines what the recording contains. If the recording is full, the recorder ends the session:
 * the last batch is complete, the events still in the lanes are discarded, and the recording contains their number.
 *
 * <pre>{@code
 * try (Recorder recorder = Recorder.open(new RecorderContext("monday", Path.of("orders")))) {
 *     while (!recorder.hasEnded()) {
 *         idleStrategy.idle(recorder.doWork());
 *     }
 * }
 * }</pre>
 */
public final class Recorder implements Agent, AutoCloseable {
    private static final int BATCH_BYTES = 256 * 1024;
    private static final int CHUNKS_PER_CYCLE = 64;
    /** Time between checks of a session's end; each check causes a write to the session file. */
    private static final long STOP_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MOVE_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long CONFIRM_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Time between attempts after a failure: idle strategies do not slow down an agent that fails. */
    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CHECKPOINT_BYTES = 64L * 1024 * 1024;

    private final Participant participant;
    private final SessionDrain drain;
    private final BatchExcerpt batch = new BatchExcerpt(2 * BATCH_BYTES);
    private final RecorderSettings settings;
    private final SessionStop stop;
    private final LaneTimes times;
    private final DrainJournal journal = new Journal();
    private final DiskSpace.Wait room = new DiskSpace.Wait();
    private final FlushOrders flushes;
    private final String roleName;
    private RecordingTarget target;
    private String orderSeen;
    private long batchStartNs;
    private long nextCheckpointNs;
    private long bytesSinceCheckpoint;
    private long events;
    private long lostEvents;
    private long discardedEvents;
    private long excerptsBefore;
    private int unforcedBefore;
    private boolean givesUp;
    private boolean ended;
    private long nextStopNs;
    private long nextTrimNs;
    private long nextConfirmNs;
    /** Time before which nothing is attempted, after a failure. */
    private long retryNs;
    private boolean closed;
    private boolean worked;
    private boolean pressed;

    private Recorder(final RecorderSettings settings, final Participant participant, final RecordingTarget target,
            final SessionRow row) {
        this.settings = settings;
        this.times = new LaneTimes(settings.clock);
        this.participant = participant;
        this.target = target;
        this.roleName = "ringside-recorder " + row.name();
        // A recording with files may be the session's sink, so it is continued immediately.
        if (!settings.opensLate || target.books() != null) {
            target.begin();
        }
        this.drain = SessionDrain.open(target.drainContext(participant), row.id());
        this.stop = new SessionStop(participant, row, settings);
        this.nextCheckpointNs = settings.clock.nanoTime();
        this.nextTrimNs = nextCheckpointNs;
        this.nextConfirmNs = nextCheckpointNs;
        this.nextStopNs = nextCheckpointNs;
        this.retryNs = nextCheckpointNs;
        this.flushes = new FlushOrders(row);
        this.orderSeen = row.settings().recording();
        target.answer(drain, flushes.seen());
    }

    /**
     * Make the recorder of a session, in any process, continue in another folder, with another mode and other limits,
     * while writers run: every event is in exactly one of the two recordings. Returns when the recorder writes to the
     * new folder.
     *
     * @param context session and folder, with the mode and the limits of the new recording; the recorder keeps its
     *                other settings. The folder is absent, empty, or contains a recording of the session; with {@link
     *                RecorderContext.Mode#APPEND}, also a recording of another session
     * @param timeout maximum wait; the order remains valid after a timeout
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, or it has no recorder,
     *                           {@link ErrorCode#ALREADY_EXISTS} if it is recorded to the folder already, {@link
     *                           ErrorCode#INVALID_ARGUMENT} for limits that do not apply to the session, or {@link
     *                           ErrorCode#TIMEOUT} if the recorder has not switched; the recorder reports the reason
     */
    public static void move(final RecorderContext context, final Duration timeout) {
        final RecorderSettings settings = context.settings();
        final RecordingLimits limits = settings.limits();
        try (DirectoryController controller = DirectoryController.open(settings.traceDirectory(),
                problem -> settings.errorHandler.onError(new RingsideException(ErrorCode.CORRUPT, problem)))) {
            move(controller, settings, limits, System.nanoTime() + TimeoutNs.of(timeout));
        }
    }

    private static void move(final DirectoryController controller, final RecorderSettings settings,
            final RecordingLimits limits, final long deadlineNs) {
        final SessionLedgers ledgers = controller.ledgers();
        final SessionRow session = controller.row(settings.sessionName);
        limits.requireFor(session);
        final String sink = ledgers.sink(session);
        if (sink == null) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "session is not being recorded: session=" + session.name()
                    + ", drain=" + Objects.requireNonNullElse(ledgers.drainHolder(session), "none")
                    + ": start a recorder in the new folder");
        }
        if (isAt(sink, settings.folder)) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "session is already being recorded there: session="
                    + session.name() + ", folder=" + sink + ": use another folder");
        }
        final RecordingOrder order = RecordingOrder.after(session.settings().recording(), settings.folder, limits);
        final SessionRow ordered = controller.update(session.name(), Map.of(RecordingOrder.SETTING, order.text()));
        while (!isAt(ledgers.sink(ordered), settings.folder)) {
            final String holder = ledgers.drainHolder(ordered);
            if (System.nanoTime() - deadlineNs >= 0 || holder == null || Thread.currentThread().isInterrupted()) {
                throw new RingsideException(ErrorCode.TIMEOUT, "recorder has not moved to the folder: session="
                        + ordered.name() + ", drain=" + Objects.requireNonNullElse(holder, "none") + ", folder="
                        + order.folder()
                        + ": see the recorder's output");
            }
            LockSupport.parkNanos(MOVE_LOOK_NS);
        }
    }

    private static boolean isAt(final @Nullable String sink, final Path folder) {
        try {
            return sink != null && Files.isDirectory(folder) && Files.isSameFile(Path.of(sink), folder);
        } catch (final IOException e) {
            return false;
        }
    }

    /**
     * Become the recorder of a session.
     *
     * @param context session, folder and settings
     * @return the recorder; nothing is taken before its first duty cycle
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, {@link ErrorCode#BUSY} if
     *                           it already has a drain, or another recorder writes to the folder, {@link
     *                           ErrorCode#ALREADY_EXISTS} if the folder contains other files, {@link
     *                           ErrorCode#WRONG_KIND} if the session is in overwrite mode, or {@link
     *                           ErrorCode#NO_SPACE} if the disk has too little space to begin a recording; an existing
     *                           recording is opened anyway, and waits for space
     */
    public static Recorder open(final RecorderContext context) {
        QueueWriter.requireFlags();
        final RecorderSettings settings = context.settings();
        final RecordingLimits limits = settings.limits();
        final Participant participant = Participant.join(settings.traceDirectory());
        RecordingTarget target = null;
        boolean complete = false;
        try {
            final SessionRow row = new RowStore(participant.directory(), participant.files()).snapshot()
                    .requireSession(settings.sessionName);
            row.requireDrainable();
            SessionDrain.requireFree(participant, row.id(), settings.lockTimeoutNs);
            target = RecordingTarget.open(settings, settings.folder, limits, participant, row);
            final Recorder recorder = new Recorder(settings, participant, target, row);
            complete = true;
            return recorder;
        } finally {
            if (!complete) {
                CloseHelper.quietCloseAll(target == null ? null : target::abandon, participant);
            }
        }
    }

    /** {@return the name of the session} */
    public String sessionName() {
        return drain.session().name();
    }

    /** {@return the number of events recorded by this recorder so far} */
    public long events() {
        return events;
    }

    /** {@return the number of lost events in all gaps recorded by this recorder so far, including discarded events} */
    public long lostEvents() {
        return lostEvents;
    }

    /** {@return the number of excerpts appended by this recorder so far} */
    public long excerpts() {
        return excerptsBefore + target.excerpts();
    }

    /** {@return the folder of the recording, with links resolved} */
    public Path folder() {
        return Path.of(target.name());
    }

    /**
     * {@return the size of the recording's files in bytes, each up to its last excerpt: nothing beyond it is allocated}
     */
    public long bytes() {
        return target.bytes();
    }

    /** {@return whether the disk has too little space, so that nothing is recorded} */
    public boolean isStalled() {
        return room.isStalled();
    }

    /**
     * {@return whether the recording has reached its size limit: nothing more is recorded, and the session is being
     * ended}
     */
    public boolean isFull() {
        return givesUp && target.isFull();
    }

    /**
     * {@return the number of lost events discarded in the lanes because the recording is full or its disk has no space}
     */
    public long discardedEvents() {
        return discardedEvents;
    }

    /**
     * {@return the number of files that the disk has failed to store} An unknown number of their events may be missing.
     * Each was reported to the error handler, and the recording has no end mark. The number is final once the recorder
     * is closed.
     */
    public int unforcedFiles() {
        return unforcedBefore + target.unforced();
    }

    /** {@return whether the session has ended, and everything was recorded unless the recording is full} */
    public boolean hasEnded() {
        return givesUp ? ended : drain.hasEnded() && stop.isDone();
    }

    /**
     * Take waiting events, and record them when a batch is full or has waited long enough. Blocks only for the disk.
     *
     * @return number of chunks taken
     * @throws RingsideException if the recording cannot be appended to: close the recorder. An open recorder throws
     *                           again every 100 milliseconds, and does nothing in between
     */
    @Override
    public int doWork() {
        if (closed || hasEnded()) {
            return 0;
        }
        worked = true;
        final long nowNs = settings.clock.nanoTime();
        if (nowNs - retryNs < 0) {
            return 0;
        }
        if (givesUp) {
            discard(nowNs);
            return 0;
        }
        try {
            stop.look(nowNs);
            return drain.hasEnded() ? 0 : record(nowNs);
        } catch (final RingsideException e) {
            if (!target.isFull()) {
                retryNs = nowNs + RETRY_INTERVAL_NS;
                throw e;
            }
            giveUp();
            return 0;
        }
    }

    @Override
    public String roleName() {
        return roleName;
    }

    @Override
    public void onClose() {
        close();
    }

    /** Record the events taken so far, and stop being the session's drain. Other events wait for the next drain. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            final long nowNs = settings.clock.nanoTime();
            // Staged events that were not recorded do not count as taken.
            if (!target.isBroken() && !target.space().isShort(nowNs)) {
                if (!givesUp && !drain.hasEnded()) {
                    flush();
                    target.describeLate(drain, true);
                    if (bytesSinceCheckpoint > 0) {
                        checkpoint(nowNs);
                    }
                }
                if (!givesUp || drain.hasEnded()) {
                    target.complete(drain);
                }
            }
        } catch (final RingsideException e) {
            // Events that did not fit were not taken, so they wait for the next recorder.
            if (!target.isFull()) {
                throw e;
            }
        } finally {
            CloseHelper.closeAll(drain, target, participant);
        }
    }

    /** Close the recorder. If it had no duty cycle, leave everything as it was before it was opened. */
    public void abandon() {
        if (closed || worked) {
            close();
        } else {
            closed = true;
            CloseHelper.closeAll(drain, target::abandon, participant);
        }
    }

    private int record(final long nowNs) {
        if (nowNs - nextConfirmNs >= 0) {
            nextConfirmNs = nowNs + CONFIRM_INTERVAL_NS;
            target.confirm();
        }
        if (room.look(target.space(), drain, nowNs)) {
            waitForRoom(nowNs);
            return 0;
        }
        times.begin(drain.lanes());
        final int chunks = drain.stage(journal, CHUNKS_PER_CYCLE);
        if (drain.hasEnded()) {
            return chunks;
        }
        watchOrders(nowNs);
        flushes.look(drain.session(), nowNs);
        if (isBatchDue(nowNs)) {
            flush();
        }
        if (flushes.endWith(chunks, nowNs)) {
            target.rollSoon();
            target.answer(drain, flushes.seen());
        }
        if (bytesSinceCheckpoint > CHECKPOINT_BYTES
                || (bytesSinceCheckpoint > 0 && nowNs - nextCheckpointNs >= 0)) {
            flush();
            checkpoint(nowNs);
        }
        if (nowNs - nextTrimNs >= 0) {
            nextTrimNs = nowNs + settings.checkpointIntervalNs;
            target.trim(nowNs);
            target.reportForces();
            target.describeLate(drain, false);
        }
        return chunks;
    }

    /** Gives up the batch, which does not fit any more. Its events stay in the lanes, and are discarded there. */
    private void giveUp() {
        batch.clear();
        drain.unstage();
        givesUp = true;
    }

    /** Ends the session, and records the discarded events of each process once no more can be added. */
    private void discard(final long nowNs) {
        boolean gone = false;
        if (nowNs - nextStopNs >= 0) {
            gone = stop.poll();
            nextStopNs = nowNs + STOP_INTERVAL_NS;
        }
        if (!drain.hasEnded()) {
            drain.scanSoon();
            if (room.look(target.space(), drain, nowNs) && !room.isOver(nowNs)) {
                drain.look();
            } else {
                drain.stageDiscarded(journal);
            }
        }
        ended = drain.hasEnded() && (gone || stop.poll());
    }

    /** Returns whether events are given up without a report in the recording. Readers detect that they are missing. */
    private boolean isSilent() {
        return givesUp && room.isStalled();
    }

    /** Waits while nothing can be recorded: for space, or for a recording elsewhere, but not forever. */
    private void waitForRoom(final long nowNs) {
        drain.look();
        if (drain.hasEnded()) {
            return;
        }
        if (drain.session().isRunning()) {
            watchOrders(nowNs);
        } else if (room.isOver(nowNs)) {
            giveUp();
        }
    }

    /** Follows a controller's order to record the session elsewhere from now on. */
    private void watchOrders(final long nowNs) {
        final String order = drain.session().settings().recording();
        if (!order.equals(orderSeen)) {
            orderSeen = order;
            if (!room.isStalled()) {
                flush();
                if (bytesSinceCheckpoint > 0) {
                    checkpoint(nowNs);
                }
            }
            try {
                goOnIn(RecordingOrder.parse(order));
            } catch (final RingsideException e) {
                // Recording continues in the previous folder.
                settings.errorHandler.onError(e);
            }
        }
    }

    /** Switches to another recording, which begins with the current totals and the batch; completes the first one. */
    private void goOnIn(final RecordingOrder order) {
        final RecordingTarget before = target;
        target = RecordingTarget.goOn(settings, order, participant, drain);
        excerptsBefore += before.excerpts();
        target.answer(drain, flushes.seen());
        try {
            if (!room.isStalled()) {
                before.complete(drain);
            }
        } finally {
            unforcedBefore += before.unforced();
            before.close();
        }
    }

    private boolean isBatchDue(final long nowNs) {
        return !batch.isEmpty()
                && (flushes.areWaiting() || pressed || !drain.session().isRunning() || batch.length() >= BATCH_BYTES
                        || nowNs - batchStartNs >= settings.flushIntervalNs);
    }

    /** Ends the recording after the totals were closed: everything has been recorded, and readers are informed. */
    private void end() {
        flush();
        if (!isSilent()) {
            target.end(drain);
        }
        bytesSinceCheckpoint = 0;
    }

    /** Append the batch, then commit it. */
    private void flush() {
        if (batch.isEmpty()) {
            return;
        }
        drain.confirm();
        final int length = batch.length();
        if (!givesUp) {
            target.append(batch, times, drain);
        } else if (!room.isStalled()) {
            target.appendLosses(batch, times, drain);
        }
        drain.commitStaged();
        events += batch.events();
        discardedEvents += batch.discarded();
        lostEvents += batch.losses();
        bytesSinceCheckpoint += length;
        batch.clear();
        pressed = false;
    }

    private void checkpoint(final long nowNs) {
        target.checkpoint(drain);
        nextCheckpointNs = nowNs + settings.checkpointIntervalNs;
        bytesSinceCheckpoint = 0;
    }

    /** Adds staged frames and losses to the batch. */
    private final class Journal implements DrainJournal {
        /** Frames are copied directly to their position in the batch, and checked there. */
        private final Batch staged = new Batch(batch::room);

        @Override
        public @Nullable Batch batch(final DrainedLane lane) {
            return batch.length() < BATCH_BYTES && times.accepts(lane) ? staged : null;
        }

        @Override
        public void onBatch(final DrainedLane lane, final Batch taken) {
            begin();
            if (taken.isLoss()) {
                batch.losses(lane.process().incarnation(), lane.index(), taken);
                return;
            }
            batch.frames(lane.process().incarnation(), lane.index(), taken,
                    lane.process().threadNames().utf8(taken.from().ownerThreadId));
            // Staged events still occupy the lane: its writer may need space before the batch is full.
            pressed |= taken.to().position
                    - lane.reader().checkpoint().position >= drain.session().settings().laneBytes() / 2;
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
                batchStartNs = settings.clock.nanoTime();
            }
        }
    }

    /** Requests of controllers to append everything written so far. */
    private static final class FlushOrders {
        /** Maximum time for which a flush makes every turn of the drain append its events. */
        private static final long FLUSH_NS = TimeUnit.SECONDS.toNanos(1);

        private long seen;
        private long untilNs;
        private boolean waiting;

        FlushOrders(final SessionRow session) {
            this.seen = session.flushes();
        }

        /** Returns the number of the last request seen. */
        long seen() {
            return seen;
        }

        /** Returns whether a request is in progress. */
        boolean areWaiting() {
            return waiting;
        }

        /** Checks the session file, as just read by the drain, for a new request. */
        void look(final SessionRow session, final long nowNs) {
            if (session.flushes() != seen) {
                seen = session.flushes();
                untilNs = nowNs + FLUSH_NS;
                waiting = true;
            }
        }

        /** Returns whether a request ends now: the events in the lanes at that time have been taken, and appended. */
        boolean endWith(final int chunks, final long nowNs) {
            final boolean isEnd = waiting && !(chunks > 0 && nowNs - untilNs < 0);
            waiting &= !isEnd;
            return isEnd;
        }
    }
}
