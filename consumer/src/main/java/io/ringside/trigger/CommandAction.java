package io.ringside.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.setting.TimeoutNs;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program, without a shell. The program receives the number, time and event of the firing in its environment,
 * and an empty standard input; its output is discarded. Stateless.
 */
final class CommandAction implements EventTrigger.Action {
    private static final String NUMBER_VARIABLE = "RINGSIDE_TRIGGER_NUMBER";
    private static final String TIME_VARIABLE = "RINGSIDE_TRIGGER_TIME";
    private static final String PROVIDER_VARIABLE = "RINGSIDE_TRIGGER_PROVIDER";
    private static final String EVENT_VARIABLE = "RINGSIDE_TRIGGER_EVENT";

    private final List<String> command;
    private final long timeoutNs;

    CommandAction(final List<String> command, final Duration timeout) {
        if (command.isEmpty()) {
            throw RingsideException.invalidArgument("command of a trigger must name a program: command=" + command);
        }
        this.command = List.copyOf(command);
        this.timeoutNs = TimeoutNs.of(timeout);
    }

    @Override
    public String run(final EventTrigger.Firing firing) throws InterruptedException {
        final Process process = start(firing);
        try {
            if (!process.waitFor(timeoutNs, TimeUnit.NANOSECONDS)) {
                throw new RingsideException(ErrorCode.TIMEOUT, "command took too long and was killed: command="
                        + command + ", timeoutMs=" + TimeUnit.NANOSECONDS.toMillis(timeoutNs)
                        + ": let it start long tasks in the background and exit");
            }
            if (process.exitValue() != 0) {
                throw new RingsideException(ErrorCode.UNEXPECTED, "command failed: command=" + command
                        + ", exitCode=" + process.exitValue() + ": run it manually to see why");
            }
            return "command was run: command=" + command;
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private Process start(final EventTrigger.Firing firing) {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD);
        builder.environment().putAll(Map.of(NUMBER_VARIABLE, Long.toString(firing.number()), TIME_VARIABLE,
                Long.toString(firing.timeNs()), PROVIDER_VARIABLE, firing.provider(), EVENT_VARIABLE,
                firing.event()));
        try {
            final Process process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.FILE_SYSTEM, "command cannot be started: command=" + command
                    + ", reason=" + e.getMessage() + ": give the path of an executable program", e);
        }
    }
}
