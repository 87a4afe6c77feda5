package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.SessionRowReader;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Drains a session: takes the events of all processes, dead and alive, at most once, and reports every loss at its
 * place. Retires dead processes, and closes the totals when the session ends. Holds the session's drain lock until it
 * is closed or the session has ended. Not thread-safe.
 * <p>
 * Memory is bounded by one block for copies and a few hundred bytes for each lane and process.
 */
public final class SessionDrain implements AutoCloseable {
    private static final int INTERVALS_PER_PAGE_SCAN = 10;
    private static final long DEATHS_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /**
     * Reading the system's clock, and before JDK 25 the check for truncated files, take longer than a poll that finds
     * nothing. A caller that spins pays for them once in so many polls, as long as those take no longer than the time:
     * the fault of a file that is truncated comes out in the drain, before the caller does anything else.
     */
    private static final int MOST_POLLS_PER_CLOCK = 64;
    private static final long MOST_NS_PER_CLOCK = 4_000;

    private final TraceDirectory directory;
    private final FileMaker files;
    private final RowStore rows;
    private final SessionRowReader ownRow;
    private final NanoClock clock;
    private final long scanIntervalNs;
    private final int mostPollsPerClock;
    private final DrainErrorHandler errors;
    private final DrainLock lock;
    private final SinkFile sinkFile;
    private final SessionProcesses processes;
    private final Retirement retirement;
    private final DeathWatch deaths;
    private final OpenLanes lanes;
    private final BookClosing closing;
    private final ScanNeed scanNeed;
    /** The journal of the sink that was polled for last: nearly always it is the same. */
    private @Nullable SinkJournal sinkJournal;
    private SessionRow session;
    private long nextScanNs;
    private long nextPageScanNs;
    private long nextDeathsNs;
    private long lastClockNs;
    private int pollsPerClock = 1;
    private int pollsUntilClock = 1;
    private boolean callerPauses = true;
    private boolean numbersFinal;
    private boolean ended;
    private boolean closed;

    private SessionDrain(final DrainContext context, final RowStore rows, final SessionRow session,
            final DrainLock lock, final SinkFile sinkFile, final SinkBooks sinkBooks) {
        this.sinkFile = sinkFile;
        final Participant participant = context.participant;
        this.directory = participant.directory();
        this.files = participant.files();
        this.rows = rows;
        this.ownRow = new SessionRowReader(rows, session.id());
        this.clock = context.clock;
        this.scanIntervalNs = context.scanIntervalNs;
        // Another clock may be one that is set from outside: it is read in every poll.
        this.mostPollsPerClock = clock == SystemNanoClock.INSTANCE ? MOST_POLLS_PER_CLOCK : 1;
        this.errors = context.errorHandler.once();
        this.lanes = new OpenLanes(errors);
        this.session = session;
        this.lock = lock;
        this.processes = new SessionProcesses(participant, session, sinkBooks, context.sink != null, errors);
        this.retirement = new Retirement(directory, participant.files(), session, errors);
        this.deaths = new DeathWatch(participant, lock, context.libraryThread, clock.nanoTime());
        this.closing = new BookClosing(session, processes, lanes, retirement, deaths, lock, errors);
        this.nextScanNs = clock.nanoTime();
        this.nextPageScanNs = nextScanNs;
        this.nextDeathsNs = nextScanNs;
        this.scanNeed = new ScanNeed(directory, session.id(), SystemEpochClock.INSTANCE, nextScanNs);
    }

    /**
     * Become the drain of a session.
     *
     * @param context   where and how
     * @param sessionId of the session
     * @return the drain
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, {@link ErrorCode#BUSY}
     *                           and the name of its drain if it has one, or {@link ErrorCode#WRONG_KIND} if it is in
     *                           overwrite mode
     */
    public static SessionDrain open(final DrainContext context, final long sessionId) {
        final Participant participant = context.participant;
        final RowStore rows = new RowStore(participant.directory(), participant.files());
        requireRow(rows, sessionId).requireDrainable();
        final DrainLock lock = DrainLock.acquire(participant.directory(), participant.files(), sessionId,
                context.lockTimeoutNs);
        SessionDrain drain = null;
        boolean complete = false;
        try {
            final SessionRow row = requireRow(rows, sessionId);
            final SinkFile sinkFile = new SinkFile(participant.directory(), participant.files(), row);
            final SinkBooks held = sinkFile.books(context.sinks);
            drain = new SessionDrain(context, rows, row, lock, sinkFile, held);
            final SessionProcesses processes = drain.processes;
            drain.retirement.resume((incarnation, losses) -> processes.process(incarnation).folded(losses));
            if (held != SinkBooks.EMPTY) {
                lock.confirm();
                drain.resumeSink();
            }
            sinkFile.name(context.sink);
            complete = true;
            return drain;
        } finally {
            if (!complete) {
                if (drain != null) {
                    drain.release();
                    drain.deaths.close();
                }
                lock.close();
            }
        }
    }

