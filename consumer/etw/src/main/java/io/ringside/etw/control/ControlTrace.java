package io.ringside.etw.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import io.ringside.control.SessionStatus;
import io.ringside.session.SessionInfo;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbered operation on a session, like ETW's {@code ControlTrace}. It calls the {@link Controller}'s method of the
 * same name. Immutable.
 *
 * <pre>{@code
 * ControlTrace.of(ControlTrace.STOP, "orders").within(timeoutNs).run(controller)
 * }</pre>
 *
 * @param operation one of the constants, which are an ABI
 * @param name      of the session in any letter case; it takes precedence over the handle. Null to use the handle
 * @param handle    id of the session, {@link #NULL_HANDLE} for none
 * @param changes   for {@link #UPDATE}: text by name of the setting
 * @param timeoutNs maximum wait in nanoseconds, for operations that wait
 */
public record ControlTrace(
        int operation, @Nullable String name, long handle, Map<String, String> changes, long timeoutNs) {
    /** Read the state and the ledger: {@link Controller#query}. */
    public static final int QUERY = 0;

    /** End the session: {@link Controller#stop}. */
    public static final int STOP = 1;

    /** Change settings: {@link Controller#update}. */
    public static final int UPDATE = 2;

    /** Wait until pending events have been delivered: {@link Controller#flush}. */
    public static final int FLUSH = 3;

    /** Continue in a new file: {@link Controller#incrementFile}. Only for recordings with numbered files. */
    public static final int INCREMENT_FILE = 4;

    /** Deliver live. Rejected, because every session does. */
    public static final int CONVERT_TO_REAL_TIME = 5;

    /** Handle for no session. */
    public static final long NULL_HANDLE = 0;

    /**
     * Copies the map.
     *
     * @param operation one of the constants, which are an ABI
     * @param name of the session in any letter case; it takes precedence over the handle. Null to use the handle
     * @param handle id of the session, {@link #NULL_HANDLE} for none
     * @param changes for {@link #UPDATE}: text by name of the setting
     * @param timeoutNs maximum wait in nanoseconds, for operations that wait
     */
    public ControlTrace {
        changes = Map.copyOf(changes);
    }

    /**
     * Result of a numbered operation on a session. Immutable.
     *
     * @param status of the session after the operation: the last status of a session that has ended
     * @param stop   progress of the end, for {@link #STOP}; else null
     * @param flush  progress of the drain, for {@link #FLUSH} and {@link #INCREMENT_FILE}; else null
     */
    public record Result(SessionStatus status, Outcome.@Nullable Stopped stop, Outcome.@Nullable Flushed flush) {}

    /**
     * Create an operation on a session by its name.
     *
     * @param operation one of the constants
     * @param name      of the session
     * @return the operation
     */
    public static ControlTrace of(final int operation, final String name) {
        return new ControlTrace(operation, name, NULL_HANDLE, Map.of(), 0);
    }

    /**
     * Create an operation on a session by its handle.
     *
     * @param operation one of the constants
     * @param handle    id of the session
     * @return the operation
     */
    public static ControlTrace of(final int operation, final long handle) {
        return new ControlTrace(operation, null, handle, Map.of(), 0);
    }

    /**
     * Copy the operation with another maximum wait.
     *
     * @param newTimeoutNs maximum wait in nanoseconds
     * @return the operation
     */
    public ControlTrace within(final long newTimeoutNs) {
        return new ControlTrace(operation, name, handle, changes, newTimeoutNs);
    }

    /**
     * Copy the operation with settings to change.
     *
     * @param newChanges text by name of the setting
     * @return the operation
     */
    public ControlTrace with(final Map<String, String> newChanges) {
        return new ControlTrace(operation, name, handle, newChanges, timeoutNs);
    }

    /**
     * Run the operation.
     *
     * @param controller of the directory
     * @return the result
     * @throws RingsideException INVALID_ARGUMENT for an unknown operation, for one that no session allows, and without
     *                           a session; otherwise like the controller's method of that name
     */
    public Result run(final Controller controller) {
        requireAllowed();
        final String session = session(controller);
        return switch (operation) {
            case STOP -> stop(controller, session);
            case UPDATE -> {
                controller.update(session, changes);
                yield only(controller.query(session));
            }
            case FLUSH -> flushed(controller, session, controller.flush(session, Duration.ofNanos(timeoutNs)));
            case INCREMENT_FILE ->
                flushed(controller, session, controller.incrementFile(session, Duration.ofNanos(timeoutNs)));
            default -> only(controller.query(session));
        };
    }

    private void requireAllowed() {
        final String problem = switch (operation) {
            case QUERY, STOP, UPDATE, FLUSH,
                    INCREMENT_FILE ->
                null;
            case CONVERT_TO_REAL_TIME -> "session is delivered live already: operation=" + operation
                    + ": nothing is to be converted";
            default -> "no such operation: operation=" + operation + ": see ControlTrace";
        };
        if (problem != null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, problem);
        }
    }

    /** Returns the name of the session, which is found by its handle if no name was given. */
    private String session(final Controller controller) {
        if (name != null) {
            return name;
        }
        if (handle == NULL_HANDLE) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "neither name nor handle of a session: handle="
                    + handle + ": give one of them");
        }
        return controller.sessions().stream().filter(session -> session.id() == handle).findFirst()
                .map(SessionInfo::name)
                .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                        "no such session: handle=" + handle + ": it has ended, or never was"));
    }

    private Result stop(final Controller controller, final String session) {
        final SessionStatus before = controller.query(session);
        final Outcome.Stopped result = controller.stop(session, Duration.ofNanos(timeoutNs));
        return new Result(new SessionStatus(result.session(), before.enablements(), result.ledger(), result.drain()),
                result, null);
    }

    private static Result flushed(final Controller controller, final String session, final Outcome.Flushed flush) {
        return new Result(controller.query(session), null, flush);
    }

    private static Result only(final SessionStatus status) {
        return new Result(status, null, null);
    }
}
