package io.ringside.internal.callback;

import io.ringside.internal.registry.EnablementRow;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;

/**
 * The enablement of a provider by one session. Immutable.
 *
 * @param session that has enabled it
 * @param name    name of the session
 * @param row     of the enablement
 */
record SessionEnablement(WriteOptions.Target session, String name, EnablementRow row) {
    Enablement enablement() {
        return row.enablement();
    }

    /** Returns whether the session has not enabled the provider again in between, which equal settings do not prove. */
    boolean isSame(final SessionEnablement other) {
        return row.generation() == other.row.generation();
    }

    /** Returns the newest explicit request of the session to capture state. */
    Capture requested() {
        return new Capture(session, Enablement.of(row.captureLevel(), row.captureAny(), row.captureAll()));
    }

    /** Returns the regular request of the session to capture state, which covers everything that it has enabled. */
    Capture regular() {
        return new Capture(session, enablement());
    }
}
