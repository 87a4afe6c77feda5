package io.ringside.cli.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.Controller;
import io.ringside.control.SessionStatus;
import io.ringside.control.StopResult;
import io.ringside.event.EventLimits;
import io.ringside.internal.render.JsonRow;
import io.ringside.internal.render.KnownDirectory;
import io.ringside.internal.render.SessionLines;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside stop}: ends a session, with its final ledger. */
@Command(name = "stop", description = {
    "End a session and print its final ledger.",
    "A running tail or record gets the time to take the remaining events. Without one, "
            + "they are discarded."}, exitCodeList = {
                "0:the session has ended, and no events were lost",
                "1:the session has not ended yet, or some of its numbers are unknown",
                "3:the session has ended, and events were lost"}, footer = {
                    "",
                    "Example:",
                    "  ringside stop trading"})
public final class StopCommand implements Callable<Integer> {
    /** Longest wait for processes and drain, unless another is asked for. */
    static final long DEFAULT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session.")
    private String name = "";

    @Option(names = "--timeout", paramLabel = "D", description = {
        "How long to wait for processes and the drain (default: 10s)."})
    private Duration timeout = Duration.ofNanos(DEFAULT_TIMEOUT_NS);

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public StopCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (ControlConnection connection = ControlConnection.open(context)) {
            context.console().progress("waiting up to " + timeout.toSeconds() + " s for processes and the drain");
            return StopReport.stop(connection.controller(), name, timeout.toNanos()).print(context);
        }
    }

    /**
     * A session's end, and what was lost until then. Immutable.
     *
     * @param status of the session, with the providers that it had enabled
     * @param result of the end
     */
    record StopReport(SessionStatus status, StopResult result) {
        private static final String ENDED = "stopped";

        static StopReport stop(final Controller controller, final String name, final long timeoutNs) {
            final SessionStatus before = controller.query(name);
            final StopResult result = controller.stop(name, timeoutNs);
            return new StopReport(
                    new SessionStatus(result.session(), before.enablements(), result.ledger(), result.drain()), result);
        }

        /**
         * Print the ledger and what would have helped.
         *
         * @return the exit code
         * @throws RingsideException after printing: with {@link ErrorCode#TIMEOUT} if the session has not ended, with
         *                           {@link ErrorCode#CORRUPT} if files of it could not be read
         */
        int print(final CommandContext context) {
            final LossCounts lost = status.ledger().totals().lost();
            final List<String> advice = LossAdvice.of(status.session().settings(), lost);
            final String state = result.ended() ? ENDED : SessionLines.state(status.session());
            if (context.isJson()) {
                final JsonRow row = SessionLines.json(status, state).beginArray("advice");
                advice.forEach(row::add);
                context.console().print(row.endArray().end());
            } else {
                SessionLines.text(status, state, KnownDirectory.NONE).forEach(context.console()::print);
                advice.forEach(context.console()::print);
            }
            result.requireComplete();
            return lost.total() > 0 ? ExitCode.LOST : ExitCode.DONE;
        }
    }

    /** What would have kept events from being lost. Stateless. */
    static final class LossAdvice {
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
                    "lanes were full: drain the session continuously (tail --follow)"
                            + (settings.laneBytes() < MAX_LANE_BYTES
                                    ? ", or start it with --lane-size " + 2L * settings.laneBytes() + " or more"
                                    : "");
                case TOO_LARGE -> settings.laneBytes() < LANE_BYTES_OF_LARGEST_EVENT
                        ? "events were larger than a quarter of a lane: start the session with --lane-size "
                                + LANE_BYTES_OF_LARGEST_EVENT
                                + ", and keep events below 64 KiB"
                        : "events were larger than the maximum: keep events below 64 KiB";
                case NO_LANE -> "more threads wrote than there were lanes, or too many threads began at the same time: "
                        + (settings.lanes() < EventLimits.LANES_MAX
                                ? "start the session with --lanes "
                                        + Math.min(EventLimits.LANES_MAX, 2 * settings.lanes())
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
}
