package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.session.SessionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a flush. Immutable.
 *
 * @param session   session that was flushed
 * @param lanesLeft number of lanes that still contain events from before the call
 * @param drain     description of the process that drains the session; null if there is none
 */
public record FlushResult(SessionInfo session, int lanesLeft, @Nullable String drain) implements Outcome {
    /** Returns whether all events that were in the lanes at the call have been taken. */
    @Override
    public boolean isComplete() {
        return lanesLeft == 0;
    }

    /** Returns an error that names the drain. */
    @Override
    public RingsideException unfinished() {
        return new RingsideException(ErrorCode.TIMEOUT, "lanes are not drained: session=" + session.name()
                + ", lanesLeft=" + lanesLeft + ", drain=" + (drain == null ? "none" : drain)
                + ": resume its process, or drain the session");
    }
}
