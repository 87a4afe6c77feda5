package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.session.ProviderTarget.AckReport;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.control.ProviderInfo;
import io.ringside.event.Level;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.SessionInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A switch that enables or disables a provider in a session with one key. Immutable.
 *
 * @param session  session in which the provider is switched
 * @param provider provider to be switched
 * @param enabled  current enablement; null if the provider is not enabled
 */
record EnablementSwitch(SessionInfo session, ProviderInfo provider, @Nullable EnablementInfo enabled) {
    /** Longest wait for processes; short, because slow processes are shown, and a key can be pressed again. */
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    /** The identity of a switch, whatever its state. */
    record Place(long sessionId, UUID providerId) {}

    Place place() {
        return new Place(session.id(), provider.id());
    }

    /** The enablements that were switched off, kept for restoring them. Not thread-safe. */
    static final class Memory {
        private final Map<Place, EnablementInfo> disabled = new HashMap<>();

        /**
         * Changes the state of a switch.
         *
         * @return a description of the change, for people
         * @throws io.ringside.RingsideException if the session or the enablement no longer exists, or cannot be changed
         */
        String flip(final EnablementSwitch which, final Controller controller) {
            final String session = which.session.name();
            final EnablementInfo now = which.enabled;
            if (now != null) {
                if (which.provider.registrations() == 0) {
                    throw new RingsideException(ErrorCode.NOT_FOUND, "no process has registered the provider, which "
                            + "could not be enabled here again: provider=" + which.provider.name()
                            + ": run ringside disable " + session + ' ' + which.provider.name());
                }
                disabled.put(which.place(), now);
                final Outcome.Answers result = controller.disable(session, which.provider.id(), TIMEOUT);
                return which.provider.name() + " is disabled in " + session + ": " + AckReport.text(result);
            }
            final EnablementInfo before = disabled.get(which.place());
            Outcome.Answers result = controller.enable(session, request(which.provider, before), TIMEOUT);
            if (before != null && !before.disallowed().isEmpty()) {
                result = controller.disallow(session, which.provider.id(), before.disallowed(), TIMEOUT);
            }
            return which.provider.name() + " is enabled in " + session
                    + (before == null ? " with all levels and keywords" : " as before") + ": "
                    + AckReport.text(result);
        }

        private static EnableRequest request(final ProviderInfo provider, final @Nullable EnablementInfo before) {
            final EnableRequest request = EnableRequest.of(provider.id(),
                    before == null ? Enablement.of(Level.MAX, 0, 0) : before.enablement());
            final String name = before == null ? provider.name() : before.provider();
            final EnableRequest named = name.equals(provider.id().toString()) ? request : request.named(name);
            return before == null
                    ? named
                    : named.from(before.sourceId()).withCapturePeriod(before.capturePeriod());
        }
    }
}
