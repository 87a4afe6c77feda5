package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Progress of an operation that other processes take part in. The operation itself is in force: its own failures are
 * thrown. Call {@link #requireComplete} if all processes must have done their part. Immutable.
 */
public sealed interface Outcome {
    /** {@return whether all processes have done their part; also true if the operation did not wait for them} */
    boolean isComplete();

    /**
     * Returns an error that names what is missing.
     *
     * @return the error, to be thrown; only if this is not {@link #isComplete complete}
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

    /**
     * Answers of processes to a change. The change is in force in any case. Immutable.
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

        /** {@return how many processes have applied the change, those that could not attach among them} */
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

        /** An error that names the processes. */
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
                /** It has. */
                APPLIED,
                /** It could not attach: what it writes is lost. */
                REFUSED,
                /** It has not answered, its callback has not returned, or its page cannot be read. */
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
     * @param session   that was flushed
     * @param lanesLeft lanes that still hold events which were there at the call
     * @param drain     description of the process that drains the session; null if none does
     */
    record Flushed(SessionInfo session, int lanesLeft, @Nullable String drain) implements Outcome {
        /** Whether all events that were in the lanes at the call have been taken. */
        @Override
        public boolean isComplete() {
            return lanesLeft == 0;
        }

        /** An error that names the drain. */
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
     * @param session  that was stopped
     * @param ledger   how many events it wanted, and what became of them
     * @param ended    whether the session is gone and its slot free
     * @param timedOut processes that have not answered in time, for which the session keeps its slot
     * @param drain    description of the process that still drains the session; null if none does
     */
    record Stopped(SessionInfo session, LedgerTotals.Reading ledger, boolean ended, List<String> timedOut,
            @Nullable String drain) implements Outcome {
        /**
         * Copy the list.
         *
         * @param session that was stopped
         * @param ledger how many events it wanted, and what became of them
         * @param ended whether the session is gone and its slot free
         * @param timedOut processes that have not answered in time, for which the session keeps its slot
         * @param drain description of the process that still drains the session; null if none does
         */
        public Stopped {
            timedOut = List.copyOf(timedOut);
        }

        /** An error that names the processes, or the files that could not be read. */
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
         * Whether the session is gone and all of its numbers are known. Where it is gone and they are not, the ledger's
         * problems name the files that could not be read.
         */
        @Override
        public boolean isComplete() {
            return ended && ledger.finalReading();
        }
    }
}
