package io.ringside.etw.classic;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ready-made control callback that keeps the session that enabled the provider first: other sessions cannot redirect
 * the events until that session disables the provider. A session that enabled it meanwhile must enable it again.
 * <p>
 * Thread-safe; reading the state costs one volatile read. Writers read it once for each event, so that session, level
 * and flags are consistent:
 *
 * <pre>{@code
 * RedirectProtection.State now = control.state();
 * if (now.isWanted(Level.ERROR) && now.session().write(event.level(now.level())) != ClassicStatus.OK) {
 *     control.turnOff(now);
 * }
 * }</pre>
 * <p>
 * Changes during a callback are reported together after it has returned, first sessions that disable, then those that
 * enable: a session that enables the provider just before the protected one disables it may then take over.
 */
public final class RedirectProtection implements ControlCallback {
    private final AtomicReference<State> state = new AtomicReference<>(State.NONE);

    /** Request of a session at one moment. Immutable. */
    public static final class State {
        private static final State NONE = new State(ClassicSession.INVALID, 0, 0, false);

        private final ClassicSession session;
        private final int level;
        private final int flags;
        private final boolean on;
        /** The same state, turned off. */
        private final State off;

        private State(final ClassicSession session, final int level, final int flags, final boolean on) {
            this.session = session;
            this.level = level;
            this.flags = flags;
            this.on = on;
            this.off = on ? new State(session, level, flags, false) : this;
        }

        /** {@return whether events are written} */
        public boolean isOn() {
            return on;
        }

        /** {@return the session to write to; {@link ClassicSession#INVALID} if no session has enabled the provider} */
        public ClassicSession session() {
            return session;
        }

        /** {@return the level that the session has requested, 0 to 255: 0 requests everything} */
        public int level() {
            return level;
        }

        /** {@return the flags that the session has requested, whose meaning the provider defines} */
        public int flags() {
            return flags;
        }

        /**
         * Check whether an event must be written.
         *
         * @param eventLevel of the event
         * @return true if tracing is on and the session wants everything or this level
         */
        public boolean isWanted(final int eventLevel) {
            return on && (level == 0 || eventLevel <= level);
        }
    }

    /** Creates a callback that is off, without a session. */
    public RedirectProtection() {
        // The field has its initial value.
    }

    /**
     * Handle a request.
     *
     * @return 0; 6 if the session is unknown or has withdrawn its request; 87 if the request neither enables nor
     *         disables
     */
    @Override
    public synchronized int onControl(final ClassicRequest request, final @Nullable Object context) {
        return switch (request.code()) {
            case RequestCode.ENABLE_EVENTS -> enable(request.session()).code();
            case RequestCode.DISABLE_EVENTS -> disable(request.session()).code();
            default -> ClassicStatus.INVALID_PARAMETER.code();
        };
    }

    /** {@return the current state} */
    public State state() {
        return Objects.requireNonNull(state.get());
    }

    /**
     * Stop writing until the session enables the provider again; call this when a write fails. Nothing changes if this
     * or another session has made a request since.
     *
     * @param failed state with which the event was written
     */
    public void turnOff(final State failed) {
        state.compareAndSet(failed, failed.off);
    }

    private ClassicStatus enable(final ClassicSession session) {
        if (!session.isValid()) {
            return ClassicStatus.INVALID_HANDLE;
        }
        final State now = state();
        if (now.session.isValid() && now.session != session) {
            return ClassicStatus.OK;
        }
        final ClassicSettings settings = session.settings();
        if (settings.isKnown()) {
            state.set(new State(session, settings.level(), settings.flags(), true));
        } else if (now.session != session) {
            state.set(new State(session, now.level, now.flags, false));
        }
        return settings.status();
    }

    private ClassicStatus disable(final ClassicSession session) {
        if (!session.isValid()) {
            return ClassicStatus.INVALID_HANDLE;
        }
        final State now = state();
        if (now.session == session) {
            state.set(new State(ClassicSession.INVALID, now.level, now.flags, false));
        }
        return ClassicStatus.OK;
    }
}
