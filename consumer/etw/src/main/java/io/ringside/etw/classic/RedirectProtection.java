package io.ringside.etw.classic;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A control callback that is ready to be used: it keeps the session that has enabled the provider first, and others
 * cannot redirect its events until that one disables it. A session that enabled it meanwhile has to do so again.
 * <p>
 * Thread-safe; a writer's question costs one volatile read. Writers ask once for each event, so that session, level and
 * flags are those of one moment:
 *
 * <pre>{@code
 * RedirectProtection.State now = control.state();
 * if (now.isWanted(Level.ERROR) && now.session().write(event.level(now.level())) != ClassicStatus.OK) {
 *     control.turnOff(now);
 * }
 * }</pre>
 * <p>
 * Changes that happen while a callback runs are reported together when it has returned, ends before beginnings: a
 * session that enables the provider just before the protected one disables it may then take over.
 */
public final class RedirectProtection implements ControlCallback {
    private final AtomicReference<State> state = new AtomicReference<>(State.NONE);

    /** The request of a session, as it was known at one moment. Immutable. */
    public static final class State {
        private static final State NONE = new State(ClassicSession.INVALID, 0, 0, false);

        private final ClassicSession session;
        private final int level;
        private final int flags;
        private final boolean on;
        /** The same, turned off. */
        private final State off;

        private State(final ClassicSession session, final int level, final int flags, final boolean on) {
            this.session = session;
            this.level = level;
            this.flags = flags;
            this.on = on;
            this.off = on ? new State(session, level, flags, false) : this;
        }

        /** {@return whether events are to be written} */
        public boolean isOn() {
            return on;
        }

        /**
         * {@return where they are to be written to; {@link ClassicSession#INVALID} if no session has enabled the
         * provider}
         */
        public ClassicSession session() {
            return session;
        }

        /** {@return level that the session has asked for, 0 to 255: 0 asks for everything} */
        public int level() {
            return level;
        }

        /** {@return the flags that the session has asked for; what they mean is the provider's affair} */
        public int flags() {
            return flags;
        }

        /**
         * Whether an event is to be written.
         *
         * @param eventLevel of the event
         * @return true if tracing is on and the session wants everything or this level
         */
        public boolean isWanted(final int eventLevel) {
            return on && (level == 0 || eventLevel <= level);
        }
    }

    /** Off, without a session. */
    public RedirectProtection() {
        // See the field.
    }

    /**
     * Follow a request.
     *
     * @return 0; 6 if its session cannot be determined, or asks for nothing any more; 87 if it is neither to enable nor
     *         to disable
     */
    @Override
    public synchronized int onControl(final ClassicRequest request, final @Nullable Object context) {
        return switch (request.code()) {
            case RequestCode.ENABLE_EVENTS -> enable(request.session()).code();
            case RequestCode.DISABLE_EVENTS -> disable(request.session()).code();
            default -> ClassicStatus.INVALID_PARAMETER.code();
        };
    }

    /** {@return what is asked for now} */
    public State state() {
        return Objects.requireNonNull(state.get());
    }

    /**
     * Write no more until the session enables the provider again: what to do when a write fails. Nothing changes if
     * anything has been asked for since, by this session or by another one.
     *
     * @param failed state by which the event was written
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
