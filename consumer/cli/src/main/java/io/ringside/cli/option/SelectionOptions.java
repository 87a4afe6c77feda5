package io.ringside.cli.option;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.EventFilter;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select events of a command's sources. */
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

    /** Moments around which events are wanted, in nanoseconds since 1970; null for all times. */
    private @Nullable Collection<Long> aroundNs;
    private long spanNs;

    /** Time by which the clock of the events' session is ahead of the wall clock. */
    private long aheadNs;

    /** Whether times depend on what time it is now. */
    boolean isRelative() {
        return (since != null && since.isRelative()) || (until != null && until.isRelative());
    }

    /** Whether times do not depend on what time it is now. */
    boolean isAbsolute() {
        return (since != null && !since.isRelative()) || (until != null && !until.isRelative());
    }

    /**
     * Take times that depend on now by the clock of a session, which keeps the wall clock of its start.
     *
     * @param newAheadNs by which it is ahead of the wall clock
     */
    void ahead(final long newAheadNs) {
        aheadNs = newAheadNs;
    }

    /** Whether some events may not be wanted. */
    public boolean isSelective() {
        return where != null || since != null || until != null || aroundNs != null;
    }

    /**
     * Want only events around some moments.
     *
     * @param timesNs   in nanoseconds since 1970
     * @param newSpanNs before and after each
     */
    void around(final Collection<Long> timesNs, final long newSpanNs) {
        aroundNs = timesNs;
        spanNs = newSpanNs;
    }

    /** Returns the condition for events; null if there is none. */
    @Nullable
    EventFilter condition() {
        return where;
    }

    /**
     * The events that are wanted.
     *
     * @return the filter: condition and time
     * @throws RingsideException if the time ends before it begins
     */
    public EventFilter filter() {
        final EventFilter conditional = where == null ? EventFilter.all() : where;
        return inTime(aroundNs == null ? conditional : conditional.around(aroundNs, spanNs));
    }

    /**
     * Reject a condition on fields that no event has; which fields they have is known only once events are read.
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
     * Narrows a filter down to the time that was given.
     *
     * @throws RingsideException if it ends before it begins
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

    /** Nanoseconds since 1970; of a moment that they do not reach, the nearest that they do. */
    public static long epochNs(final Instant instant) {
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_SECOND), instant.getNano());
        } catch (final ArithmeticException e) {
            return instant.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