    /**
     * Refuse what a process that drains the session prevents, before anything is made for it. Whether it
     * can be drained is decided by {@link #open}.
     *
     * @param participant in the session's directory
     * @param sessionId   of the session
     * @param timeoutNs   longest wait
     * @throws RingsideException with {@link ErrorCode#BUSY} and the name of its drain if it has one
     */
    public static void requireFree(final Participant participant, final long sessionId, final long timeoutNs) {
        DrainLock.acquire(participant.directory(), participant.files(), sessionId, timeoutNs).close();
    }

    /** The session's row as it was at the last look. */
    public SessionRow session() {
        return session;
    }

    /** Whether the session has ended and everything was taken: nothing will come any more, and the lock is released. */
    public boolean hasEnded() {
        return ended;
    }

    /** Whether nothing waits in any lane that was found up to now. Reads every tail. */
    public boolean isEmpty() {
        return lanes.areEmpty();
    }

    /**
     * Whether each lane that was found up to now has been empty when it was asked for, all at once or one after the
     * other: also beside writers that never stop, this comes true. Reads tails.
     */
    public boolean haveLanesBeenEmpty() {
        return lanes.haveBeenEmpty();
    }

    /** Look into the session's folder at the next {@link #poll}, whether it is time or not. */
    public void scanSoon() {
        nextScanNs = clock.nanoTime();
        nextPageScanNs = nextScanNs;
        pollsUntilClock = 1;
        scanNeed.soon(nextScanNs);
    }

    /**
     * Take events: from every lane at most those of one block, beginning with another lane each time. From time to time
     * it also looks for new processes and lanes, for losses of lanes that are empty, for processes that have died and
     * for the session's end. Never waits, and throws nothing but what the sink throws as long as it holds its lock.
     *
     * @param sink       receives events and losses
     * @param eventLimit most events to take
     * @return events taken
     * @throws RingsideException with {@link ErrorCode#BUSY} if the drain lock was lost and another drain has taken it:
     *                           close this one
     */
    public int poll(final DrainSink sink, final int eventLimit) {
        final SinkJournal last = sinkJournal;
        final SinkJournal journal = last != null && last.sink() == sink ? last : new SinkJournal(sink);
        sinkJournal = journal;
        return take(journal, sink, eventLimit);
    }

    /**
     * The same as {@link #poll} for a journal: hand out what waits, without taking it. What the journal accepts is
     * staged until it is committed; a drain is either polled or staged from, all its life.
     *
     * @param journal    receives batches of frames and losses
     * @param batchLimit most batches of frames to hand out, each of at most one block
     * @return batches of frames handed out
     */
    public int stage(final DrainJournal journal, final int batchLimit) {
        closing.givesUp(false);
        return take(journal, null, batchLimit);
    }

    /**
     * The same for a journal that takes no frames any more: they stay in their lanes, and once a process adds nothing
     * they are handed out as losses, discarded, together with its last ones. Nothing may be staged otherwise.
     *
     * @param journal receives losses
     */
    public void stageDiscarded(final DrainJournal journal) {
        closing.givesUp(true);
        take(journal, null, 0);
    }

    /**
     * Make sure that this is still the session's drain. To be called before what was staged is stored elsewhere.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} if it is not: nothing that is staged may be stored
     */
    public void confirm() {
        if (!ended && !closed) {
            lock.confirm();
        }
    }

    private void requireLock() {
        final RingsideException loss = lock.loss();
        if (loss != null) {
            throw loss;
        }
    }

    /** Look for new processes and lanes and for the session's end when it is time to, and hand out nothing. */
    public void look() {
        if (!ended && !closed) {
            try {
                scanIfDue();
                MappedFault.settle();
            } catch (final InternalError e) {
                leaveOutCut(e);
            }
        }
    }

    /** Take everything that was staged. */
    public void commitStaged() {
        lanes.commitStaged();
        processes.all().forEach(DrainedProcess::commitLanelessLosses);
    }

    /** Take nothing of what was staged: it is handed out again. */
    public void unstage() {
        lanes.all().forEach(lane -> lane.reader().unstage());
        processes.all().forEach(DrainedProcess::unstage);
    }

