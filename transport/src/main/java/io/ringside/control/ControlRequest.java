package io.ringside.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A numbered operation on a session (R4.5). Immutable.
 *
 * @param operation of {@link SessionOperation}
 * @param name      of the session in any letter case; it wins over the handle. Null to go by the handle
 * @param handle    id of the session; 0 for none
 * @param changes   for {@link SessionOperation#UPDATE}: text by name of the setting
 * @param timeoutNs longest wait, where the operation waits
 */
public record ControlRequest(
        int operation, @Nullable String name, long handle, Map<String, String> changes, long timeoutNs) {
    /** No session by its handle. */
    public static final long NULL_HANDLE = 0;

    /** Copy the map. */
    public ControlRequest {
        changes = Map.copyOf(changes);
    }

    /**
     * An operation on a session by its name.
     *
     * @param operation of {@link SessionOperation}
     * @param name      of the session
     */
    public static ControlRequest of(final int operation, final String name) {
        return new ControlRequest(operation, name, NULL_HANDLE, Map.of(), 0);
    }

    /**
     * An operation on a session by its handle.
     *
     * @param operation of {@link SessionOperation}
     * @param handle    id of the session
     */
    public static ControlRequest of(final int operation, final long handle) {
        return new ControlRequest(operation, null, handle, Map.of(), 0);
    }

    /**
     * The same operation with another longest wait.
     *
     * @param newTimeoutNs longest wait
     */
    public ControlRequest within(final long newTimeoutNs) {
        return new ControlRequest(operation, name, handle, changes, newTimeoutNs);
    }

    /**
     * The same operation with settings to change.
     *
     * @param newChanges text by name of the setting
     */
    public ControlRequest with(final Map<String, String> newChanges) {
        return new ControlRequest(operation, name, handle, newChanges, timeoutNs);
    }
}
