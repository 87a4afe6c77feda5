package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.cli.render.SessionLines;
import io.ringside.control.Controller;
import io.ringside.control.SessionStatus;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
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

/** {@code ringside update}: changes settings of a running session. */
@Command(name = "update", description = {
    "Change the settings of a running session.",
    "Settings that you omit stay as they are. Lanes, overflow policy and clock cannot be changed while the "
            + "session runs."}, footer = {
                "",
                "Examples:",
                "  ringside update trading --max-bytes 1g",
                "  ringside update trading --description 'orders of today'",
                "  ringside update trading --to /var/tmp/evening --mode circular --max-size 1g"})
public final class UpdateCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--max-bytes", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "Limit of the session's memory across all processes (default: unchanged)."})
    private @Nullable Long maxBytes;

    @Option(names = "--description", paramLabel = "TEXT", description = {
        "Text that describes the session (default: unchanged)."})
    private @Nullable String description;

    @Option(names = "--to", paramLabel = "DIR", description = {
        "Continue the session's recording in this folder. Every event is in exactly one of the two recordings "
                + "(default: unchanged)."})
    private @Nullable Path folder;

    @Option(names = "--mode", paramLabel = "MODE", description = {
        "Mode of the new recording: sequential, circular, newfile or append; requires --to (default: sequential)."})
    private RecorderContext.@Nullable Mode mode;

    @Option(names = "--max-size", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "Size limit of the new recording, or of each file with --mode newfile; requires --to (default: no limit)."})
    private @Nullable Long maxSize;

    @Option(names = "--max-age", paramLabel = "D", description = {
        "Age at which files are removed; requires --to and --mode circular (default: no limit)."})
    private @Nullable Duration maxAge;

    @Option(names = "--timeout", paramLabel = "D", description = {
        "How long to wait for the recorder with --to (default: 10s)."})
    private Duration timeout = Controller.STOP_TIMEOUT;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public UpdateCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final Map<String, String> changes = changes();
        final RecorderContext target = target();
        try (Controller controller = context.openController()) {
            if (!changes.isEmpty()) {
                controller.update(name, changes);
            }
            if (target != null) {
                Recorder.move(target.directory(controller.directory()), timeout);
                changes.put("to", String.valueOf(folder));
            }
            final SessionStatus status = controller.query(name);
            final String state = SessionLines.state(status.session());
            if (context.isJson()) {
                context.console().print(SessionLines.json(status, state, KnownDirectory.of(controller)).end());
            } else {
                context.console().printPlain("session " + status.session().name() + " was changed: " + changes);
            }
        }
        return ExitCode.DONE;
    }

    /** Returns the settings for continuing the recording in another folder; null if it is not to be moved. */
    private @Nullable RecorderContext target() {
        if (folder == null) {
            if (mode != null || maxSize != null || maxAge != null) {
                throw new ParameterException(spec.commandLine(),
                        "--mode, --max-size and --max-age require --to");
            }
            return null;
        }
        final RecorderContext target = new RecorderContext(name, folder)
                .mode(mode == null ? RecorderContext.Mode.SEQUENTIAL : mode)
                .maxBytes(maxSize == null ? 0 : maxSize).maxAgeNs(maxAge == null ? 0 : maxAge.toNanos())
                .errorHandler(context.console()::tellFailure);
        RecordCommand.checkLimits(spec, target);
        return target;
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
                    "nothing to change: session=" + name + ": see ringside update --help");
        }
        return changes;
    }
}
