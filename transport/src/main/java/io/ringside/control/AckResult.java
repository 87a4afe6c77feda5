package io.ringside.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.AckResult.ProcessAnswer.State;
import java.util.List;

/**
 * The answers of processes to a change, which is in effect in any case. Immutable.
 *
 * @param answers of the processes that the change concerns; those that have not answered in time are left out if the
 *                time-out was 0
 */
public record AckResult(List<ProcessAnswer> answers) implements Outcome {
    /**
     * Copy the list.
     *
     * @param answers of the processes that the change concerns
     */
    public AckResult {
        answers = List.copyOf(answers);
    }

    /** {@return the number of processes that have applied the change, including those that could not attach} */
    public int acknowledged() {
        return answers.size() - timedOut().size();
    }

    /** {@return the processes that could not attach, each with the cause} */
    public List<String> refused() {
        return texts(State.REFUSED);
    }

    /** {@return the processes that have not answered in time; none if the time-out was 0} */
    public List<String> timedOut() {
        return texts(State.UNANSWERED);
    }

    private List<String> texts(final State state) {
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
     * @param reason  reason for another state, for display; empty if there is none
     */
    public record ProcessAnswer(String process, State state, String reason) {
        /** State of a process after a change. */
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
            return reason.isEmpty() ? process : process + ": " + reason;
        }
    }
}
