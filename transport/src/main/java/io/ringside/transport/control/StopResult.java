package io.ringside.transport.control;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.rows.SessionRow;
import java.util.List;
import java.util.Optional;

/**
 * How far a session's end has come. Immutable.
 *
 * @param session  that was stopped
 * @param ledger   its numbers
 * @param ended    whether the session is gone and its slot free
 * @param timedOut processes that did not answer in time, and for which the session keeps its slot
 * @param drain    who still drains the session, if that is what it waits for
 */
public record StopResult(SessionRow session, LedgerReading ledger, boolean ended, List<String> timedOut,
        Optional<String> drain) {
    /** Copy the list. */
    public StopResult {
        timedOut = List.copyOf(timedOut);
    }

    /**
     * What a session that has not {@link #ended} waits for.
     *
     * @return an error that names the processes, with {@link ErrorCode#TIMEOUT}, to be thrown
     */
    public RingsideException unfinished() {
        return new RingsideException(ErrorCode.TIMEOUT, "session is still stopping: name=" + session.name()
                + (timedOut.isEmpty() ? "" : ", timedOut=" + timedOut)
                + drain.map(holder -> ", drain=" + holder).orElse("")
                + ": resume or end these processes, then stop it again");
    }

    /**
     * Whether the session is gone and all of its numbers are known. Where it is gone and they are not, the ledger's
     * problems name the files that could not be read.
     */
    public boolean isFinal() {
        return ended && ledger.finalReading();
    }
}
