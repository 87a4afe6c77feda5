package io.ringside.transport.classic;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A control callback that is ready to be used: it keeps the session that has enabled the provider first, and others
 * cannot redirect its events until that one disables it (R5.6). Whoever enabled it meanwhile has to do so again.
 * <p>
 * Thread-safe; what writers ask costs one volatile read.
 */
public final class RedirectProtection implements ControlCallback {
    private final AtomicReference<State> state = new AtomicReference<>(State.NONE);

    /** What is known, at one moment. Immutable. */
    private static final class State {
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
    }

    /** Off, without a session. */
    public RedirectProtection() {
        // See the field.
    }

    /**
     * Follow a request.
     *
     * @return 0; 6 if its session cannot be told, or asks for nothing any more; 87 if it is neither to enable nor to
     *         disable
     */
    @Override
    public int onControl(final ClassicRequest request, final @Nullable Object context) {
        return switch (request.code()) {
            case RequestCode.ENABLE_EVENTS -> enable(request.session()).code();
            case RequestCode.DISABLE_EVENTS -> disable(request.session()).code();
            default -> ClassicStatus.INVALID_PARAMETER.code();
        };
    }

    /** Whether events are to be written. */
    public boolean isOn() {
        return current().on;
    }

    /** Where they are to be written to; {@link ClassicSession#INVALID} if nobody has enabled the provider. */
    public ClassicSession session() {
        return current().session;
    }

    /** Level that the session has asked for, 0 to 255: 0 asks for everything. */
    public int level() {
        return current().level;
    }

    /** Flags that the session has asked for; what they mean is the provider's affair. */
    public int flags() {
        return current().flags;
    }

    /**
     * Whether an event is to be written (R5.7).
     *
     * @param eventLevel of the event
     * @return true if tracing is on and the session wants everything or this level
     */
    public boolean isWanted(final int eventLevel) {
        final State now = current();
        return now.on && (now.level == 0 || eventLevel <= now.level);
    }

    /** Write no more until the session enables the provider again: what to do when a write fails. */
    public void turnOff() {
        final State now = current();
        // What a session has asked for in between goes first.
        state.compareAndSet(now, now.off);
    }

    private ClassicStatus enable(final ClassicSession session) {
        if (!session.isValid()) {
            return ClassicStatus.INVALID_HANDLE;
        }
        final State now = current();
        if (now.session.isValid() && now.session != session) {
            return ClassicStatus.OK;
        }
        final ClassicSettings settings = session.settings();
        state.set(settings.isKnown()
                ? new State(session, settings.level(), settings.flags(), true)
                : new State(session, now.level, now.flags, now.on));
        return settings.status();
    }

    private ClassicStatus disable(final ClassicSession session) {
        if (!session.isValid()) {
            return ClassicStatus.INVALID_HANDLE;
        }
        final State now = current();
        if (now.session == session) {
            state.set(new State(ClassicSession.INVALID, now.level, now.flags, false));
        }
        return ClassicStatus.OK;
    }

    private State current() {
        return Objects.requireNonNull(state.get());
    }
}
