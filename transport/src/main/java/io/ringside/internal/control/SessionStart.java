package io.ringside.internal.control;

import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.internal.registry.Sweep;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.CloseHelper;

/**
 * Starts a session within a change: takes its id, makes its folder, then the rows of its enablements, and finally its
 * own row. The state after a crash is repaired. Stateless.
 */
public final class SessionStart {
    private SessionStart() {}

    /**
     * Start a session.
     *
     * @param registry of the directory
     * @param change   change that holds the lock, complete afterwards
     * @param settings settings with a name and an identity that no session has; a missing identity is generated
     * @param requests enablements from the first moment on
     * @param start    current time on both clocks
     * @return the session
     * @throws io.ringside.RingsideException as {@link Controller#start} does; nothing has changed then
     */
    public static SessionRow in(final Registry registry, final ControlChange change, final SessionSettings settings,
            final List<EnableRequest> requests, final ClockPair start) {
        Sessions.requireFree(change.rows(), settings);
        Sessions.requireClock(settings);
        requests.forEach(request -> Sessions.requireProvider(request.providerId()));
        requests.forEach(request -> Sessions.requirePossible(settings, request));
        Sessions.requirePrivateRoom(change.rows(), settings);
        final int slot = Sessions.freeSlot(change.rows());
        new Sweep(registry).run(change);
        final SessionSettings identified = settings.uuid() == null
                ? settings.withUuid(UUID.randomUUID())
                : settings;
        final Incarnation self = registry.participant().incarnation();
        final SessionRow session = new SessionRow(change.takeSessionId(), slot, SessionInfo.State.RUNNING,
                change.generation(), identified,
                pair(start.inHost(ProcessIdentity.ofThisProcess(self).host().monotonicShiftNs()), change.rows()), self);
        // From here on a folder without a row is removed, at the end of this change or by the next holder of the lock.
        change.begin(null);
        registry.sessionFolders().create(session.id());
        final List<StagedRow> rows = new ArrayList<>();
        try {
            for (final EnableRequest request : requests) {
                rows.add(registry.rows().stage(EnablementChange.row(request, session.id(), change.generation(),
                        change.rows(), registry.processes())));
            }
            rows.add(registry.rows().stage(session));
            rows.forEach(StagedRow::publish);
        } finally {
            CloseHelper.closeAll(rows);
        }
        change.complete();
        return session;
    }

    /** Aligns the start so that an event that goes to several sessions has the same time in all of them. */
    private static ClockPair pair(final ClockPair start, final RowSnapshot rows) {
        return rows.sessions().stream().map(session -> start.alignedWith(session.start()))
                .filter(aligned -> !aligned.equals(start)).findFirst().orElse(start);
    }
}
