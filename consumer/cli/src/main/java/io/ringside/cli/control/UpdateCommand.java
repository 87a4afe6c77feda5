package io.ringside.cli.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.argument.SizeConverter;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.SessionStatus;
import io.ringside.internal.recording.RecordingMove;
import io.ringside.recording.RecordingLimits;
import io.ringside.recording.RecordingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringside update}: changes settings of a session that runs. */
@Command(name = "update", description = {"Change settings of a session that runs.",
    "What is not said stays as it is. Lanes, overflow and clock are fixed as long as it runs."}, footer = {"",
        "Examples:", "  ringside update trading --max-bytes 1g",
        "  ringside update trading --description 'orders of today'",
        "  ringside update trading --to /var/tmp/evening --mode circular --max-size 1g"})
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

    @Option(names = "--to", paramLabel = "DIR", description = {
        "Folder in which the session's recorder goes on; every event is in one of the two recordings, once "
                + "(default: as it is)."})
    private @Nullable Path folder;

    @Option(names = "--mode", paramLabel = "MODE", description = {
        "Mode of the recording in --to: sequential, circular, newfile or append (default: sequential)."})
    private @Nullable RecordingMode mode;

    @Option(names = "--max-size", paramLabel = "SIZE", converter = SizeConverter.class, description = {
        "Bytes of the recording in --to, of each file with --mode newfile (default: no limit)."})
    private @Nullable Long maxSize;

    @Option(names = "--max-age", paramLabel = "D", converter = DurationConverter.class, description = {
        "Age at which files give way, with --to and --mode circular (default: no limit)."})
    private @Nullable Duration maxAge;

    @Option(names = "--timeout", paramLabel = "D", converter = DurationConverter.class, description = {
        "Longest wait for the recorder, with --to (default: 10s)."})
    private Duration timeout = Duration.ofNanos(StopCommand.DEFAULT_TIMEOUT_NS);

    @Spec
    private CommandSpec spec = CommandSpec.create();

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
        final RecordingLimits limits = limits();
        try (ControlConnection connection = ControlConnection.open(context)) {
            if (!changes.isEmpty()) {
                connection.controller().update(name, changes);
            }
            if (folder != null) {
                new RecordingMove(connection.controller(), connection.books()).run(name, folder, limits,
                        timeout.toNanos());
                changes.put("to", folder.toString());
            }
            final SessionStatus status = connection.controller().query(name);
            final String state = SessionRows.state(status.session());
            if (context.isJson()) {
                context.console().print(SessionRows.json(status, state, KnownDirectory.of(connection)).end());
            } else {
                context.console().print("session " + status.session().name() + " is changed: " + changes);
            }
        }
        return ExitCode.DONE;
    }

    private RecordingLimits limits() {
        if (folder == null && (mode != null || maxSize != null || maxAge != null)) {
            throw new ParameterException(spec.commandLine(),
                    "--mode, --max-size and --max-age are those of the recording in --to, which is missing");
        }
        try {
            return RecordingLimits.of(mode == null ? RecordingMode.SEQUENTIAL : mode, maxSize == null ? 0 : maxSize,
                    maxAge == null ? 0 : maxAge.toNanos());
        } catch (final RingsideException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage())
                    .replace("maxBytes=", "--max-size=").replaceAll("maxAgeNs=(\\d+)", "--max-age=$1ns"), e);
        }
    }

    private Map<String, String> changes() {
        final Map<String, String> changes = new LinkedHashMap<>();
        if (maxBytes != null) {
            changes.put("maxBytes", maxBytes.toString());
        }
        if (description != null) {
            changes.put("description", description);
        }
        if (changes.isEmpty() && folder == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "nothing to be changed: session=" + name + ": see ringside update --help");
        }
        return changes;
    }
}
