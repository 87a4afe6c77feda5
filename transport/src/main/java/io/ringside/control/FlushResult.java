package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.SessionRow;
import java.util.Optional;

/**
 * How far a flush has come (R4.9). Immutable.
 *
 * @param session   that was flushed
 * @param lanesLeft lanes of which the drain has not taken everything that stood there at the call
 * @param drain     who drains the session, if anybody does
 */
public record FlushResult(SessionRow session, int lanesLeft, Optional<String> drain) implements Outcome {
    /** Whether everything that stood there at the call was taken. */
    @Override
    public boolean isComplete() {
        return lanesLeft == 0;
    }

    /** An error that names the drain. */
    @Override
    public RingsideException unfinished() {
        return new RingsideException(ErrorCode.TIMEOUT, "lanes are not drained: session=" + session.name()
                + ", lanesLeft=" + lanesLeft + ", drain=" + drain.orElse("none")
                + ": resume its process, or drain the session");
    }
}
