package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.SessionRow;
import org.jspecify.annotations.Nullable;

/** Reads the totals of sinks by name, for a drain that follows on a recorder. Must be thread-safe. */
@FunctionalInterface
public interface SinkReader {
    /** Reads no sink. */
    SinkReader NONE = (sink, session) -> {
        throw new RingsideException(ErrorCode.BUSY, "session was last recorded, and this program cannot read "
                + "its recording: sink=" + sink + ": drain or stop it with the ringside program");
    };

    /**
     * Read a sink's checkpoints, once nobody writes to it any more.
     *
     * @param sink    name that its recorder has given
     * @param session that was recorded
     * @return its checkpoints
     * @throws RingsideException if they cannot be read, are not of this session, or somebody may still be writing
     */
    SinkBooks read(String sink, SessionRow session);

    /**
     * Name the process that writes to a sink.
     *
     * @param sink name that its recorder has given
     * @return the process, for people; null if nobody writes to it, as far as this program can find out
     */
    default @Nullable String writer(final String sink) {
        return null;
    }
}
