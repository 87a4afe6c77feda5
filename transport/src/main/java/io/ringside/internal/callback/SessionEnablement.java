package io.ringside.internal.callback;

import io.ringside.internal.registry.EnablementRow;
import io.ringside.session.Enablement;
import io.ringside.write.SessionIdentity;

/**
 * What one session wants of a provider. Immutable.
 *
 * @param session that wants it
 * @param name    of the session
 * @param row     of the enablement
 */
record SessionEnablement(SessionIdentity session, String name, EnablementRow row) {
    Enablement enablement() {
        return row.enablement();
    }

    /** Whether the session has not enabled the provider anew in between: equal settings alone do not say so. */
    boolean isSame(final SessionEnablement other) {
        return row.generation() == other.row.generation();
    }

    /** What the session asked for in its newest request. */
    Capture requested() {
        return new Capture(session, Enablement.of(row.captureLevel(), row.captureAny(), row.captureAll()));
    }

    /** What the session asks for regularly: all that it wants. */
    Capture regular() {
        return new Capture(session, enablement());
    }
}
