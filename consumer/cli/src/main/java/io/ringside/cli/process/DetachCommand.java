package io.ringside.cli.process;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ringside detach}: ends the tracing that the agent started. */
@Command(name = "detach", description = {
    "End the tracing of a JVM by the agent.",
    "The agent leaves all sessions, closes its provider and its counters, and ends its threads. Events that are in the "
            + "rings stay there until they are taken."}, exitCodeList = {
                "0:the agent has ended",
                "1:it has not, or there is none"}, footer = {
                    "",
                    "Example:",
                    "  ringside detach 4711"})
public final class DetachCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final AgentTarget target = new AgentTarget();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public DetachCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final JavaProcess process = target.process();
        target.call(process).detach();
        context.console().print(
                context.isJson() ? ProcessRow.of(process, false).json() : ProcessRow.line("detached: " + process));
        return ExitCode.DONE;
    }
}
