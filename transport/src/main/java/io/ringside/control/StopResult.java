package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.session.LedgerReading;
import io.ringside.session.SessionInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a session's end. Immutable.
 *
 * @param session  session that was stopped
 * @param ledger   number of events that it wanted, with their outcomes
 * @param ended    whether the session is gone and its slot free
 * @param timedOut processes that have not answered in time, for which the session keeps its slot
 * @param drain    description of the process that still drains the session; null if there is none
 */
public record StopResult(SessionInfo session, LedgerReading ledger, boolean ended, List<String> timedOut,
        @Nullable String drain) implements Outcome {
    /**
     * Copy the list.
     *
     * @param session session that was stopped
     * @param ledger number of events that it wanted, with their outcomes
     * @param ended whether the session is gone and its slot free
     * @param timedOut processes that have not answered in time, for which the session keeps its slot
     * @param drain description of the process that still drains the session; null if there is none
     */
    public StopResult {
        timedOut = List.copyOf(timedOut);
    }

    /** Returns an error that names the processes, or the files that could not be read. */
    @Override
    public RingsideException unfinished() {
        if (ended) {
            return new RingsideException(ErrorCode.CORRUPT,
                    "session has ended, and not all of its numbers are known: name=" + session.name() + ", files="
                            + ledger.problems()
                            + ": what was counted there is missing, and may have been lost");
        }
        return new RingsideException(ErrorCode.TIMEOUT, "session is still stopping: name=" + session.name()
                + (timedOut.isEmpty() ? "" : ", timedOut=" + timedOut)
                + (drain == null ? "" : ", drain=" + drain)
                + ": resume or end these processes, then stop it again");
    }

    /**
     * Returns whether the session is gone and all of its counts are known. If it is gone and some are not, the ledger's
     * problems name the files that could not be read.
     */
    @Override
    public boolean isComplete() {
        return ended && ledger.finalReading();
    }
}
