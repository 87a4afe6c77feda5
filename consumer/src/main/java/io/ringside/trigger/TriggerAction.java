package io.ringside.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.ErrorHandler;

/** The action of a trigger when it fires. */
@FunctionalInterface
public interface TriggerAction {
    /** Longest time of a command, unless the application gives another. */
    Duration COMMAND_TIMEOUT = Duration.ofSeconds(60);

    /**
     * Do it. Called by the trigger's thread; an action that takes longer than the trigger waits for at its end is
     * interrupted.
     *
     * @param firing of the trigger
     * @return what was done, for people, in one line
     * @throws Exception if it fails: the failure is reported, and has no other effect
     */
    String run(EventTrigger.Firing firing) throws Exception;

    /**
     * An action that runs a program, without a shell between. The program finds number, time (nanoseconds since 1970),
     * provider and event of the firing in {@code RINGSIDE_TRIGGER_NUMBER}, {@code …_TIME}, {@code …_PROVIDER} and
     * {@code …_EVENT}, and nothing on standard input; its output is thrown away.
     *
     * @param command program and arguments
     * @param timeout longest time; a program that takes more is killed
     * @return the action
     */
    static TriggerAction command(final List<String> command, final Duration timeout) {
        return new CommandAction(command, timeout);
    }

    /**
     * An action that takes a snapshot of a session in overwrite mode, each into a folder of its own: the first number
     * that is free of 000001, 000002, …
     *
     * @param directory    trace directory of the session; created if it is absent
     * @param session      name of a session in overwrite mode, which must be there
     * @param folder       gets a folder for each snapshot; made with the first if it is absent
     * @param errorHandler receives files that are left out
     * @return the action
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session,
     *                           {@link ErrorCode#WRONG_KIND} if it is not in overwrite mode
     */
    static TriggerAction snapshot(final Path directory, final String session, final Path folder,
            final ErrorHandler errorHandler) {
        return SnapshotAction.of(directory, session, folder, errorHandler);
    }

    /**
     * An action that stops a session, also the one that the trigger reads: its consumer takes what is left.
     *
     * @param directory    trace directory of the session; created if it is absent
     * @param session      its name; it must be there
     * @param timeout      longest wait for processes and drain together
     * @param errorHandler receives files that cannot be used
     * @return the action
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session
     */
    static TriggerAction stop(final Path directory, final String session, final Duration timeout,
            final ErrorHandler errorHandler) {
        return new StopAction(directory, session, timeout, errorHandler);
    }
}
