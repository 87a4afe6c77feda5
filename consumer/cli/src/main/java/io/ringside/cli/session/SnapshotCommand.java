package io.ringside.cli.session;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.SnapshotRecorder;
import io.ringside.text.JsonRow;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside snapshot}: copies the events of a session in overwrite mode to a recording. */
@Command(name = "snapshot", description = {
    "Copy what a session in overwrite mode holds now to a folder.",
    "A session is in overwrite mode if it was started with --overflow drop-oldest. A snapshot takes no events: "
            + "the session continues, and its ledger does not change. Read the folder with tail, which shows "
            + "where events were overwritten."}, footer = {
                "",
                "Examples:",
                "  ringside start recorder --overflow drop-oldest",
                "  ringside snapshot recorder --to /var/tmp/before-the-crash",
                "  ringside tail /var/tmp/before-the-crash"})
public final class SnapshotCommand implements Callable<Integer> {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--to", paramLabel = "DIR", required = true, description = {
        "Folder to copy to: new or empty, a different one for each snapshot."})
    private Path folder = Path.of("");

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public SnapshotCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final RecorderContext settings = new RecorderContext(name, folder).directory(context.openDirectory())
                .errorHandler(context.console()::tellFailure);
        context.interruption().handle();
        try (SnapshotRecorder snapshot = SnapshotRecorder.open(settings)) {
            copy(snapshot);
            if (!snapshot.isComplete()) {
                return ExitCode.INTERRUPTED;
            }
            report(snapshot);
        }
        return ExitCode.DONE;
    }

    private void copy(final SnapshotRecorder snapshot) {
        long nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
        while (!snapshot.isComplete() && !context.interruption().isRequested()) {
            snapshot.doWork();
            final long nowNs = System.nanoTime();
            if (nowNs - nextProgressNs >= 0) {
                nextProgressNs = nowNs + PROGRESS_INTERVAL_NS;
                context.console().progress(String.format(Locale.ROOT, "recorded %,d events", snapshot.events()));
            }
        }
    }

    private void report(final SnapshotRecorder snapshot) {
        if (context.isJson()) {
            context.console().print(new JsonRow().begin().put("name", name).put("recorded", snapshot.events())
                    .put("overwritten", snapshot.overwrittenEvents()).put("lost", snapshot.lostEvents())
                    .put("bytes", snapshot.bytes()).put("folder", folder.toString()).end());
        } else {
            context.console().printPlain(String.format(Locale.ROOT,
                    "recorded %,d events, %,d overwritten, %,d lost, %,d bytes: %s", snapshot.events(),
                    snapshot.overwrittenEvents(), snapshot.lostEvents(), snapshot.bytes(), folder));
        }
    }
}
