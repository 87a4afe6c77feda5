package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.SessionRow;
import org.jspecify.annotations.Nullable;

/** Reads the totals of sinks by name, for a drain that follows a recorder. Must be thread-safe. */
@FunctionalInterface
public interface SinkReader {
    /** Reader for programs that cannot read sinks. */
    SinkReader NONE = (sink, session) -> {
        throw new RingsideException(ErrorCode.BUSY, "session was last recorded, and this program cannot read "
                + "its recording: sink=" + sink + ": drain or stop it with the ringside program");
    };

    /**
     * Read a sink's checkpoints, once it has no writer any more.
     *
     * @param sink    name given by its recorder
     * @param session recorded session
     * @return its checkpoints
     * @throws RingsideException if they cannot be read, belong to another session, or the sink may still have a writer
     */
    SinkLedger read(String sink, SessionRow session);

    /**
     * Describe the process that writes to a sink.
     *
     * @param sink name given by its recorder
     * @return description of the process; null if there is no writer, as far as this program can determine
     */
    default @Nullable String writer(final String sink) {
        return null;
    }
}
