package io.ringside.consumer.cli.record;

import io.ringside.consumer.cli.argument.SizeConverter;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.JsonRow;
import io.ringside.consumer.queue.RollInterval;
import io.ringside.consumer.recording.Recorder;
import io.ringside.consumer.recording.RecorderContext;
import io.ringside.transport.RingsideException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside record}: takes the events of a session and writes them into a recording. */
@Command(name = "record", description = {"Record a session into a folder, until the session ends or Ctrl-C.",
    "Every event and every gap is recorded exactly once, also if the recorder is killed and started again with the "
            + "same folder. Read the recording with tail, also while it grows."}, footer = {"",
                "Exit codes: 0 the session ended, nothing was lost; 3 it ended, events were lost; 130 Ctrl-C.", "",
                "Examples:", "  ringside record trading --to /var/tmp/trading",
                "  ringside tail /var/tmp/trading --follow"})
public final class RecordCommand implements Callable<Integer> {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--to", paramLabel = "DIR", required = true, description = {
        "Folder to record to: absent, empty, or with a recording of this session, which is continued."})
    private Path folder = Path.of("");

    @Option(names = "--roll", paramLabel = "CYCLE", converter = CycleConverter.class, description = {
        "How often a new file is begun: secondly, five-minutely, hourly or daily (default: hourly)."})
    private RollInterval roll = RollInterval.HOURLY;

    @Option(names = "--min-free", paramLabel = "SIZE", converter = SizeConverter.class, description = {
        "Free bytes of the disk below which recording waits and the session's rings fill (default: 8m)."})
    private @Nullable Long minFree;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public RecordCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final RecorderContext settings = new RecorderContext(context.openDirectory(), name, folder).roll(roll)
                .errorHandler(failure -> context.console().tell(failure instanceof RingsideException
                        ? String.valueOf(failure.getMessage())
                        : failure.toString()));
        if (minFree != null) {
            settings.minFreeBytes(minFree);
        }
        context.interruption().handle();
        final Recorder recorder = Recorder.open(settings);
        try (recorder) {
            record(recorder);
        }
        report(recorder);
        if (context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        return recorder.lostEvents() > 0 ? ExitCode.LOST : ExitCode.DONE;
    }

    private void record(final Recorder recorder) {
        final IdleStrategy idle = new SleepingIdleStrategy(IDLE_NS);
        long nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
        boolean stalled = false;
        while (!recorder.hasEnded() && !context.interruption().isRequested()) {
            idle.idle(recorder.doWork());
            if (recorder.isStalled() != stalled) {
                stalled = recorder.isStalled();
                context.console().tell(stalled
                        ? "disk has too little room, nothing is recorded: path=" + folder + ": make room"
                        : "disk has room again, recording goes on: path=" + folder);
            }
            final long nowNs = System.nanoTime();
            if (nowNs - nextProgressNs >= 0) {
                nextProgressNs = nowNs + PROGRESS_INTERVAL_NS;
                context.console().progress(String.format(Locale.ROOT, "recorded %,d events, %,d lost",
                        recorder.events(), recorder.lostEvents()));
            }
        }
    }

    private void report(final Recorder recorder) {
        if (context.isJson()) {
            context.console().print(new JsonRow().begin().put("name", recorder.session().name())
                    .put("recorded", recorder.events()).put("lost", recorder.lostEvents())
                    .put("bytes", recorder.bytes()).put("folder", folder.toString()).end());
        } else {
            context.console().print(String.format(Locale.ROOT, "recorded %,d events, %,d lost, %,d bytes: %s",
                    recorder.events(), recorder.lostEvents(), recorder.bytes(), folder));
        }
    }
}
