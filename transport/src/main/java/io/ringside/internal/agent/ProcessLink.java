package io.ringside.internal.agent;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.filter.ProcessFilter;
import io.ringside.internal.control.Autostart;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.drain.DrainErrorHandler;
import io.ringside.internal.drain.SessionMemory;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.Participant.AliveProblem;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ChangeCounter;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessPage;
import io.ringside.internal.registry.Registration;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowCache;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.Sweep;
import io.ringside.internal.write.LanelessCounter;
import io.ringside.internal.write.WriterThreads;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.agrona.CloseHelper;

/**
 * The link of a provider process to a trace directory: its alive file, its page, and access to sessions and schemas.
 * Used by the control thread only, except for the change counter and the losses that writers count.
 */
public final class ProcessLink implements LanelessCounter, AutoCloseable {
    private static final long LOCK_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final Participant participant;
    private final AsymmetricBarrier barrier;
    private final Registry registry;
    private final RowCache cache;
    private final ProcessPage page;
    private final ChangeCounter changes;
    private final Attachment.Shared shared;
    private final MemoryBudget budget;
    private final ProcessCounters counters;
    private final ProcessFilter.Facts facts;
    private final RetiredSchemas retired;
    private final long startKey;
    private final DrainErrorHandler lost;
    private final ProcessNames names;
    private long longestCycleNs;
    private long errorCount;

    private ProcessLink(final Participant participant, final RetiredSchemas retired, final AsymmetricBarrier barrier,
            final ProcessPage page, final DrainErrorHandler problems, final DrainErrorHandler lost,
            final ProcessCounters counters) {
        final ProcessIdentity identity = page.identity();
        this.counters = counters;
        this.lost = lost;
        this.participant = participant;
        this.names = new ProcessNames(participant);
        this.retired = retired;
        this.barrier = barrier;
        this.registry = new Registry(participant);
        this.cache = registry.rows().cache();
        this.page = page;
        this.facts = identity.facts();
        this.startKey = identity.startKey();
        this.changes = ChangeCounter.open(participant.directory());
        this.shared = Attachment.Shared.of(participant.directory(), participant.files(),
                identity.host().monotonicShiftNs());
        this.budget = new MemoryBudget(participant.directory(),
                new SessionMemory(participant.directory(), participant.files(), problems));
    }

    /**
     * Join a directory as a new incarnation.
     *
     * @param directory checked directory
     * @param threads   writing threads
     * @param barrier   barrier for the end of a session or registration
     * @param problems  receives files that cannot be used
     * @param lost      called for each file of this process that was removed or replaced
     * @param counters  counters that wait for the directory, and are published there
     * @param identity  identity of this process for readers
     * @return the link
     * @throws io.ringside.RingsideException if the files cannot be made; nothing is left of them
     */
    public static ProcessLink open(final TraceDirectory directory, final WriterThreads threads,
            final AsymmetricBarrier barrier, final DrainErrorHandler problems, final DrainErrorHandler lost,
            final ProcessCounters counters, final UnaryOperator<ProcessIdentity> identity) {
        final Participant participant = Participant.join(directory);
        ProcessPage page = null;
        boolean complete = false;
        try {
            final Registry registry = new Registry(participant);
            // Makes the control page if this is the first participant, and repairs any change of a dead one.
            try (ControlChange change = registry.change(LOCK_TIMEOUT_NS)) {
                new Sweep(registry).runIfDue(change, System.currentTimeMillis());
            }
            new Autostart(registry).run(LOCK_TIMEOUT_NS)
                    .forEach(problem -> problems.onError(directory.autostart(), problem));
            page = ProcessPage.create(directory, participant.files(),
                    identity.apply(ProcessIdentity.ofThisProcess(participant.incarnation())));
            final ProcessLink link = new ProcessLink(participant, new RetiredSchemas(threads, barrier), barrier,
                    page, problems, lost, counters);
            counters.publish(participant.directory(), participant.files());
            complete = true;
            return link;
        } finally {
            if (!complete) {
                CloseHelper.closeAll(page, participant);
            }
        }
    }

