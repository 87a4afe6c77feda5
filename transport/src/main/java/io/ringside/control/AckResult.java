package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.List;

/**
 * Answers of processes to a change. The change is in force in any case. Immutable.
 *
 * @param acknowledged processes that have applied it
 * @param refused      those of them that could not attach, with the cause
 * @param timedOut     processes that have not answered in time; empty if the time-out was 0
 */
public record AckResult(int acknowledged, List<String> refused, List<String> timedOut) implements Outcome {
    /**
     * Copy the lists.
     *
     * @param acknowledged processes that have applied it
     * @param refused those of them that could not attach, with the cause
     * @param timedOut processes that have not answered in time; empty if the time-out was 0
     */
    public AckResult {
        refused = List.copyOf(refused);
        timedOut = List.copyOf(timedOut);
    }

    @Override
    public boolean isComplete() {
        return refused.isEmpty() && timedOut.isEmpty();
    }

    /** An error that names the processes. */
    @Override
    public RingsideException unfinished() {
        return timedOut.isEmpty()
                ? new RingsideException(ErrorCode.NO_SPACE, "processes cannot attach: refused=" + refused
                        + ": what they write is lost as notAttached until they can")
                : new RingsideException(ErrorCode.TIMEOUT, "processes have not answered: timedOut=" + timedOut
                        + (refused.isEmpty() ? "" : ", refused=" + refused)
                        + ": resume or end them; the change is in force for them as well");
    }
}
