package io.ringside.cli.option;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.EventFilter;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select among the events of the sources. */
public final class SelectionOptions {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    @Option(names = "--where", paramLabel = "EXPR", description = {
        "Only events that match EXPR, such as 'level <= warning and (symbol is \"ABC\" or price > 10)'. EXPR can "
                + "use time, id, version, channel, level, opcode, task, keyword, pid, tid, activityId, "
                + "relatedActivityId, late, provider, event, host, and all fields; a field with such a name is "
                + "fields.NAME. @FILE reads EXPR from a file, and @NAME from ~/.config/ringside/NAME.where "
                + "(default: all events)."})
    private @Nullable EventFilter where;

    @Option(names = "--since", paramLabel = "T", description = {
        "Only events from T on: 2026-01-31T08:00:00Z, 08:00:00 of today, nanoseconds since 1970, or -5m for five "
                + "minutes ago (default: the first)."})
    private @Nullable TypedTime since;

    @Option(names = "--until", paramLabel = "T", description = {
        "Only events up to and including T (default: the last)."})
    private @Nullable TypedTime until;

    /** Times around which events are selected, in nanoseconds since 1970; null for all times. */
    private @Nullable Collection<Long> aroundNs;
    private long spanNs;

    /** Time in nanoseconds by which the clock of the session is ahead of the wall clock. */
    private long aheadNs;

    /** Whether a time was typed that is relative to now. */
    boolean isRelative() {
        return (since != null && since.isRelative()) || (until != null && until.isRelative());
    }

    /** Whether a time was typed that is not relative to now. */
    boolean isAbsolute() {
        return (since != null && !since.isRelative()) || (until != null && !until.isRelative());
    }

    /**
     * Converts relative times by the clock of a session, which continues the wall clock of the session's start.
     *
     * @param newAheadNs nanoseconds by which the session's clock is ahead of the wall clock
     */
    void ahead(final long newAheadNs) {
        aheadNs = newAheadNs;
    }

    /** Whether the selection may exclude events. */
    public boolean isSelective() {
        return where != null || since != null || until != null || aroundNs != null;
    }

    /**
     * Selects only the events around some times.
     *
     * @param timesNs   times in nanoseconds since 1970
     * @param newSpanNs span before and after each time, in nanoseconds
     */
    void around(final Collection<Long> timesNs, final long newSpanNs) {
        aroundNs = timesNs;
        spanNs = newSpanNs;
    }

    @Nullable
    EventFilter condition() {
        return where;
    }

    /**
     * Returns the filter for the selected events: condition and time.
     *
     * @throws RingsideException if the time range ends before it begins
     */
    public EventFilter filter() {
        final EventFilter conditional = where == null ? EventFilter.all() : where;
        return inTime(aroundNs == null ? conditional : conditional.around(aroundNs, spanNs));
    }

    /**
     * Rejects a condition on fields that no event has. The fields of the events are known only after reading them.
     *
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT}
     */
    public void requireFits() {
        if (where != null && !where.misfits().isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    String.join("; ", where.misfits()) + ": check --where");
        }
    }

    /**
     * Narrows a filter down to the typed time range.
     *
     * @throws RingsideException if the range ends before it begins
     */
    EventFilter inTime(final EventFilter filter) {
        try {
            return filter.during(since == null ? Long.MIN_VALUE : since.epochNs(aheadNs),
                    until == null ? Long.MAX_VALUE : until.epochNs(aheadNs));
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + (aroundNs == null
                    ? ": swap --since and --until"
                    : ": choose --around within --since and --until"), e);
        }
    }

    /** Returns nanoseconds since 1970, limited to the range of a long. */
    public static long epochNs(final Instant instant) {
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_SECOND), instant.getNano());
        } catch (final ArithmeticException e) {
            return instant.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