    /**
     * Continue with another sink. What the ledger gives is what the sinks before it hold: nothing may be staged that
     * they hold and that is not committed.
     *
     * @param name of the sink, which can be read by it from now on; null for one that keeps no checkpoints
     * @throws RingsideException if the name cannot be written down: then the sink before counts
     */
    public void sink(final @Nullable String name) {
        sinkFile.name(name);
    }

    /**
     * Publish for the session's observers what the drain waits for.
     *
     * @param state in a word or two, such as {@code stalled}; null if it waits for nothing
     */
    public void state(final @Nullable String state) {
        if (!ended && !closed) {
            lock.state(files, state);
        }
    }

    /**
     * Publish that this drain continues in a new file when the session is flushed, and up to which flush it
     * has done so: what is taken from now on is in another file than what was taken before.
     *
     * @param flushes of the session's row, see {@link SessionRow#flushes()}; empty if flushes begin no files, as before
     *                the first call
     */
    public void rolled(final OptionalLong flushes) {
        if (!ended && !closed) {
            lock.rolled(files, flushes);
        }
    }

    /** The lanes that were found up to now, without those of final ledgers; to be used before the next call only. */
    public List<DrainedLane> lanes() {
        return lanes.all();
    }

    /** The processes that were found up to now; to be used before the next call only. */
    public List<DrainedProcess> processes() {
        return processes.all();
    }

    /**
     * The losses of the session that were taken up to now, by whatever drain: those of processes that are gone
     * included. Reads the session's closed totals. If they are damaged, their losses are missing, and the error handler
     * is called.
     */
    public LossCounts takenLosses() {
        final LaneTotals totals = new LaneTotals();
        processes.all().forEach(process -> process.addTaken(totals));
        LossCounts gone = LossCounts.NONE;
        try {
            gone = retirement.folded().totals().lost();
        } catch (final RingsideException e) {
            errors.onError(directory.folded(session.id()), e);
        }
        return gone.plus(totals.toTotals().lost());
    }

    /** Give the lock back. What waits in the lanes stays there, for the next drain. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (!ended) {
                forgetSink();
                release();
                lock.close();
            }
            deaths.close();
        }
    }

    /** A ledger that is up to date needs no sink to be asked. */
    private void forgetSink() {
        if (lock.loss() == null && !lanes.hasStaged()
                && processes.all().stream().noneMatch(DrainedProcess::hasStagedLosses)) {
            try {
                sinkFile.name(null);
            } catch (final RingsideException e) {
                errors.onError(directory.drainSink(session.id()), e);
            }
        }
    }

    private static RingsideException gone(final SessionRow session) {
        return new RingsideException(ErrorCode.NOT_FOUND, "session is gone without having been stopped: name="
                + session.name() + ": events that were not taken are lost; find out what removes files from the trace"
                + " directory, for example systemd at logout (RemoveIPC=yes)");
    }

