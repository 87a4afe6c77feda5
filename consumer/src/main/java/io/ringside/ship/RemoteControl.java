package io.ringside.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.setting.TimeoutNs;
import io.ringside.internal.ship.RemoteRequest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands that another host has requested, see {@link Shipper#control}, and requests commands from other hosts.
 * Called by one thread at a time.
 */
@FunctionalInterface
public interface RemoteControl {
    /** The commands that may be requested. */
    Set<String> COMMANDS = Set.of("enable", "disable", "snapshot");

    /**
     * Run a command, and wait for its end.
     *
     * @param arguments command line, whose first word is one of {@link #COMMANDS}
     * @return the result of the command
     */
    Result run(List<String> arguments);

    /**
     * Request a command from the hosts that ship to an address, and wait for their answers. A request is run at most
     * once, by shippers that are running when it is sent.
     *
     * @param context   with the address; its {@link ShipContext#interrupted} ends the wait
     * @param host      that is asked; null for all
     * @param arguments of the command, of which the first is one of {@link #COMMANDS}
     * @param timeout   for all answers
     * @return by the names of the hosts: those that have shipped in the last minute, and others that have answered;
     *         empty if the wait was ended before the request was sent, or there are none
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the command may not be asked for or is too
     *                           long, or another code if the carrier cannot be reached
     */
    static List<Answer> ask(final ShipContext context, final @Nullable String host, final List<String> arguments,
            final Duration timeout) {
        if (arguments.isEmpty() || !COMMANDS.contains(arguments.get(0))) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "command cannot be run from afar: command="
                    + (arguments.isEmpty() ? "" : arguments.get(0)) + ", commands="
                    + COMMANDS.stream().sorted().toList());
        }
        return RemoteRequest.ask(context, host == null ? "" : host, arguments, TimeoutNs.of(timeout));
    }

    /**
     * The result of a command.
     *
     * @param succeeded whether it has succeeded
     * @param detail    its output
     */
    record Result(boolean succeeded, String detail) {}

    /**
     * The answer of a host to a request.
     *
     * @param host   its name
     * @param state  whether it has run the command
     * @param detail its output; null if the host is silent
     */
    record Answer(String host, State state, @Nullable String detail) {}

    /** The state of a request at a host. */
    enum State {
        /** The command has succeeded. */
        DONE,
        /** The command was not run, because the host does not allow it. */
        REFUSED,
        /** The command has failed. */
        FAILED,
        /** The host did not answer in time; the command may or may not have been run. */
        SILENT
    }
}
