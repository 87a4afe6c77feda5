package io.ringside.etw.classic;

import io.ringside.internal.write.ClassicPort;
import io.ringside.internal.write.ClassicRecord;
import io.ringside.write.WriteOptions;
import org.jspecify.annotations.Nullable;

/**
 * A session that a classic provider writes to: ETW's session handle. The same object for the same session as long as it
 * has the provider enabled, so that handles may be compared by {@code ==}. Thread-safe.
 * <p>
 * Whatever is written goes to this session alone, whatever its level. When it has ended, or the
 * registration has, every write is refused with {@link ClassicStatus#INVALID_HANDLE}.
 */
public final class ClassicSession {
    /** No session: where ETW has a handle of all ones. */
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

    /** {@return whether it is a session at all, which may have ended} */
    public boolean isValid() {
        return identity != null;
    }

    /** {@return level and flags that the session asks for now} */
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
     * @return what it came to
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
     * @return what it came to
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
     * @return what it came to
     */
    public ClassicStatus write(final @Nullable ClassicMessage message) {
        if (message == null) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        final ClassicStatus status = message.prepare();
        return status == ClassicStatus.OK ? write(message.record()) : status;
    }

    /** Sets the enablement that the session asks for from now on; null if none. */
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
