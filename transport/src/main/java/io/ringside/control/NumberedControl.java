package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.SessionRow;
import java.util.Optional;

/** Numbered operations, each by the method of its name (R4.5, R4.11). For one thread. */
final class NumberedControl {
    private final Controller controller;

    NumberedControl(final Controller controller) {
        this.controller = controller;
    }

    ControlResult run(final ControlRequest request) {
        requireAllowed(request.operation());
        final String name = name(request);
        return switch (request.operation()) {
            case SessionOperation.STOP -> stop(name, request.timeoutNs());
            case SessionOperation.UPDATE -> {
                controller.update(name, request.changes());
                yield only(controller.query(name));
            }
            case SessionOperation.FLUSH -> flushed(name, controller.flush(name, request.timeoutNs()));
            case SessionOperation.INCREMENT_FILE ->
                flushed(name, controller.incrementFile(name, request.timeoutNs()));
            default -> only(controller.query(name));
        };
    }

    private static void requireAllowed(final int operation) {
        final String problem = switch (operation) {
            case SessionOperation.QUERY, SessionOperation.STOP, SessionOperation.UPDATE, SessionOperation.FLUSH,
                    SessionOperation.INCREMENT_FILE ->
                null;
            case SessionOperation.CONVERT_TO_REAL_TIME -> "session is delivered live already: operation=" + operation
                    + ": nothing is to be converted";
            default -> "no such operation: operation=" + operation + ": see SessionOperation";
        };
        if (problem != null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, problem);
        }
    }

    /** Of the session by its name or, without one, by its handle. */
    private String name(final ControlRequest request) {
        final String name = request.name();
        if (name != null) {
            return name;
        }
        if (request.handle() == ControlRequest.NULL_HANDLE) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "neither name nor handle of a session: handle="
                    + request.handle() + ": give one of them");
        }
        return controller.sessions().stream().filter(session -> session.id() == request.handle()).findFirst()
                .map(SessionRow::name)
                .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                        "no such session: handle=" + request.handle() + ": it has ended, or never was"));
    }

    private ControlResult stop(final String name, final long timeoutNs) {
        final SessionStatus before = controller.query(name);
        final StopResult result = controller.stop(name, timeoutNs);
        return new ControlResult(
                new SessionStatus(result.session(), before.enablements(), result.ledger(), result.drain()),
                Optional.of(result), Optional.empty());
    }

    private ControlResult flushed(final String name, final FlushResult flush) {
        return new ControlResult(controller.query(name), Optional.empty(), Optional.of(flush));
    }

    private static ControlResult only(final SessionStatus status) {
        return new ControlResult(status, Optional.empty(), Optional.empty());
    }
}
