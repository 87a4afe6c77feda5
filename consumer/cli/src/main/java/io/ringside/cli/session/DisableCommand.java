package io.ringside.cli.session;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.session.ProviderTarget.KnownProvider;
import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ringside disable}: disables a provider in a session. */
@Command(name = "disable", description = {
    "Stop recording a provider in a session.",
    "Events that were already recorded remain available. The session continues."}, footer = {
        "",
        "Example:",
        "  ringside disable trading Orders"})
public final class DisableCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private ProviderTarget target = new ProviderTarget();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public DisableCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (Controller controller = context.openController()) {
            final KnownProvider known = target.find(controller);
            final Outcome.Answers result = controller.disable(target.session(), known.id(), target.timeout());
            ProviderTarget.report(context, known, "disabled", result, row -> {});
        }
        return ExitCode.DONE;
    }
}
