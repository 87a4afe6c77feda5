package io.ringside.transport.agent;

import io.ringside.transport.RingsideException;
import io.ringside.transport.registry.Registration;
import io.ringside.transport.rows.EnablementRow;
import io.ringside.transport.rows.RowSnapshot;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.write.WriterThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * The duty cycle of a provider process's control thread: changed rows, lanes ahead of need, sessions that
 * leave. One cycle does
 * bounded work and waits for nothing but the control lock.
 */
public final class ControlAgent implements Agent {
    private static final long ROWS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final ProcessLink link;
    private final AttachedSessions sessions;
    private final NanoClock clock;
    private final List<RegisteredProvider> providers = new ArrayList<>();
    private final List<Registration> registrations = new ArrayList<>();
    private volatile boolean rowsChanged = true;
    private long seenGeneration = -1;
    private long rowsReadNs;
    private boolean isClosing;

    /**
     * The agent of a process.
     *
     * @param link    to the trace directory, opened by the control thread
     * @param threads that write
     * @param clock   monotonic
     */
    public ControlAgent(final ProcessLink link, final WriterThreads threads, final NanoClock clock) {
        this.link = link;
        this.clock = clock;
        this.sessions = new AttachedSessions(link, threads);
    }

    @Override
    public String roleName() {
        return "ringside-control";
    }

    /** Say that rows have changed. Thread-safe. */
    public void rowsChanged() {
        rowsChanged = true;
    }

    /** Whether the control page tells of changes that this process has not applied. Thread-safe. */
    public boolean isBehind() {
        return link.changeCounter() != seenGeneration;
    }

    /** Whether there is work that no notification will tell of, such as lanes to be kept ahead. Thread-safe. */
    public boolean isAttached() {
        return !sessions.isEmpty();
    }

    /** Count a cycle that ended by an exception. Only for the control thread. */
    public void error() {
        link.error();
    }

    /** Whether a session is on its way out, so that the next cycle should be soon. Thread-safe. */
    public boolean isLeaving() {
        return sessions.isLeaving();
    }

    @Override
    public int doWork() {
        final long startNs = clock.nanoTime();
        int work = 0;
        if (!isClosing && (rowsChanged || isBehind() || startNs - rowsReadNs > ROWS_INTERVAL_NS)) {
            rowsChanged = false;
            rowsReadNs = startNs;
            applyRows();
            work++;
        }
        work += sessions.maintainLanes(startNs);
        if (sessions.finishLeaving(startNs) > 0) {
            // To acknowledge it, and to let in who waits for the slot.
            rowsChanged = true;
            work++;
        }
        link.health(clock.nanoTime() - startNs, sessions.lanesInUse());
        return work;
    }

    /**
     * Make a registration known and attach what already wants it. Only for the control thread.
     *
     * @param provider to register
     * @throws RingsideException if it cannot be had; nothing is left of it
     */
    public void register(final RegisteredProvider provider) {
        final Registration registration = link.register(provider.schema());
        providers.add(provider);
        registrations.add(registration);
        applyRows();
        provider.connect(registration);
    }

    /**
     * Forget a registration. Only for the control thread.
     *
     * @param provider that has been registered
     */
    public void unregister(final RegisteredProvider provider) {
        final int index = providers.indexOf(provider);
        if (index >= 0) {
            provider.disconnect();
            providers.remove(index);
            link.unregister(registrations.remove(index));
        }
    }

    /** End all sessions in this process for good. Only for the control thread; {@link #doWork} then finishes it. */
    public void detachAll() {
        isClosing = true;
        sessions.detachAll(providers, clock.nanoTime());
    }

    private void applyRows() {
        final long generation = link.changeCounter();
        final RowSnapshot rows = link.rows().snapshot();
        seenGeneration = generation;
        sessions.detachGone(rows, providers, clock.nanoTime());
        for (final SessionRow session : rows.sessions()) {
            if (session.isRunning() && sessions.isFree(session)) {
                apply(session, rows);
            }
        }
        sessions.updateMasks(providers);
    }

    private void apply(final SessionRow session, final RowSnapshot rows) {
        final List<EnablementRow> enablements = rows.enablementsOf(session.id());
        if (enablements.stream().anyMatch(this::isRegistered)) {
            sessions.attach(session);
            sessions.updateMasks(providers);
        }
        // The session's row is renamed behind the enablements of the same change: its generation covers what was read.
        link.acknowledge(session.slot(), sessions.acknowledgement(session));
    }

    private boolean isRegistered(final EnablementRow enablement) {
        return providers.stream().anyMatch(provider -> provider.schema().id().equals(enablement.providerId()));
    }
}
