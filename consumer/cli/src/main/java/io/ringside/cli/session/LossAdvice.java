package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.event.EventLimits;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Advice about settings that would have prevented losses. Stateless. */
final class LossAdvice {
    /** Smallest lane size in which an event can have the maximum size of events. */
    private static final int LANE_BYTES_OF_LARGEST_EVENT = 256 * 1024;

    /** Assumed size of a typical log event. */
    private static final int LOG_BYTES = 1024;

    private static final int MAX_LANE_BYTES = 1 << 30;

    private LossAdvice() {}

    /**
     * Returns advice for the causes that have occurred.
     *
     * @param settings  of the session
     * @param lost      by cause
     * @param shortages reasons why processes could not create all their lanes, as returned by
     *                  {@code Controller.shortages}
     * @return one line for each cause that has occurred
     */
    static List<String> of(final SessionSettings settings, final LossCounts lost, final Set<ErrorCode> shortages) {
        return Arrays.stream(LossCause.values())
                .filter(cause -> lost.of(cause) > 0)
                .map(cause -> cause.jsonName() + ": " + advice(cause, settings, shortages))
                .toList();
    }

    private static String advice(final LossCause cause, final SessionSettings settings,
            final Set<ErrorCode> shortages) {
        if ((cause == LossCause.NO_LANE || cause == LossCause.NOT_ATTACHED) && !shortages.isEmpty()) {
            return shortages.contains(ErrorCode.LIMIT)
                    ? "processes had no memory for lanes, because the session's bound of memory was reached: start it"
                            + " with --max-bytes " + 2 * settings.maxBytes() + " or more, or with fewer or smaller"
                            + " lanes"
                    : "processes had no memory for lanes, because the file system of the trace directory or the control"
                            + " group was full: free some space there, or start the session with fewer or smaller"
                            + " lanes";
        }
        return switch (cause) {
            case FULL ->
                "lanes were full: drain the session continuously (tail --follow)"
                        + (settings.laneBytes() < MAX_LANE_BYTES
                                ? ", or start it with --lane-size " + 2L * settings.laneBytes() + " or more: a lane of"
                                        + " that size holds " + 2L * settings.laneBytes() / LOG_BYTES + " logs of 1 KiB"
                                : "");
            case TOO_LARGE -> settings.laneBytes() < LANE_BYTES_OF_LARGEST_EVENT
                    ? "events were larger than a quarter of a lane: start the session with --lane-size "
                            + LANE_BYTES_OF_LARGEST_EVENT
                            + ", and keep events below 64 KiB"
                    : "events were larger than the maximum: keep events below 64 KiB";
            case NO_LANE -> "more threads wrote than there were lanes, or too many threads began at the same time: "
                    + (settings.lanes() < EventLimits.LANES_MAX
                            ? "start the session with --lanes " + Math.min(EventLimits.LANES_MAX, 2 * settings.lanes())
                                    + " or more"
                            : "let fewer threads write")
                    + ", or start the application with RINGSIDE_SPARE_LANES (or -Dringside.spare.lanes) set to the"
                    + " number of threads that begin at the same time, or let its threads acquire their lanes before"
                    + " they write (Ringside.writer)";
            case NOT_ATTACHED ->
                "processes had no memory for lanes: start the session with --max-bytes " + 2 * settings.maxBytes()
                        + " or more, or with fewer or smaller lanes, and check the free space in the trace directory";
            case ERROR -> "an exception was thrown during a write: see the log of the application";
            case CORRUPT -> "lanes were damaged: find out what else writes into the trace directory";
            case ABANDONED -> "processes ended during a write: no setting prevents this";
            case DISCARDED -> "no drain took the remaining events: run tail before or while the session is stopped";
        };
    }
}
