package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;

/**
 * Progress of an operation in which other processes take part. The operation itself is in effect; its own failures are
 * thrown. Call {@link #requireComplete} if all processes must have done their part. Immutable.
 */
public sealed interface Outcome permits AckResult, FlushResult, StopResult {
    /** {@return whether all processes have done their part; also true if the operation did not wait for them} */
    boolean isComplete();

    /**
     * Returns an error that names the missing parts.
     *
     * @return the error, to be thrown; only if this is not {@link #isComplete complete}
     */
    RingsideException unfinished();

    /**
     * Require that the operation is complete.
     *
     * @throws RingsideException with {@link ErrorCode#TIMEOUT} for processes that have not answered, or another code
     */
    default void requireComplete() {
        if (!isComplete()) {
            throw unfinished();
        }
    }
}
