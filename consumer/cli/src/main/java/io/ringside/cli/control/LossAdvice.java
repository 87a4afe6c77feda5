package io.ringside.cli.control;

import io.ringside.event.EventLimits;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionSettings;
import java.util.Arrays;
import java.util.List;

/** What would have kept events from being lost. Stateless. */
final class LossAdvice {
    /** In a lane of this size an event may be as large as events can be. */
    private static final int LANE_BYTES_OF_LARGEST_EVENT = 256 * 1024;

    private static final int MAX_LANE_BYTES = 1 << 30;

    private LossAdvice() {}

    /** One line for each cause that occurred. */
    static List<String> of(final SessionSettings settings, final LossCounts lost) {
        return Arrays.stream(LossCause.values())
                .filter(cause -> lost.of(cause) > 0)
                .map(cause -> cause.jsonName() + ": " + advice(cause, settings))
                .toList();
    }

    private static String advice(final LossCause cause, final SessionSettings settings) {
        return switch (cause) {
            case FULL ->
                "lanes had no room: drain all the time (tail --follow)" + (settings.laneBytes() < MAX_LANE_BYTES
                        ? ", or start with --lane-size " + 2L * settings.laneBytes() + " or more"
                        : "");
            case TOO_LARGE -> settings.laneBytes() < LANE_BYTES_OF_LARGEST_EVENT
                    ? "events were larger than a quarter of a lane: start with --lane-size "
                            + LANE_BYTES_OF_LARGEST_EVENT
                            + ", and write less than 64 KiB at a time"
                    : "events were larger than any event may be: write less than 64 KiB at a time";
            case NO_LANE -> "more threads wrote than there are lanes, or began at once than had lanes ready: "
                    + (settings.lanes() < EventLimits.LANES_MAX
                            ? "start with --lanes " + Math.min(EventLimits.LANES_MAX, 2 * settings.lanes()) + " or more"
                            : "let fewer threads write")
                    + ", or start the application with RINGSIDE_SPARE_LANES (or -Dringside.spare.lanes) set to as many"
                    + " threads as begin at once, or have its threads take their lanes before they write"
                    + " (Ringside.writer)";
            case NOT_ATTACHED -> "processes had no memory for lanes: start with --max-bytes " + 2 * settings.maxBytes()
                    + " or more, or with fewer or smaller lanes, and look for free space in the trace directory";
            case ERROR -> "something was thrown in the middle of writes: see the log of the application";
            case CORRUPT -> "lanes were damaged: find out what else writes into the trace directory";
            case ABANDONED -> "processes ended in the middle of writes: no setting helps";
            case DISCARDED -> "nobody took what was left: run tail before or while the session is stopped";
        };
    }
}
