package io.ringside.consumer.cli.tail;

import io.ringside.consumer.ConsumerContext;
import io.ringside.consumer.SessionConsumer;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside tail}: takes the events of a session and prints them. */
@Command(name = "tail", description = {"Print the events of a session, decoded, and what was lost between them.",
    "What is printed is taken out of the session, and nobody else may take from it meanwhile. Without "
            + "--follow it ends when it has seen every lane empty."}, footer = {"",
                "Events of one thread come in their order; those of different threads are not merged by time.", "",
                "Examples:", "  ringside tail trading --follow", "  ringside tail trading --limit 10 --format json"})
public final class TailCommand implements Callable<Integer> {
    /** After the last event: what was lost at the end of lanes and by processes that have died takes some looks. */
    private static final int LAST_LOOKS = 5;
    private static final long LAST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Few, since what was taken and cannot be printed any more is gone. */
    private static final int EVENTS_PER_CYCLE = 256;

    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--follow", description = "Go on until the session ends, or Ctrl-C.")
    private boolean follow;

    @Option(names = "--limit", paramLabel = "N", description = "End after N events, and take no more than these.")
    private @Nullable Long limit;

    // Nothing else can be asked for yet.
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--unmerged", description = "Print events lane by lane as they come: always so in this release.")
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
        final ConsumerContext settings = settings();
        context.interruption().handle();
        try (SessionConsumer consumer = SessionConsumer.open(settings)) {
            take(consumer);
        } catch (final AgentTerminationException e) {
            if (e.getCause() instanceof final RingsideException unread) {
                throw unread;
            }
            throw e;
        }
        return context.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    private ConsumerContext settings() {
        final long eventLimit = eventLimit();
        final EventLines lines = context.isJson()
                ? new JsonEventLines()
                : new TextEventLines(ZoneId.systemDefault(), context.console().isColoured());
        final ConsumerContext settings = new ConsumerContext(
                context.openDirectory(), name, new EventPrinter(context.console(), lines))
                .eventLimit(eventLimit)
                .eventsPerCycle(EVENTS_PER_CYCLE)
                .errorHandler(failure -> context.console().tell(
                        failure instanceof RingsideException
                                ? String.valueOf(failure.getMessage())
                                : failure.toString()));
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
        for (int look = 0; look < LAST_LOOKS && !consumer.isDone(); look++) {
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
