package io.ringside.consumer.cli.tail;

import io.ringside.consumer.ConsumerContext;
import io.ringside.consumer.RecordingContext;
import io.ringside.consumer.SessionConsumer;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.merge.Watermark;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside tail}: takes the events of a session and prints them. */
@Command(name = "tail", description = {
    "Print the events of a session or of a recording, decoded, and what was lost between them.",
    "What is printed of a session is taken out of it, and nobody else may take from it meanwhile. While the session "
            + "is recorded, its recording is printed from now on, and any number of tails may do so. Without --follow "
            + "it ends when it has seen every lane empty, or the recording's end."}, footer = {"",
                "Events of all threads and processes come in the order of their times. One that turns up after a "
                        + "younger one was printed, such as that of a thread which was stopped within the write, comes "
                        + "all the same, marked late (\"late\":true in JSON). With --unmerged nothing waits for older "
                        + "events, and nothing is marked.",
                "",
                "Examples:", "  ringside tail trading --follow", "  ringside tail trading --limit 10 --format json",
                "  ringside tail /var/tmp/trading"})
public final class TailCommand implements Callable<Integer> {
    /** After the last event: what was lost at the end of lanes and by processes that have died takes some looks. */
    private static final int LAST_LOOKS = 5;
    private static final long LAST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** What one of these looks finds last may have to wait for a thread that is stopped within a write. */
    private static final int MOST_LAST_LOOKS = LAST_LOOKS
            + (int) (Watermark.DEFAULT_REORDER_WINDOW_NS / LAST_LOOK_NS) + 1;

    /** Few, since what was taken and cannot be printed any more is gone. */
    private static final int EVENTS_PER_CYCLE = 256;

    private final CommandContext context;

    @Parameters(paramLabel = "SOURCE", description = "Name of a session, or folder of a recording.")
    private String source = "";

    @Option(names = "--follow", description = "Go on until the session ends, or Ctrl-C.")
    private boolean follow;

    @Option(names = "--limit", paramLabel = "N", description = {
        "End after N events, and take no more than these (default: no limit)."})
    private @Nullable Long limit;

    @Option(names = "--unmerged", description = {
        "Do not bring events into the order of their times: print what waits of one thread after the other, each "
                + "thread's events in its own order."})
    private boolean unmerged;

    @Option(names = "--idle", paramLabel = "MODE", description = {
        "What to do while nothing comes: ${COMPLETION-CANDIDATES} (default: sleep)."})
    private IdleMode idle = IdleMode.SLEEP;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public TailCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        context.interruption().handle();
        try {
            final Optional<Path> recording = RecordingTail.folder(source);
            if (recording.isPresent()) {
                recordingTail().print(recordingSettings(recording.get()));
            } else {
                printSession();
            }
        } catch (final AgentTerminationException e) {
            if (e.getCause() instanceof final RingsideException unread) {
                throw unread;
            }
            throw e;
        }
        return context.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    /** Takes from the session; if it is being recorded, prints what is recorded from now on. */
    private void printSession() {
        final ConsumerContext settings = settings();
        final SessionConsumer opened;
        try {
            opened = SessionConsumer.open(settings);
        } catch (final RingsideException e) {
            final Optional<Path> recording = e.code() == ErrorCode.BUSY
                    ? RecordingTail.folderOf(settings.directory(), source)
                    : Optional.empty();
            if (recording.isEmpty()) {
                throw e;
            }
            recordingTail().print(recordingSettings(recording.get()).fromEnd(true));
            return;
        }
        try (SessionConsumer consumer = opened) {
            take(consumer);
        }
    }

    private RecordingTail recordingTail() {
        return new RecordingTail(context, idle.strategy(), follow);
    }

    private RecordingContext recordingSettings(final Path folder) {
        return new RecordingContext(folder, printer()).eventLimit(eventLimit()).merged(!unmerged)
                .errorHandler(this::tell);
    }

    private EventPrinter printer() {
        return new EventPrinter(context.console(), context.isJson()
                ? new JsonEventLines()
                : new TextEventLines(ZoneId.systemDefault(), context.console().isColoured()));
    }

    private void tell(final Throwable failure) {
        context.console().tell(failure instanceof RingsideException
                ? String.valueOf(failure.getMessage())
                : failure.toString());
    }

    private ConsumerContext settings() {
        // Before anything is made.
        final long limitOfEvents = eventLimit();
        final ConsumerContext settings = new ConsumerContext(context.openDirectory(), source, printer())
                .eventLimit(limitOfEvents)
                .eventsPerCycle(EVENTS_PER_CYCLE)
                .merged(!unmerged)
                .errorHandler(this::tell);
        // Who does not follow wants to know at once which processes are dead, and may wait for it.
        return follow ? settings : settings.libraryThread(Runnable::run);
    }

    private void take(final SessionConsumer consumer) {
        final IdleStrategy idleStrategy = idle.strategy();
        boolean lanesSeen = false;
        while (!consumer.isDone() && !context.interruption().isRequested()) {
            final int work = consumer.doWork();
            if (!follow && lanesSeen && consumer.haveLanesBeenEmpty()) {
                takeLast(consumer);
                return;
            }
            lanesSeen = true;
            idleStrategy.idle(work);
        }
    }

    private void takeLast(final SessionConsumer consumer) {
        for (int look = 0; look < (consumer.holdsBack() ? MOST_LAST_LOOKS : LAST_LOOKS) && !consumer.isDone(); look++) {
            consumer.scanSoon();
            consumer.doWork();
            if (context.interruption().await(LAST_LOOK_NS)) {
                return;
            }
        }
    }

    private long eventLimit() {
        final Long given = limit;
        if (given == null) {
            return Long.MAX_VALUE;
        }
        if (given < 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "option is out of range: option=--limit, value=" + given
                            + ", min=0: see ringside tail --help");
        }
        return given;
    }
}