    public TraceDirectory directory() {
        return participant.directory();
    }

    /** Returns the incarnation of this process in the directory. */
    Incarnation incarnation() {
        return participant.incarnation();
    }

    /** Returns the counter sets of this process. Thread-safe. */
    public ProcessCounters counters() {
        return counters;
    }

    /** Returns the facts by which sessions filter processes. */
    ProcessFilter.Facts facts() {
        return facts;
    }

    /** Returns the key that identifies this process. */
    long startKey() {
        return startKey;
    }

    AsymmetricBarrier barrier() {
        return barrier;
    }

    RowStore rows() {
        return registry.rows();
    }

    /** Returns the current rows: the same object as before if nothing has changed. */
    RowSnapshot currentRows() {
        return cache.rows();
    }

    /** Returns the current rows, some of which are known to have changed. */
    RowSnapshot rereadRows() {
        return cache.reread();
    }

    /** Returns the generation of the last complete change that was read. Thread-safe, also after {@link #close}. */
    long changeCounter() {
        return changes.valueVolatile();
    }

    /** Returns whether the directory still contains the control page that is mapped here, and thus this process. */
    boolean isInPlace() {
        return changes.stands();
    }

    /**
     * Join the directory that has replaced the previous one, with the same incarnation. The other files of this process
     * are to be restored.
     *
     * @return false if there is no excerpt yet
     */
    boolean rejoin() {
        if (!directory().isThereAgain()) {
            return false;
        }
        restoreAlive();
        // Makes the control page if no other process has.
        registry.change(LOCK_TIMEOUT_NS).close();
        changes.reopen(directory());
        return true;
    }

    /** Remove leftovers of dead processes, if this was not done for long, and if the control lock is free. */
    void sweepIfDue() {
        final long nowMs = System.currentTimeMillis();
        if (Sweep.isOld(changes.sweptMs(), nowMs)) {
            try (ControlChange change = registry.change(0)) {
                new Sweep(registry).runIfDue(change, nowMs);
            } catch (final RingsideException e) {
                // The next check tries it again.
                return;
            }
        }
    }

    /** Report that the directory is gone, with all sessions in it. */
    void reportGone() {
        error();
        lost.onError(directory().path(), "trace directory is gone, and its sessions have ended in this process, which"
                + " uses the next one at this path: if systemd removes it at logout, set RemoveIPC=no in logind.conf,"
                + " or use another directory");
    }

    /** Returns the names that this process publishes. */
    ProcessNames names() {
        return names;
    }

    Registration register(final ProviderSchema schema) {
        return registry.register(page, schema, change -> cache.rows(), LOCK_TIMEOUT_NS);
    }

    /** Register again a schema whose file was removed or replaced. */
    Registration restore(final ProviderSchema schema) {
        return registry.restore(page, schema, change -> cache.rows(), LOCK_TIMEOUT_NS);
    }

    /** End a registration whose events are disconnected; a write in progress may still read an enable mask. */
    void unregister(final Registration registration) {
        page.removeRegistration(registration.index());
        retired.add(registration.file());
    }

    /** Returns whether enable masks of ended registrations are still mapped. Thread-safe. */
    boolean hasRetired() {
        return !retired.isEmpty();
    }

    /** Unmap enable masks of ended registrations that no write can use any more. Also after {@link #close}. */
    int unmapRetired(final long nowNs) {
        return retired.unmap(nowNs);
    }

    /** Prepare to count a session's losses without a lane. */
    void openLosses(final SessionRow session) {
        page.openLosses(session.slot(), session.id());
    }

    void acknowledge(final int slot, final Acknowledgement acknowledgement) {
        page.acknowledge(slot, acknowledgement);
    }

