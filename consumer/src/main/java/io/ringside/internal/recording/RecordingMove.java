package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.SessionLedgers;
import io.ringside.internal.registry.SessionRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Has the recorder of a session continue in another folder, with other limits, while writers run: every event is in
 * one of the two recordings, exactly once. Stateless.
 */
public final class RecordingMove {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private RecordingMove() {}

    /**
     * Move the recording of a session, as {@link io.ringside.recording.Recorder#move} says, and wait until its recorder
     * writes there.
     *
     * @param timeoutNs longest wait; the order stands if it was too short
     * @return the session as it is now
     */
    public static SessionRow run(final DirectoryController controller, final String sessionName, final Path folder,
            final RecordingLimits limits, final long timeoutNs) {
        final SessionLedgers ledgers = controller.ledgers();
        final long deadlineNs = System.nanoTime() + timeoutNs;
        final SessionRow session = controller.row(sessionName);
        limits.requireFor(session);
        final String sink = ledgers.sink(session);
        if (sink == null) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "session is not being recorded: session=" + session.name()
                    + ", drain=" + Objects.requireNonNullElse(ledgers.drainHolder(session), "none")
                    + ": start a recorder in the new folder");
        }
        if (isAt(sink, folder)) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "session is already being recorded there: session="
                    + session.name() + ", folder=" + sink + ": use another folder");
        }
        final RecordingOrder order = RecordingOrder.after(session.settings().recording(), folder, limits);
        final SessionRow ordered = controller.update(sessionName, Map.of(RecordingOrder.SETTING, order.text()));
        while (!isAt(ledgers.sink(ordered), folder)) {
            final String holder = ledgers.drainHolder(ordered);
            if (System.nanoTime() - deadlineNs >= 0 || holder == null || Thread.currentThread().isInterrupted()) {
                throw new RingsideException(ErrorCode.TIMEOUT, "recorder has not moved to the folder: session="
                        + ordered.name() + ", drain=" + Objects.requireNonNullElse(holder, "none") + ", folder="
                        + order.folder()
                        + ": see the recorder's output");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return ordered;
    }

    private static boolean isAt(final @Nullable String sink, final Path folder) {
        try {
            return sink != null && Files.isDirectory(folder) && Files.isSameFile(Path.of(sink), folder);
        } catch (final IOException e) {
            return false;
        }
    }
}
