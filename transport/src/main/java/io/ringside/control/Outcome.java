package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;

/**
 * How far an operation has come that others have a part in. The operation itself is in force: what has failed is thrown
 * by it. Call {@link #requireComplete} if you need all of it. Immutable.
 */
public sealed interface Outcome permits AckResult, FlushResult, StopResult {
    /** Whether everybody has done what the operation asks of them. An operation that does not wait asks nobody. */
    boolean isComplete();

    /**
     * What is missing.
     *
     * @return an error that names it, to be thrown; only if this is not {@link #isComplete complete}
     */
    RingsideException unfinished();

    /**
     * Reject what is not complete.
     *
     * @throws RingsideException with {@link ErrorCode#TIMEOUT} for those that have not answered, or another code
     */
    default void requireComplete() {
        if (!isComplete()) {
            throw unfinished();
        }
    }
}