    /** Publish which callbacks of a provider have not returned. One thread at a time, also after {@link #close}. */
    void callbackPending(final UUID providerId, final long generation) {
        page.callbackPending(providerId, generation);
    }

    /** Make a session's ledger and lanes: at least the first batch, and as many more as the memory allows. */
    Attachment attach(final SessionRow session, final int spareLanes, final int lanes) {
        if (registry.rows().folded(session.id()).incarnations().contains(incarnation())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "process counted as dead after its alive lock was"
                    + " lost: session=" + session.name() + ": stop and start the session, or restart the process");
        }
        final Attachment attachment = Attachment.attach(shared, session, spareLanes, this,
                bytes -> budget.require(asItIsNow(session), bytes));
        boolean complete = false;
        try {
            attachment.growTo(lanes);
            complete = true;
        } finally {
            if (!complete) {
                attachment.undo();
            }
        }
        return attachment;
    }

    /** Returns the current row of a session, whose memory limit may have changed since it was attached. */
    private SessionRow asItIsNow(final SessionRow session) {
        return registry.rows().session(session.id()).orElse(session);
    }

    /** Make the alive file again if it was removed or replaced, and lock it again if its lock was lost. */
    void restoreAlive() {
        final AliveProblem problem = participant.restoreAlive();
        if (problem == AliveProblem.FILE_LOST) {
            reportLost(directory().alive(incarnation()));
        } else if (problem == AliveProblem.LOCK_LOST) {
            error();
            lost.onError(directory().alive(incarnation()), "lock was lost and taken again: find out what opens and"
                    + " closes files of the trace directory in this process");
        }
    }

    /**
     * Make the page again if it was removed or replaced. Called at intervals longer than a thread needs to count a
     * loss.
     *
     * @return whether the page was made again
     */
    boolean restorePage() {
        final boolean wasLost = page.restore(participant.files());
        if (wasLost) {
            reportLost(directory().processPage(incarnation()));
        }
        return wasLost;
    }

    /** Returns whether the page was recreated too recently to be recreated again. */
    boolean isPageNew() {
        return page.isReplacedLately();
    }

    /** Report a file of this process that was removed or replaced, and is recreated. */
    void reportLost(final Path path) {
        error();
        lost.onError(path, "it was removed or replaced, and recreated with its contents: find out what removes"
                + " files from the trace directory");
    }

    /** Report a session whose lanes others have finally drained, because this process seemed to be dead. */
    void reportSealed(final SessionRow session, final long attempts) {
        error();
        lost.onError(directory().alive(incarnation()), "this process counted as dead, and its events of a session"
                + " are recorded no more: session=" + session.name() + ", lostEvents=" + attempts
                + ": stop and start the session, or restart the process");
    }

    /** Count a cycle that ended with an exception. */
    void error() {
        errorCount++;
    }

    /** Publish the health of the control thread. */
    void health(final long cycleNs, final int lanesInUse) {
        longestCycleNs = Math.max(longestCycleNs, cycleNs);
        page.health(longestCycleNs, errorCount, lanesInUse);
    }

    @Override
    public void addNoLane(final int slot, final long timeNs) {
        page.addNoLane(slot, timeNs);
    }

    @Override
    public void addNotAttached(final int slot, final long timeNs) {
        page.addNotAttached(slot, timeNs);
    }

    /** Count several events that were lost because the process was not attached. */
    void addNotAttached(final int slot, final long timeNs, final long events) {
        page.addNotAttached(slot, timeNs, events);
    }

    /**
     * Leave the directory: the files of this incarnation are now those of a dead process, to be drained and removed by
     * others. No session is attached any more, so no loss is counted. The page is removed now if no session needs it.
     */
    @Override
    public void close() {
        CloseHelper.closeAll(page, changes, counters, names, this::leave, participant);
    }

    private void leave() {
        try {
            new Sweep(registry).leave(incarnation(), currentRows());
        } catch (final RingsideException e) {
            // The next sweep removes the remaining files.
            return;
        }
    }
}
