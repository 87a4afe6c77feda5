package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Progress of an operation in which other processes take part. The operation itself is in effect; its own failures are
 * thrown. Call {@link #requireComplete} if all processes must have done their part. Immutable.
 */
public sealed interface Outcome {
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

    /**
     * The answers of processes to a change, which is in effect in any case. Immutable.
     *
     * @param answers of the processes that the change concerns; those that have not answered in time are left out if
     *                the time-out was 0
     */
    record Answers(List<ProcessAnswer> answers) implements Outcome {
        /**
         * Copy the list.
         *
         * @param answers of the processes that the change concerns
         */
        public Answers {
            answers = List.copyOf(answers);
        }

        /** {@return the number of processes that have applied the change, including those that could not attach} */
        public int acknowledged() {
            return answers.size() - timedOut().size();
        }

        /** {@return the processes that could not attach, each with the cause} */
        public List<String> refused() {
            return texts(ProcessAnswer.State.REFUSED);
        }

        /** {@return the processes that have not answered in time; none if the time-out was 0} */
        public List<String> timedOut() {
            return texts(ProcessAnswer.State.UNANSWERED);
        }

        private List<String> texts(final ProcessAnswer.State state) {
            return answers.stream().filter(answer -> answer.state() == state).map(ProcessAnswer::text).toList();
        }

        @Override
        public boolean isComplete() {
            return refused().isEmpty() && timedOut().isEmpty();
        }

        /** Returns an error that names the processes. */
        @Override
        public RingsideException unfinished() {
            return timedOut().isEmpty()
                    ? new RingsideException(ErrorCode.NO_SPACE, "processes cannot attach: refused=" + refused()
                            + ": what they write is lost as notAttached until they can")
                    : new RingsideException(ErrorCode.TIMEOUT, "processes have not answered: timedOut=" + timedOut()
                            + (refused().isEmpty() ? "" : ", refused=" + refused())
                            + ": resume or end them; the change is in force for them as well");
        }

        /**
         * The answer of one process to a change. Immutable.
         *
         * @param process description of the process
         * @param state   whether it has applied the change
         * @param reason  of another state, for people; null if there is none
         */
        public record ProcessAnswer(String process, State state, @Nullable String reason) {
            /** Whether a process has applied a change. */
            public enum State {
                /** The process has applied the change. */
                APPLIED,
                /** The process could not attach; its events are lost. */
                REFUSED,
                /** The process has not answered, its callback has not returned, or its page cannot be read. */
                UNANSWERED
            }

            /** {@return the process, and the reason if there is one} */
            public String text() {
                return reason == null ? process : process + ": " + reason;
            }
        }
    }

    /**
     * Progress of a flush. Immutable.
     *
     * @param session   session that was flushed
     * @param lanesLeft number of lanes that still contain events from before the call
     * @param drain     description of the process that drains the session; null if there is none
     */
    record Flushed(SessionInfo session, int lanesLeft, @Nullable String drain) implements Outcome {
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

    /**
     * Progress of a session's end. Immutable.
     *
     * @param session  session that was stopped
     * @param ledger   number of events that it wanted, with their outcomes
     * @param ended    whether the session is gone and its slot free
     * @param timedOut processes that have not answered in time, for which the session keeps its slot
     * @param drain    description of the process that still drains the session; null if there is none
     */
    record Stopped(SessionInfo session, LedgerTotals.Reading ledger, boolean ended, List<String> timedOut,
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
        public Stopped {
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
         * Returns whether the session is gone and all of its counts are known. If it is gone and some are not, the
         * ledger's problems name the files that could not be read.
         */
        @Override
        public boolean isComplete() {
            return ended && ledger.finalReading();
        }
    }
}
