package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicPort;
import io.ringside.internal.write.ClassicRecord;
import io.ringside.write.WriteOptions;
import org.jspecify.annotations.Nullable;

/**
 * Session that a classic provider writes to: ETW's session handle. A session is represented by the same object as long
 * as it has the provider enabled, so that handles may be compared by {@code ==}. Thread-safe.
 * <p>
 * Events are written to this session only, at any level. When the session or the registration has ended, every write is
 * rejected with {@link ClassicStatus#INVALID_HANDLE}.
 */
public final class ClassicSession {
    /** No session; ETW's handle with all bits set. */
    public static final ClassicSession INVALID = new ClassicSession(null, null, "");

    private final @Nullable ClassicPort port;
    private final WriteOptions.@Nullable Target identity;
    private final String name;
    private volatile @Nullable ClassicEnablement enablement;

    ClassicSession(final @Nullable ClassicPort port, final WriteOptions.@Nullable Target identity, final String name) {
        this.port = port;
        this.identity = identity;
        this.name = name;
    }

    /** {@return the name of the session; empty if it is {@link #INVALID}} */
    public String name() {
        return name;
    }

    /** {@return whether this is a session, which may have ended, and not {@link #INVALID}} */
    public boolean isValid() {
        return identity != null;
    }

    /** {@return the current level and flags of the session} */
    public ClassicSettings settings() {
        final ClassicEnablement wanted = enablement;
        return wanted != null && stands()
                ? new ClassicSettings(ClassicStatus.OK, wanted.level(), wanted.flags())
                : ClassicSettings.UNKNOWN;
    }

    /**
     * Write an event.
     *
     * @param event with its header
     * @return the result
     */
    public ClassicStatus write(final @Nullable ClassicEvent event) {
        if (event == null) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        final ClassicStatus status = event.prepare();
        return status == ClassicStatus.OK ? write(event.record()) : status;
    }

    /**
     * Write an event of an instance.
     *
     * @param event with its header
     * @return the result
     */
    public ClassicStatus write(final @Nullable InstanceEvent event) {
        if (event == null) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        final ClassicStatus status = event.prepare(port);
        return status == ClassicStatus.OK ? write(event.record()) : status;
    }

    /**
     * Write a message.
     *
     * @param message with its arguments
     * @return the result
     */
    public ClassicStatus write(final @Nullable ClassicMessage message) {
        if (message == null) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        final ClassicStatus status = message.prepare();
        return status == ClassicStatus.OK ? write(message.record()) : status;
    }

    /** Sets the current enablement of the session; null if it has disabled the provider. */
    void enablement(final @Nullable ClassicEnablement wanted) {
        enablement = wanted;
    }

    private ClassicStatus write(final ClassicRecord record) {
        final ClassicPort to = port;
        final WriteOptions.Target session = identity;
        return to == null || session == null
                ? ClassicStatus.INVALID_HANDLE
                : ClassicStatus.of(to.write(record, session));
    }

    private boolean stands() {
        final ClassicPort to = port;
        final WriteOptions.Target session = identity;
        return to != null && session != null && to.stands(session);
    }

    @Override
    public String toString() {
        return "ClassicSession{name=" + name + ", identity=" + identity + '}';
    }
}
