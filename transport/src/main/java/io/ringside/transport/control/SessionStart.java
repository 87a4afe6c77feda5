package io.ringside.transport.control;

import io.ringside.session.SessionSettings;
import io.ringside.session.SessionState;
import io.ringside.transport.registry.ControlChange;
import io.ringside.transport.registry.Registry;
import io.ringside.transport.registry.Sweep;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.rows.StagedRow;

/** Starts a session: its id is used up, its folder stands, and then its row. What a crash leaves is mended. */
final class SessionStart {
    private final ControllerContext context;
    private final Registry registry;

    SessionStart(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    SessionRow run(final SessionSettings settings) {
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            Sessions.requireFree(change.rows(), settings.name());
            final int slot = Sessions.freeSlot(change.rows());
            new Sweep(registry).run(change);
            final SessionRow session = new SessionRow(change.takeSessionId(), slot, SessionState.RUNNING,
                    change.generation(), settings, context.startClock().get(), registry.participant().incarnation());
            // From here on a folder without a row is mended away, by the end of this change or by the next holder.
            change.begin(null);
            registry.sessionFolders().create(session.id());
            try (StagedRow row = registry.rows().stage(session)) {
                row.publish();
            }
            change.complete();
            return session;
        }
    }
}
