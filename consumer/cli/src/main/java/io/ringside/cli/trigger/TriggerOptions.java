package io.ringside.cli.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.argument.EventFilterConverter;
import io.ringside.cli.console.CommandContext;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.trigger.EventTrigger;
import io.ringside.trigger.TriggerContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a trigger. */
public final class TriggerOptions {
    @Option(names = "--trigger", paramLabel = "EXPR", converter = EventFilterConverter.class, description = {
        "Run the --then actions when an event matches EXPR, which is written as for --where of tail (default: "
                + "never)."})
    private @Nullable EventFilter condition;

    @Option(names = "--then", paramLabel = "ACTION", converter = ActionConverter.class, description = {
        "Action of the trigger: snapshot:NAME:DIR copies the flight recorder NAME to DIR/000001, DIR/000002 and so "
                + "on; stop:NAME stops a session; exec:COMMAND runs a program without a shell. Repeat for more "
                + "actions, which run in order (default: none)."})
    private List<ActionChoice> actions = new ArrayList<>();

    @Option(names = "--after", paramLabel = "N", description = {
        "Wait for N more events after the match, or for the end of the input (default: 0)."})
    private long after;

    @Option(names = "--after-time", paramLabel = "D", converter = DurationConverter.class, description = {
        "Wait for this time after the match; with --after, whichever comes first (default: 0)."})
    private Duration afterTime = Duration.ZERO;

    @Option(names = "--at-most-every", paramLabel = "D", converter = DurationConverter.class, description = {
        "Minimum time between two firings; matches in between are counted (default: 10s)."})
    private Duration atMostEvery = Duration.ofSeconds(10);

    /** Options that are yet to be parsed. */
    public TriggerOptions() {
        // Filled by the parser.
    }

    /**
     * A trigger before a handler.
     *
     * @param context of the command
     * @param handler receives every event and loss
     * @return the trigger
     * @throws RingsideException if an option is missing or out of range, or a session is not there
     */
    public EventTrigger open(final CommandContext context, final EventHandler handler) {
        final EventFilter wanted = condition;
        if (wanted == null || actions.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, (wanted == null
                    ? "--then, --after, --after-time and --at-most-every require --trigger"
                    : "--trigger requires --then") + ": see the command's --help");
        }
        if (after < 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=--after, value="
                    + after + ", min=0: see the command's --help");
        }
        return EventTrigger.open(new TriggerContext(handler, wanted,
                actions.stream().map(action -> action.open(context)).toList(), new TriggerLines(context.console()))
                .afterEvents(after).afterNs(afterTime.toNanos()).minIntervalNs(atMostEvery.toNanos()));
    }

    /**
     * What a command that has had a trigger tells of it in the end.
     *
     * @param context of the command
     * @param trigger that was closed
     * @return whether its condition fitted some event, or there was none
     */
    public static boolean report(final CommandContext context, final EventTrigger trigger) {
        if (trigger.suppressed() > 0) {
            context.console().tell("some matches came too soon after the trigger had fired: firings="
                    + trigger.firings() + ", suppressed=" + trigger.suppressed()
                    + ": --at-most-every sets the minimum interval");
        }
        trigger.misfits().forEach(misfit -> context.console().tell(misfit + ": check --trigger"));
        return trigger.misfits().isEmpty();
    }
}
