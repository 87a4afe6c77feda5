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
 * position. Retires dead processes, and closes the totals when the session ends. Holds the session's drain lock until
 * it is closed or the session has ended. Not thread-safe.
 * <p>
 * Memory is bounded: one block for copies, and a few hundred bytes per lane and process.
 */
public final class SessionDrain implements AutoCloseable {
    private static final int INTERVALS_PER_PAGE_SCAN = 10;
    private static final long DEATHS_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /**
     * Maximum number of polls per clock reading. Reading the system's clock, and before JDK 25 the check for truncated
     * files, take longer than an empty poll. For a caller that spins, they are done once per this many polls, as long
     * as these polls take no longer than the limit below. The fault of a truncated file is then still thrown in the
     * drain, before the caller does anything else.
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
    private final LedgerClosing closing;
    private final ScanNeed scanNeed;
    /** The journal for the sink of the last poll, which is nearly always the same. */
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
            final DrainLock lock, final SinkFile sinkFile, final SinkLedger sinkLedger) {
        this.sinkFile = sinkFile;
        final Participant participant = context.participant;
        this.directory = participant.directory();
        this.files = participant.files();
        this.rows = rows;
        this.ownRow = new SessionRowReader(rows, session.id());
        this.clock = context.clock;
        this.scanIntervalNs = context.scanIntervalNs;
        // Other clocks may be set from outside, so they are read in every poll.
        this.mostPollsPerClock = clock == SystemNanoClock.INSTANCE ? MOST_POLLS_PER_CLOCK : 1;
        this.errors = context.errorHandler.once();
        this.lanes = new OpenLanes(errors);
        this.session = session;
        this.lock = lock;
        this.processes = new SessionProcesses(participant, session, sinkLedger, context.sink != null, errors);
        this.retirement = new Retirement(directory, participant.files(), session, errors);
        this.deaths = new DeathWatch(participant, lock, context.libraryThread, clock.nanoTime());
        this.closing = new LedgerClosing(session, processes, lanes, retirement, deaths, lock, errors);
        this.nextScanNs = clock.nanoTime();
        this.nextPageScanNs = nextScanNs;
        this.nextDeathsNs = nextScanNs;
        this.scanNeed = new ScanNeed(directory, session.id(), SystemEpochClock.INSTANCE, nextScanNs);
    }

    /**
     * Become the drain of a session.
     *
     * @param context   settings
     * @param sessionId id of the session
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
            final SinkLedger held = sinkFile.books(context.sinks);
            drain = new SessionDrain(context, rows, row, lock, sinkFile, held);
            final SessionProcesses processes = drain.processes;
            drain.retirement.resume((incarnation, losses) -> processes.process(incarnation).folded(losses));
            if (held != SinkLedger.EMPTY) {
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
     * Check that no process drains a session, before anything is created for a new drain. {@link #open} determines
     * whether the session can be drained.
     *
     * @param participant participant in the session's directory
     * @param sessionId   id of the session
     * @param timeoutNs   maximum wait
     * @throws RingsideException with {@link ErrorCode#BUSY} and the name of its drain if it has one
     */
    public static void requireFree(final Participant participant, final long sessionId, final long timeoutNs) {
        DrainLock.acquire(participant.directory(), participant.files(), sessionId, timeoutNs).close();
    }

    /** Returns the session as of the last scan. */
    public SessionRow session() {
        return session;
    }

    /** Returns whether the session has ended and everything was taken. Nothing follows, and the lock is released. */
    public boolean hasEnded() {
        return ended;
    }

    /** Returns whether all known lanes are empty. Reads every tail. */
    public boolean isEmpty() {
        return lanes.areEmpty();
    }

    /**
     * Returns whether each known lane has been empty in some check, not necessarily at the same time. This becomes true
     * even if writers never stop. Reads tails.
     */
    public boolean haveLanesBeenEmpty() {
        return lanes.haveBeenEmpty();
    }

    /** Scan the session's folder in the next {@link #poll}, even if no scan is due. */
    public void scanSoon() {
        nextScanNs = clock.nanoTime();
        nextPageScanNs = nextScanNs;
        pollsUntilClock = 1;
        scanNeed.soon(nextScanNs);
    }

    /**
     * Take events: at most one block of every lane, beginning with another lane each time. From time to time, also
     * check for new processes and lanes, losses of empty lanes, dead processes, and the session's end. Never blocks,
     * and throws only exceptions of the sink while it holds its lock.
     *
     * @param sink       receives events and losses
     * @param eventLimit maximum number of events to take
     * @return the number of events taken
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
     * Like {@link #poll}, for a journal: pass waiting events to it without taking them. Events that the journal accepts
     * are staged until they are committed. A drain is used either for polling or for staging, never for both.
     *
     * @param journal    receives batches of frames and losses
     * @param batchLimit maximum number of batches of frames to pass, each of at most one block
     * @return the number of batches of frames passed
     */
    public int stage(final DrainJournal journal, final int batchLimit) {
        closing.givesUp(false);
        return take(journal, null, batchLimit);
    }

    /**
     * Like {@link #stage}, for a journal that accepts no more frames: they stay in their lanes, and once a process is
     * finished, they are passed as discarded, together with its last losses. Nothing else may be staged.
     *
     * @param journal receives losses
     */
    public void stageDiscarded(final DrainJournal journal) {
        closing.givesUp(true);
        take(journal, null, 0);
    }

    /**
     * Check that this is still the session's drain. To be called before staged events are stored elsewhere.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} if it is not: staged events may not be stored
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

    /** Check for new processes and lanes and for the session's end if a scan is due. Stages and takes nothing. */
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

    /** Take all staged events. */
    public void commitStaged() {
        lanes.commitStaged();
        processes.all().forEach(DrainedProcess::commitLanelessLosses);
    }

    /** Discard the staging without taking events: they are staged again later. */
    public void unstage() {
        lanes.all().forEach(lane -> lane.reader().unstage());
        processes.all().forEach(DrainedProcess::unstage);
    }

    /**
     * Continue with another sink. The ledger must agree with the content of the previous sinks: events that they
     * contain must not be staged and uncommitted.
     *
     * @param name name by which the sink can be read from now on; null for a sink without checkpoints
     * @throws RingsideException if the name cannot be stored; then the previous sink remains valid
     */
    public void sink(final @Nullable String name) {
        sinkFile.name(name);
    }

    /**
     * Publish the reason why the drain waits, for the session's observers.
     *
     * @param state in a word or two, such as {@code stalled}; null if it waits for nothing
     */
    public void state(final @Nullable String state) {
        if (!ended && !closed) {
            lock.state(files, state);
        }
    }

    /**
     * Publish that this drain continues in a new file when the session is flushed, and the number of the last flush for
     * which it has: events taken from now on are in another file than earlier ones.
     *
     * @param flushes number of flushes in the session file, see {@link SessionRow#flushes()}; empty if flushes begin no
     *                files, as before the first call
     */
    public void rolled(final OptionalLong flushes) {
        if (!ended && !closed) {
            lock.rolled(files, flushes);
        }
    }

    /** Returns the lanes known so far, except those of final ledgers; only valid until the next call. */
    public List<DrainedLane> lanes() {
        return lanes.all();
    }

    /** Returns the processes known so far; only valid until the next call. */
    public List<DrainedProcess> processes() {
        return processes.all();
    }

    /**
     * Returns the losses of the session taken so far, by all its drains, including those of removed processes. Reads
     * the session's closed totals. If they are damaged, their losses are missing, and the error handler is called.
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

    /** Release the lock. Events in the lanes wait for the next drain. */
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

    /** Removes the sink's name if the ledger is up to date, so that the next drain need not read the sink. */
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

    /** Updates the ledger to the content of the last sink, for all lanes at once; then its name is forgotten. */
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
                // The time of polling a thousand idle lanes does not count as a pause of the caller.
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

    /** Reports a live process in the closed totals: a running session closes only processes that were found dead. */
    private void reportIfFoldedAlive(final DrainedProcess process) {
        if (process.hasClosedTotals() && session.isRunning() && deaths.isLiving(process.incarnation())) {
            errors.onError(directory.alive(process.incarnation()), "process was taken for dead, but it lives: its later"
                    + " events of this session count as lost, notAttached: stop and start the session");
        }
    }

    private void scan(final long nowNs) {
        try {
            final Optional<SessionRow> row = ownRow.read();
            if (row.isEmpty()) {
                if (session.isRunning()) {
                    // No other process ends a session while this drain holds its lock.
                    errors.onError(directory.sessionRow(session.id()), gone(session));
                }
                end();
                return;
            }
            session = row.get();
        } catch (final RingsideException e) {
            errors.onError(directory.sessionRow(session.id()), e);
        }
        // The lock is confirmed first, because opening a lane locks other readers out of it.
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
     * Handles a truncated file, which affects only its process: a process with a truncated ledger is skipped, and the
     * content of a truncated ring is counted as corrupt.
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

    /** Takes losses immediately, then passes them to a sink. Frames are taken by {@link DrainedLane#poll}. */
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
            // This journal stages nothing.
        }
    }
}
