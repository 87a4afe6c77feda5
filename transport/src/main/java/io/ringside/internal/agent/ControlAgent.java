package io.ringside.internal.agent;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.callback.CallbackNotices;
import io.ringside.internal.callback.CallbackRunner;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.internal.write.WriterThreads;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.LangUtil;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The duty cycle of a provider process's control thread: applies changed rows, reports changes to callbacks, keeps
 * lanes ahead of need, and detaches sessions. One cycle does bounded work and waits only for the control lock.
 */
public final class ControlAgent implements Agent {
    private static final long ROWS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long FILES_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long DIRECTORY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SWEEP_INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);
    private static final RowSnapshot NO_ROWS = new RowSnapshot(List.of(), List.of(), List.of());

    private final ProcessLink link;
    private final AttachedSessions sessions;
    private final CallbackNotices notices;
    private final NanoClock clock;
    private final List<RegisteredProvider> providers = new ArrayList<>();
    private volatile boolean rowsChanged = true;
    private long seenGeneration = -1;
    private long rowsReadNs;
    private boolean isClosing;
    private long filesSeenNs;
    private long directorySeenNs;
    private long sweepSeenNs;
    private volatile boolean isDirectoryGone;
    private boolean hasRejoined;
    /** Whether rows are being applied, or an error has interrupted this: some posted changes are not in effect. */
    private boolean isCutOff;
    /** The rows that have been applied; null if some of them could not be. */
    private @Nullable RowSnapshot applied;

    /**
     * Create the duty cycle of a process's control thread.
     *
     * @param link       link to the trace directory, opened by the control thread
     * @param threads    writing threads
     * @param spareLanes number of lanes that each session keeps free for threads that have not written yet
     * @param clock      monotonic clock
     */
    public ControlAgent(final ProcessLink link, final WriterThreads threads, final int spareLanes,
            final NanoClock clock) {
        this.link = link;
        this.clock = clock;
        this.filesSeenNs = clock.nanoTime();
        this.directorySeenNs = filesSeenNs;
        this.sweepSeenNs = filesSeenNs;
        this.sessions = new AttachedSessions(link, threads, spareLanes);
        this.notices = new CallbackNotices(link.directory().path(), link::callbackPending,
                enablement -> enablement.filters().acceptsProcess(link.facts()));
    }

    @Override
    public String roleName() {
        return "ringside-control";
    }

    /**
     * Load the classes needed for errors and at the end while this is possible: a class that is first loaded when no
     * file can be opened any more, or after its class loader was closed, stays missing.
     */
    public static void loadErrors() {
        ErrorRehearsal.run();
    }

    public TraceDirectory directory() {
        return link.directory();
    }

    /** Announce that rows have changed. Thread-safe. */
    public void rowsChanged() {
        rowsChanged = true;
    }

    /** Returns whether the control page shows changes that this process has not applied. Thread-safe. */
    public boolean isBehind() {
        return link.changeCounter() != seenGeneration;
    }

    /**
     * Returns whether there is work that no notification announces, such as keeping lanes ahead or unmapping enable
     * masks. Thread-safe.
     */
    public boolean isAttached() {
        return !sessions.isEmpty() || link.hasRetired();
    }

    /** Count a cycle that ended with an exception. Called by the control thread only. */
    public void error() {
        link.error();
    }

    /** Maintain lanes in the next cycle, even if that was done recently. Thread-safe. */
    public void lanesWanted() {
        sessions.lanesWanted();
    }

    /** Returns whether a session is being detached, so that the next cycle should be soon. Thread-safe. */
    public boolean isLeaving() {
        return sessions.isLeaving();
    }

    @Override
    public int doWork() {
        final long startNs = clock.nanoTime();
        if (!followDirectory(startNs)) {
            return workWithoutDirectory(startNs);
        }
        int work = 0;
        if (rowsChanged || isBehind()) {
            rowsChanged = false;
            rowsReadNs = startNs;
            final long generation = link.changeCounter();
            applyRows(link.rereadRows(), generation);
            work++;
        } else if (startNs - rowsReadNs > ROWS_INTERVAL_NS) {
            // In addition to notifications; only a check of the folder while nothing has changed.
            rowsReadNs = startNs;
            work += applyChangedRows();
        }
        // Not after an error has interrupted the application of rows, when some sessions may not be attached.
        work += isCutOff ? 0 : notices.deliver(startNs);
        work += sessions.maintainLanes(startNs);
        rowsChanged |= sessions.takeNewShortage();
        work += finishLeaving();
        work += link.unmapRetired(clock.nanoTime());
        link.health(clock.nanoTime() - startNs, sessions.lanesInUse());
        if (startNs - filesSeenNs >= FILES_INTERVAL_NS) {
            filesSeenNs = startNs;
            restoreFiles(startNs);
        }
        if (!isClosing && startNs - sweepSeenNs >= SWEEP_INTERVAL_NS) {
            sweepSeenNs = startNs;
            link.sweepIfDue();
        }
        return work;
    }

    /** Returns whether the trace directory is gone, and none has replaced it yet. Thread-safe. */
    public boolean isDirectoryGone() {
        return isDirectoryGone;
    }

    /** Returns whether another directory has been joined since the last call. Called by the control thread only. */
    public boolean takeRejoined() {
        final boolean taken = hasRejoined;
        hasRejoined = false;
        return taken;
    }

    /**
     * Joins the directory at the path if it is another one. The ids of its sessions differ from the previous ones, so
     * its rows end everything that is attached here. Returns whether there is a directory.
     */
    private boolean followDirectory(final long nowNs) {
        if (isClosing || (!rowsChanged && nowNs - directorySeenNs < DIRECTORY_INTERVAL_NS)) {
            return !isDirectoryGone;
        }
        directorySeenNs = nowNs;
        if (!link.isInPlace()) {
            // If the following fails, it is repeated after the interval.
            rowsChanged = false;
            if (!link.rejoin()) {
                if (!isDirectoryGone) {
                    isDirectoryGone = true;
                    link.reportGone();
                    applyRows(NO_ROWS, link.changeCounter());
                }
                return false;
            }
            isDirectoryGone = false;
            hasRejoined = true;
            rowsChanged = true;
            filesSeenNs = nowNs;
            // Restored before the rows are applied, so that the page records the acknowledgements.
            rethrow(restoreProcessFiles());
        }
        return true;
    }

    /** Continues to end the sessions of a directory that is gone. */
    private int workWithoutDirectory(final long nowNs) {
        int work = notices.deliver(nowNs);
        work += sessions.maintainLanes(nowNs);
        work += finishLeaving();
        work += link.unmapRetired(clock.nanoTime());
        // Avoids checking for the directory again before the interval is over.
        rowsChanged = false;
        return work;
    }

    /**
     * Make files of this process again that were removed or replaced. A file that cannot be made does not stop others.
     */
    private void restoreFiles(final long nowNs) {
        final Throwable problem = isClosing ? null : restoreProcessFiles();
        rethrow(failureOf(() -> sessions.restoreFiles(providers, nowNs), problem));
    }

    private @Nullable Throwable restoreProcessFiles() {
        Throwable problem = failureOf(link::restoreAlive, null);
        problem = failureOf(link::restorePage, problem);
        problem = failureOf(() -> link.counters().settle(link::reportLost), problem);
        problem = failureOf(() -> link.names().settle(link::reportLost), problem);
        for (final RegisteredProvider provider : providers) {
            problem = failureOf(() -> provider.restoreFiles(link), problem);
        }
        return problem;
    }

    private static void rethrow(final @Nullable Throwable problem) {
        if (problem != null) {
            LangUtil.rethrowUnchecked(problem);
        }
    }

    private static @Nullable Throwable failureOf(final Runnable step, final @Nullable Throwable before) {
        try {
            step.run();
            return before;
        } catch (final Throwable e) {
            return e;
        }
    }

    private int finishLeaving() {
        final int before = sessions.leavingCount();
        try {
            sessions.finishLeaving(providers, clock.nanoTime());
        } finally {
            if (sessions.leavingCount() < before) {
                // Set to acknowledge the end and to admit the session that waits for the slot, even if another one
                // could not continue.
                rowsChanged = true;
            }
        }
        return before - sessions.leavingCount();
    }

    /**
     * Register a provider, and attach the sessions that already want it. Called by the control thread only.
     *
     * @param provider provider to register
     * @throws RingsideException if it cannot be registered; nothing is left of it
     */
    public void register(final RegisteredProvider provider) {
        boolean complete = false;
        try {
            provider.register(link);
            providers.add(provider);
            watch(provider);
            join(provider);
            complete = true;
        } finally {
            if (!complete) {
                providers.remove(provider);
                unwatch(provider);
                provider.undo(link);
            }
        }
        provider.connect();
        final CallbackRunner callbacks = provider.callbacks();
        if (callbacks != null) {
            callbacks.release();
        }
    }

    /**
     * Register a self-describing event of a registration. Called by the control thread only.
     *
     * @param provider registered provider
     * @param schema   of the event alone
     * @param event    handle of the event
     * @throws RingsideException if it cannot be registered; nothing is left of it
     */
    public void describe(final RegisteredProvider provider, final ProviderSchema schema, final DeclaredEvent event) {
        requireRegistered(provider);
        provider.describe(link, schema, event);
    }

    /**
     * Publish the names of a registration. If it is not registered yet, registering it will do so. Called by the
     * control thread only.
     *
     * @param provider of this process
     * @throws RingsideException if the file has no room for them; this is tried again later
     */
    public void publishNames(final RegisteredProvider provider) {
        link.names().write(provider.schema().id());
    }

    /**
     * Set the traits of a registered provider: its schemas change, and sessions that have enabled its group now want
     * its events. Called by the control thread only.
     *
     * @param provider registered provider
     * @param traits   of the provider
     * @throws RingsideException if it is not possible; either nothing has changed then, or everything is done except
     *                           that some sessions attach later
     */
    public void traits(final RegisteredProvider provider, final ProviderTraits traits) {
        requireRegistered(provider);
        final List<ConnectedSchema> replaced = provider.replace(link, traits);
        try {
            applyRows();
        } finally {
            provider.connect();
            replaced.forEach(old -> old.unregister(link));
        }
    }

    /**
     * Attach a session to this process for a registration, whatever the session has enabled. Called by the control
     * thread only.
     *
     * @param provider    registered provider, which writes to the session
     * @param sessionName in any letter case
     * @return the session; empty if no session of that name is running, or it is private to another process
     */
    public Optional<WriteOptions.Target> address(final RegisteredProvider provider, final String sessionName) {
        requireRegistered(provider);
        final Optional<SessionRow> session = link.currentRows().session(sessionName)
                .filter(row -> row.isRunning() && row.isFor(link.incarnation()));
        if (session.isPresent()) {
            provider.address(session.get().id());
            applyRows();
        }
        return session.map(row -> new WriteOptions.Target(row.slot(), row.id()));
    }

    /**
     * End a registration. Called by the control thread only.
     *
     * @param provider registered provider
     */
    public void unregister(final RegisteredProvider provider) {
        if (providers.remove(provider)) {
            unwatch(provider);
            provider.unregister(link);
        }
    }

    /**
     * Leave all sessions for good, as far as that is possible now, and end all registrations. Called by the control
     * thread only, until it is complete.
     *
     * @return whether no writer is inside a session any more and all ledgers are final
     */
    public boolean leave() {
        isClosing = true;
        sessions.detachAll(providers);
        sessions.finishLeaving(providers, clock.nanoTime());
        while (!providers.isEmpty()) {
            unregister(providers.get(0));
        }
        return sessions.isEmpty();
    }

    /**
     * Leave the trace directory. As long as a session is not detached, this process stays alive for all others, if
     * necessary until it ends, because a writer may be inside and its lanes may not be final.
     */
    @Override
    public void onClose() {
        sessions.shutOut(providers);
        if (sessions.isEmpty()) {
            sessions.release();
            link.close();
        }
    }

    /**
     * After the end, unmap memory that may have been used by writes that began earlier.
     *
     * @return whether nothing is mapped any more
     */
    public boolean unmap() {
        link.unmapRetired(clock.nanoTime());
        return !link.hasRetired();
    }

    private void requireRegistered(final RegisteredProvider provider) {
        if (!providers.contains(provider)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "provider is not registered any more: provider="
                    + provider.schema().name() + ": register it again");
        }
    }

    /** Applies the current rows, whether they have changed or not. */
    private void applyRows() {
        final long generation = link.changeCounter();
        applyRows(link.currentRows(), generation);
    }

    /** Applies the rows if they have changed, or could not be applied completely before. */
    private int applyChangedRows() {
        final long generation = link.changeCounter();
        final RowSnapshot rows = link.currentRows();
        if (rows.equals(applied)) {
            return 0;
        }
        applyRows(rows, generation);
        return 1;
    }

    /**
     * Restores a lost page before an acknowledgement, which must be visible: once a session has ended, drains stop
     * waiting for a lost page.
     */
    private void restorePageFirst() {
        if (!isClosing && !isDirectoryGone && !link.isPageNew()) {
            final Throwable problem = failureOf(() -> {
                if (link.restorePage()) {
                    // The next check of all files has to come some time later.
                    filesSeenNs = clock.nanoTime();
                }
            }, null);
            if (problem != null) {
                link.error();
            }
        }
    }

    private void applyRows(final RowSnapshot all, final long generation) {
        restorePageFirst();
        // If an error interrupts the application of rows, they are applied again.
        applied = null;
        isCutOff = true;
        boolean complete = true;
        final RowSnapshot rows = all.within(link.incarnation());
        seenGeneration = generation;
        complete &= sessions.detachGone(rows, providers);
        if (!isClosing) {
            final List<SessionRow> standing = standing(rows);
            notices.post(rows, standing, generation);
            providers.forEach(provider -> provider.follow(rows, link));
            sessions.stand(providers);
            for (final SessionRow session : standing) {
                complete &= apply(session, rows);
            }
        }
        applied = complete ? all : null;
        isCutOff = false;
    }

    /** Applies the rows to a new provider; also to all others, unless they have followed the same rows. */
    private void join(final RegisteredProvider provider) {
        final long generation = link.changeCounter();
        final RowSnapshot all = link.currentRows();
        if (!all.equals(applied) || isClosing || sessions.isLeaving()) {
            applyRows(all, generation);
            return;
        }
        applied = null;
        isCutOff = true;
        final RowSnapshot rows = all.within(link.incarnation());
        final List<SessionRow> standing = standing(rows);
        notices.postFirst(rows, standing);
        provider.follow(rows, link);
        sessions.stand(List.of(provider));
        boolean complete = true;
        for (final SessionRow session : standing) {
            if (provider.isWantedBy(session.slot())) {
                complete &= apply(session, rows);
            }
        }
        applied = complete ? all : null;
        isCutOff = false;
    }

    private List<SessionRow> standing(final RowSnapshot rows) {
        return rows.sessions().stream().filter(session -> session.isRunning() && sessions.isFree(session)).toList();
    }

    private void watch(final RegisteredProvider provider) {
        final CallbackRunner callbacks = provider.callbacks();
        if (callbacks != null) {
            notices.add(provider::schema, callbacks, provider.isClassic());
        }
    }

    private void unwatch(final RegisteredProvider provider) {
        final CallbackRunner callbacks = provider.callbacks();
        if (callbacks != null) {
            notices.remove(callbacks);
        }
    }

    /** Returns whether everything is done; a session whose memory was refused is tried again. */
    private boolean apply(final SessionRow session, final RowSnapshot rows) {
        final boolean isWanted = providers.stream().anyMatch(provider -> provider.isWantedBy(session.slot()));
        if (isWanted && sessions.attach(session)) {
            sessions.stand(providers);
        }
        if (sessions.isAttached(session) || rows.damagedEnablements(session.id()).isEmpty()) {
            // The session's row is renamed after the enablements of the same change, so its generation covers the rows
            // that were read.
            link.acknowledge(session.slot(), sessions.acknowledgement(session));
        }
        return !isWanted || sessions.isAttached(session);
    }
}
