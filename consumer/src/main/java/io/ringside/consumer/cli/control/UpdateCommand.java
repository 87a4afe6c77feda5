package io.ringside.consumer.cli.control;

import io.ringside.consumer.cli.argument.SizeConverter;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.control.SessionStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside update}: changes settings of a session that runs. */
@Command(name = "update", description = {"Change settings of a session that runs.",
    "What is not said stays as it is. Lanes, overflow and clock are fixed as long as it runs."}, footer = {"",
        "Examples:", "  ringside update trading --max-bytes 1g",
        "  ringside update trading --description 'orders of today'"})
public final class UpdateCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--max-bytes", paramLabel = "SIZE", converter = SizeConverter.class, description = {
        "Bound of the session's memory over all processes (default: as it is)."})
    private @Nullable Long maxBytes;

    @Option(names = "--description", paramLabel = "TEXT", description = {
        "What the session is for (default: as it is)."})
    private @Nullable String description;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public UpdateCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final Map<String, String> changes = changes();
        try (ControlConnection connection = ControlConnection.open(context)) {
            connection.controller().update(name, changes);
            final SessionStatus status = connection.controller().query(name);
            final String state = SessionRows.state(status.session());
            if (context.isJson()) {
                context.console().print(SessionRows.json(status, state).end());
            } else {
                context.console().print("session " + status.session().name() + " is changed: " + changes);
            }
        }
        return ExitCode.DONE;
    }

    private Map<String, String> changes() {
        final Map<String, String> changes = new LinkedHashMap<>();
        if (maxBytes != null) {
            changes.put("maxBytes", maxBytes.toString());
        }
        if (description != null) {
            changes.put("description", description);
        }
        if (changes.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "nothing to be changed: session=" + name + ": see ringside update --help");
        }
        return changes;
    }
}
