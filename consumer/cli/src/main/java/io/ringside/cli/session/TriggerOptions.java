package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.option.Arguments;
import io.ringside.control.Controller;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.trigger.EventTrigger;
import io.ringside.trigger.TriggerContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a trigger. */
final class TriggerOptions {
    @Option(names = "--trigger", paramLabel = "EXPR", description = {
        "Run the --then actions when an event matches EXPR, which is written as for --where of tail (default: "
                + "never)."})
    private @Nullable EventFilter condition;

    @Option(names = "--then", paramLabel = "ACTION", converter = ActionConverter.class, description = {
        "Action of the trigger: snapshot:NAME:DIR copies the session NAME (in overwrite mode) to DIR/000001, "
                + "DIR/000002 and so on; stop:NAME stops a session; exec:COMMAND runs a program without a shell. "
                + "Repeat for more actions, which run in order (default: none)."})
    private List<ActionChoice> actions = new ArrayList<>();

    @Option(names = "--after", paramLabel = "N", description = {
        "Wait for N more events after the match, or for the end of the input (default: 0)."})
    private long after;

    @Option(names = "--after-time", paramLabel = "D", description = {
        "Wait for this time after the match; with --after, whichever comes first (default: 0)."})
    private Duration afterTime = Duration.ZERO;

    @Option(names = "--at-most-every", paramLabel = "D", description = {
        "Minimum time between two firings; matches in between are counted (default: 10s)."})
    private @Nullable Duration atMostEvery;

    /** Creates the options; the parser sets them. */
    public TriggerOptions() {
        // The parser sets the fields.
    }

    /**
     * Opens a trigger that passes on events to a handler.
     *
     * @param context of the command
     * @param handler receives every event and loss
     * @return the trigger
     * @throws RingsideException if an option is missing or out of range, or a session does not exist
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
        final TriggerContext trigger = new TriggerContext(handler, wanted,
                actions.stream().map(action -> action.open(context)).toList(), new TriggerLines(context.console()))
                .afterEvents(after).afterNs(afterTime.toNanos());
        final Duration interval = atMostEvery;
        return EventTrigger.open(interval == null ? trigger : trigger.minIntervalNs(interval.toNanos()));
    }

    /**
     * Reports problems of a command's trigger at its end.
     *
     * @param context of the command
     * @param trigger closed trigger
     * @return false if the condition did not fit any of the events
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

    /** The action of a trigger as typed. */
    @FunctionalInterface
    interface ActionChoice {
        /**
         * Opens the action.
         *
         * @throws io.ringside.RingsideException if its session does not exist, or is of the wrong kind
         */
        EventTrigger.Action open(CommandContext context);
    }

    /** Parses the action of a trigger: {@code snapshot:NAME:DIR}, {@code stop:NAME} or {@code exec:COMMAND}. */
    static final class ActionConverter implements ITypeConverter<ActionChoice> {
        private static final Pattern SNAPSHOT = Pattern.compile("snapshot:([^:]+):(.+)");
        private static final Pattern STOP = Pattern.compile("stop:(.+)");
        private static final Pattern COMMAND = Pattern.compile("exec:\\s*(\\S.*)", Pattern.DOTALL);

        @Override
        public ActionChoice convert(final String text) {
            final Matcher snapshot = SNAPSHOT.matcher(text);
            final Matcher stop = STOP.matcher(text);
            final Matcher command = COMMAND.matcher(text);
            if (snapshot.matches()) {
                return snapshot(snapshot.group(1), snapshot.group(2));
            }
            if (stop.matches()) {
                return stop(stop.group(1));
            }
            if (command.matches()) {
                return command(command.group(1));
            }
            throw new TypeConversionException(
                    "invalid action '" + text + "': expected snapshot:NAME:DIR, stop:NAME or exec:COMMAND");
        }

        private static ActionChoice snapshot(final String session, final String folder) {
            final Path path = Arguments.path(folder);
            return context -> EventTrigger.Action.snapshot(context.openDirectory(), session, path,
                    context.console()::tellFailure);
        }

        private static ActionChoice command(final String text) {
            final EventTrigger.Action action;
            try {
                action = EventTrigger.Action.command(CommandWords.of(text), EventTrigger.Action.COMMAND_TIMEOUT);
            } catch (final IllegalArgumentException | RingsideException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
            return context -> action;
        }

        private static ActionChoice stop(final String session) {
            return context -> EventTrigger.Action.stop(context.openDirectory(), session, Controller.STOP_TIMEOUT,
                    context.console()::tellFailure);
        }
    }

    /** Prints the activity of a trigger. Thread-safe. */
    static final class TriggerLines implements EventTrigger.Listener {
        private final Console console;

        TriggerLines(final Console console) {
            this.console = console;
        }

        @Override
        public void onDone(final EventTrigger.Firing firing, final String outcome) {
            console.tell("trigger fired: " + text(firing) + ": " + outcome);
        }

        @Override
        public void onFailure(final EventTrigger.Firing firing, final Throwable cause) {
            console.tell("trigger action failed: " + text(firing) + ": "
                    + reason(cause));
        }

        private static String reason(final Throwable cause) {
            if (cause instanceof InterruptedException) {
                return "interrupted, because it did not finish in time at the end";
            }
            return cause instanceof RingsideException ? String.valueOf(cause.getMessage()) : cause.toString();
        }

        private static String text(final EventTrigger.Firing firing) {
            return "firing=" + firing.number() + ", event=" + firing.provider() + "/" + firing.event() + ", timeNs="
                    + firing.timeNs() + ", ticks=" + firing.timeTicks() + ", suppressed=" + firing.suppressed();
        }
    }
}
