package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.session.SessionSetting;
import java.util.Map;
import java.util.Set;

/**
 * Changes settings of a session that runs (R4.8): its row is replaced, its generation stays, as processes have nothing
 * to acknowledge. The change counter tells them to read it again.
 */
final class SessionUpdate {
    private final ControllerContext context;
    private final Registry registry;

    SessionUpdate(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    SessionRow run(final String name, final Map<String, String> changes) {
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            final SessionRow running = Sessions.requireRunning(change.rows(), name);
            requireChangeable(running, changes);
            final SessionRow changed = changed(running, changes);
            try (StagedRow row = registry.rows().stage(changed)) {
                change.begin(null);
                row.publish();
                change.complete();
            }
            return changed;
        }
    }

    /** Of a private session nothing may be changed but where it is recorded to. */
    private static void requireChangeable(final SessionRow session, final Map<String, String> changes) {
        if (session.settings().isPrivate()
                && !Set.of(SessionSetting.RECORDING.settingName()).containsAll(changes.keySet())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "setting of a private session cannot be changed: "
                    + "session=" + session.name() + ", changes=" + changes + ": start another session for it");
        }
    }

    private static SessionRow changed(final SessionRow session, final Map<String, String> changes) {
        try {
            return session.withSettings(session.settings().changed(changes));
        } catch (final IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    e.getMessage() + ": start another session for it", e);
        }
    }
}
