package io.ringside.etw.classic;

import io.ringside.callback.ControlNotice;
import io.ringside.callback.ProviderCallback;
import io.ringside.internal.write.ClassicPort;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import java.util.HashMap;
import java.util.Map;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/**
 * Translates notices, which combine the requests of all sessions, into one call of a control callback for each session.
 * Called by one thread at a time.
 */
final class ControlAdapter implements ProviderCallback {
    private final ClassicPort port;
    private final ControlCallback callback;
    private final @Nullable Object context;
    /** Sessions that have the provider enabled, by their ids. */
    private final Map<Long, ClassicSession> sessions = new HashMap<>();
    private final Thread registering = Thread.currentThread();
    /** Latest return value of the callback on the registering thread; used by that thread only. */
    private int status;

    ControlAdapter(final ClassicPort port, final ControlCallback callback, final @Nullable Object context) {
        this.port = port;
        this.callback = callback;
        this.context = context;
    }

    /** Returns the callback's last return value during the registration. */
    int takeStatus() {
        return status;
    }

    @Override
    public void onControl(final ControlNotice notice) {
        final WriteOptions.Target requester = notice.requester();
        if (requester != null) {
            final ClassicSession session = sessions.get(requester.sessionId());
            tell(RequestCode.CAPTURE_STATE, session == null ? ClassicSession.INVALID : session);
            return;
        }
        Throwable problem = null;
        for (final ControlNotice.SessionChange change : notice.changes()) {
            try {
                onChange(change);
            } catch (final Throwable e) {
                // The request of one session is reported even if the callback failed for another session.
                if (problem != null) {
                    e.addSuppressed(problem);
                }
                problem = e;
            }
        }
        if (problem != null) {
            LangUtil.rethrowUnchecked(problem);
        }
    }

    private void onChange(final ControlNotice.SessionChange change) {
        final WriteOptions.Target identity = change.session();
        final ClassicSession session = sessions.computeIfAbsent(identity.sessionId(),
                id -> new ClassicSession(port, identity, change.sessionName()));
        final Enablement wanted = change.after();
        if (wanted == null) {
            sessions.remove(identity.sessionId());
            session.enablement(null);
            tell(RequestCode.DISABLE_EVENTS, session);
        } else {
            session.enablement(ClassicEnablement.of(wanted));
            tell(RequestCode.ENABLE_EVENTS, session);
        }
    }

    private void tell(final int code, final ClassicSession session) {
        final ClassicRequest request = new ClassicRequest(code, session);
        try {
            final int returned = callback.onControl(request, context);
            if (Thread.currentThread() == registering) {
                status = returned;
            }
        } finally {
            request.expire();
        }
    }
}