    private static SessionRow requireRow(final RowStore rows, final long sessionId) {
        return rows.session(sessionId).orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                "no such session: sessionId=" + sessionId + ": it has ended, or never was"));
    }

    /** Bring the ledger to what the last sink holds, for all lanes at once: its name is forgotten then. */
    private void resumeSink() {
        processes.scanLedgers();
        processes.scanPages();
        collectLanes();
        processes.all().forEach(DrainedProcess::commitLanelessLosses);
    }

    private int take(final DrainJournal journal, final @Nullable DrainSink sink, final int limit) {
        if (ended || closed) {
            return 0;
        }
        try {
            final boolean clockIsRead = --pollsUntilClock <= 0;
            final boolean scanning = clockIsRead && scanIfDue();
            if (ended) {
                return 0;
            }
            if (clockIsRead) {
                requireLock();
                openAddedLanes();
            }
            final int taken = sink == null ? lanes.stage(journal, limit) : lanes.poll(sink, limit);
            if (callerPauses) {
                // The time it takes to poll a thousand idle lanes is no pause of the caller.
                lastClockNs = clock.nanoTime();
            }
            if (scanning) {
                closing.stageLosses(journal);
                closing.retireDead(journal);
            }
            if (numbersFinal && closing.retireAll(journal)) {
                journal.onEnd();
                end();
            }
            if (clockIsRead) {
                MappedFault.settle();
            } else {
                MappedFault.settleIfFree();
            }
            return taken;
        } catch (final InternalError e) {
            leaveOutCut(e);
            return 0;
        }
    }

    private boolean scanIfDue() {
        final long nowNs = clock.nanoTime();
        callerPauses = mostPollsPerClock == 1 || nowNs - lastClockNs > pollsPerClock * MOST_NS_PER_CLOCK;
        lanes.includeAllIdle(callerPauses);
        pollsPerClock = nowNs - lastClockNs < MOST_NS_PER_CLOCK ? Math.min(2 * pollsPerClock, mostPollsPerClock) : 1;
        pollsUntilClock = pollsPerClock;
        lastClockNs = nowNs;
        final boolean due = nowNs - nextScanNs >= 0;
        if (due) {
            nextScanNs = nowNs + scanIntervalNs;
            if (!session.isRunning() || scanNeed.isNeeded(nowNs)) {
                scan(nowNs);
            } else if (nowNs - nextDeathsNs >= 0) {
                lookForDeaths(nowNs);
            }
        }
        return due;
    }

    private void lookForDeaths(final long nowNs) {
        nextDeathsNs = nowNs + DEATHS_INTERVAL_NS;
        deaths.look(processes.incarnations(), nowNs);
        deaths.drainFailures(failure -> errors.onError(directory.processes(), failure));
        for (int i = 0; i < processes.all().size(); i++) {
            reportIfFoldedAlive(processes.all().get(i));
        }
    }

    /** No running session closes a process that lives, unless the process was taken for dead. */
    private void reportIfFoldedAlive(final DrainedProcess process) {
        if (process.isFolded() && session.isRunning() && deaths.isLiving(process.incarnation())) {
            errors.onError(directory.alive(process.incarnation()), "process was taken for dead, but it lives: its later"
                    + " events of this session count as lost, notAttached: stop and start the session");
        }
    }

    private void scan(final long nowNs) {
        try {
            final Optional<SessionRow> row = ownRow.read();
            if (row.isEmpty()) {
                if (session.isRunning()) {
                    // Nobody else ends a session while this has its drain lock.
                    errors.onError(directory.sessionRow(session.id()), gone(session));
                }
                end();
                return;
            }
            session = row.get();
        } catch (final RingsideException e) {
            errors.onError(directory.sessionRow(session.id()), e);
        }
        // A reader that opens a lane keeps other readers from it.
        lock.confirm();
        try {
            processes.scanLedgers();
            if (!session.isRunning() || nowNs - nextPageScanNs >= 0) {
                nextPageScanNs = nowNs + INTERVALS_PER_PAGE_SCAN * scanIntervalNs;
                processes.scanPages();
            }
            collectLanes();
            numbersFinal = !session.isRunning() && areNumbersFinal();
        } catch (final RingsideException e) {
            errors.onError(directory.session(session.id()), e);
        }
        lookForDeaths(nowNs);
    }

    /**
     * A truncated file affects only its process: a truncated ledger leaves it out, and what a truncated ring held is
     * corrupt.
     */
    private void leaveOutCut(final InternalError fault) {
        MappedFault.require(fault);
        errors.onError(directory.session(session.id()),
                "a mapped file was truncated in use: a process whose ledger was truncated is left out, and events "
                        + "of a truncated ring are counted as corrupt");
        lanes.all().forEach(DrainedLane::leaveCutRing);
        processes.closeCut();
        collectLanes();
        scanSoon();
    }

    private boolean areNumbersFinal() {
        final List<UUID> providers = rows.snapshot().enablementsOf(session.id()).stream()
                .map(EnablementRow::providerId).toList();
        for (final DrainedProcess process : processes.all()) {
            if (!deaths.isDead(process.incarnation())
                    && !process.hasLetGo(session, providers, processes.hasLedger(process))) {
                return false;
            }
        }
        return true;
    }

    private void collectLanes() {
        lanes.collect(processes.all());
    }

    private void openAddedLanes() {
        if (lanes.openAdded() > 0) {
            collectLanes();
        }
    }

    private void end() {
        ended = true;
        release();
        lock.closeForEver();
        deaths.stop();
    }

    private void release() {
        lanes.clear();
        processes.close();
    }

    /** Takes losses at once, then delivers them to a sink. Frames are taken by {@link DrainedLane#poll}. */
    record SinkJournal(DrainSink sink) implements DrainJournal {
        @Override
        public @Nullable Batch batch(final DrainedLane lane) {
            return null;
        }

        @Override
        public void onBatch(final DrainedLane lane, final Batch batch) {
            if (lane.reader().takeStaged()) {
                sink.onGap(lane, batch.loss(), batch.from().ownerThreadId);
            }
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            process.commitLanelessLosses();
            MappedFault.settle();
            sink.onLanelessLoss(process, cause, count, firstTimeTicks, lastTimeTicks);
        }

        @Override
        public void settle(final DrainedProcess process) {
            // Nothing is staged.
        }
    }
}
