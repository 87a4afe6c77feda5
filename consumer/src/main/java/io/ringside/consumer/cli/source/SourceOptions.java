package io.ringside.consumer.cli.source;

import io.ringside.consumer.cli.argument.EventFilterConverter;
import io.ringside.consumer.cli.argument.TimeConverter;
import io.ringside.consumer.where.EventFilter;
import io.ringside.consumer.where.TimeWindow;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of all commands that read events. */
public final class SourceOptions {
    @Parameters(paramLabel = "SOURCE", arity = "1..*", description = {
        "Name of a session, or folders of recordings, whose events come in one order of time."})
    private List<String> sources = new ArrayList<>();

    @Option(names = "--follow", description = "Go on until the session ends, or Ctrl-C.")
    private boolean follow;

    @Option(names = "--from-start", description = {
        "Of a session that is recorded: begin with its recording's first event, not with what comes now."})
    private boolean fromStart;

    @Option(names = "--where", paramLabel = "EXPR", converter = EventFilterConverter.class, description = {
        "Only events for which EXPR holds, such as 'level <= WARNING and (symbol is \"ABC\" or price > 10)'. Names: "
                + "time, id, version, level, opcode, task, keyword, pid, tid, activityId, relatedActivityId, provider, "
                + "event, and all fields (default: all events)."})
    private @Nullable EventFilter where;

    @Option(names = "--since", paramLabel = "T", converter = TimeConverter.class, description = {
        "Only events from T on: 2026-01-31T08:00:00Z, 08:00:00 of today, nanoseconds since 1970, or -5m ago (default: "
                + "the first)."})
    private @Nullable Instant since;

    @Option(names = "--until", paramLabel = "T", converter = TimeConverter.class, description = {
        "Only events up to T, including it (default: the last)."})
    private @Nullable Instant until;

    @Option(names = "--idle", paramLabel = "MODE", description = {
        "What to do while nothing comes: ${COMPLETION-CANDIDATES} (default: sleep)."})
    private IdleMode idle = IdleMode.SLEEP;

    List<String> sources() {
        return sources;
    }

    /** Whether to go on when everything was read. */
    public boolean isFollow() {
        return follow;
    }

    boolean isFromStart() {
        return fromStart;
    }

    IdleMode idle() {
        return idle;
    }

    /** Whether some events may not be wanted. */
    boolean isSelective() {
        return where != null || since != null || until != null;
    }

    @Nullable
    EventFilter filter() {
        return where;
    }

    /**
     * The window of time.
     *
     * @throws RingsideException if it ends before it begins (R6.4)
     */
    TimeWindow window() {
        try {
            return new TimeWindow(since == null ? Long.MIN_VALUE : epochNs(since),
                    until == null ? Long.MAX_VALUE : epochNs(until));
        } catch (final IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ": exchange --since and --until",
                    e);
        }
    }

    private static long epochNs(final Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }
}
