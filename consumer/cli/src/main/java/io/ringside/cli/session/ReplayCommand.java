package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SelectionOptions;
import io.ringside.cli.render.SessionLines;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventView;
import io.ringside.reader.Source;
import io.ringside.replay.ReplayContext;
import io.ringside.replay.Replayer;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code ringside replay}: writes recordings to a session, as live events. */
@Command(name = "replay", description = {
    "Replay recordings into a session, as live events.",
    "The session gets the events with their providers, ids, fields, processes, threads, activities and times, at the "
            + "pace at which they were recorded or at another one, and the losses of the recording. It gets all "
            + "events, whether it has enabled their providers or not; select some with --where. Other sessions get "
            + "none. ringside query shows that the session has replayed events. On a terminal, Enter pauses the "
            + "replay and continues it."}, exitCodeList = {
                "0:everything was replayed",
                "1:failed, or a recording is damaged",
                "3:everything was replayed, but the session lost some of the events, or some could not be replayed",
                "130:interrupted"}, footer = {
                    "",
                    "Examples:",
                    "  ringside replay /var/tmp/trading --to test",
                    "  ringside replay /var/tmp/trading --to test --speed 10x --shift-times",
                    "  ringside replay /var/tmp/trading --to test --speed max --where 'event is \"executed\"'",
                    "  ringside replay /var/tmp/trading --to test --pause-at executed",
                    "  ringside replay /var/tmp/trading --to test --follow --speed max"})
public final class ReplayCommand implements Callable<Integer> {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long TYPED_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int DIGITS = 3;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    private final CommandContext context;
    private final Histogram delays = new Histogram(DIGITS);

    @Parameters(paramLabel = "FOLDER", arity = "1..*", description = {
        "Folders of recordings; several are merged by time."})
    private List<Path> recordings = new ArrayList<>();

    @Option(names = "--to", paramLabel = "SESSION", required = true, description = {
        "Name of the session to write to, which must be running."})
    private String session = "";

    @Option(names = "--speed", paramLabel = "N", converter = SpeedConverter.class, description = {
        "Speed: 1x is the pace of the recording, 10x is ten times as fast, 0.5x half as fast; max is as fast as the "
                + "session is read (default: 1x)."})
    private double speed = 1;

    @Option(names = "--follow", description = {
        "Continue with what is recorded later, until all recordings have ended, or until Ctrl-C."})
    private boolean follow;

    @Option(names = "--shift-times", description = {
        "Shift all times by the same, so that the first event is now (default: the times of the recording)."})
    private boolean shiftTimes;

    @Option(names = "--pause-at", paramLabel = "TIME|EVENT", converter = PauseConverter.class, description = {
        "Pause before the first event of a time or later, which is written as for --since, or before each event of a "
                + "name or PROVIDER/EVENT, until Enter is pressed. Repeatable (default: do not pause)."})
    private List<Pause> pauses = new ArrayList<>();

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public ReplayCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        for (final Path folder : recordings) {
            if (!Source.isRecording(folder)) {
                throw new RingsideException(ErrorCode.NOT_FOUND, "folder holds no recording: path=" + folder
                        + ": give the folder of a recording, with its metadata.cq4t");
            }
        }
        if (!pauses.isEmpty() && !context.typedLines().isInteractive()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "--pause-at requires a terminal, where Enter continues: pauseAt=" + pauses.get(0).text()
                            + ": run the command in a terminal, or select events with --until and --since");
        }
        context.interruption().handle();
        try (Replayer replayer = Replayer.open(settings())) {
            try {
                replayer.run(new Progress(replayer)::isEnding);
            } finally {
                report(replayer);
            }
            if (!replayer.isComplete()) {
                return ExitCode.INTERRUPTED;
            }
            selection.requireFits();
            EventSources.requireWhole(recordings, replayer.totals());
            return replayer.lostEvents().total() + replayer.unreplayedEvents() > 0 ? ExitCode.LOST : ExitCode.DONE;
        }
    }

    private ReplayContext settings() {
        return new ReplayContext(recordings, session)
                .directory(context.openDirectory()).speed(speed).follows(follow)
                .shiftsTimes(shiftTimes)
                .filter(selection.filter()).delayHandler(delays::recordValue)
                .pauseBefore(this::isPausedBefore)
                .errorHandler(context.console()::tellFailure);
    }

    private boolean isPausedBefore(final EventView event) {
        boolean isPaused = false;
        for (final Pause pause : pauses) {
            isPaused |= pause.isBefore(event);
        }
        return isPaused;
    }

    private void report(final Replayer replayer) {
        context.console().print(context.isJson() ? json(replayer) : PlainText.of(text(replayer)));
    }

    private String json(final Replayer replayer) {
        final JsonRow row = new JsonRow().begin().put("session", session).put("read", replayer.readEvents())
                .put("filtered", replayer.filteredEvents()).put("replayed", replayer.replayedEvents())
                .put("unreplayed", replayer.unreplayedEvents());
        SessionLines.putLosses(row, replayer.lostEvents());
        return row.put("gaps", replayer.gaps()).put("gapEvents", replayer.gapEvents())
                .put("markedGaps", replayer.markedGaps())
                .put("p50DelayNs", delayNs(replayer, P50)).put("p99DelayNs", delayNs(replayer, P99))
                .put("p999DelayNs", delayNs(replayer, P999)).put("largestDelayNs", replayer.largestDelayNs())
                .put("complete", replayer.isComplete()).end().toString();
    }

    private String text(final Replayer replayer) {
        return String.format(Locale.ROOT, "replayed %,d of %,d events%s, %,d lost%s, %,d gaps of %,d events%s%s: %s",
                replayer.replayedEvents(), replayer.readEvents(),
                SessionLines.also(replayer.filteredEvents(), "filtered"), replayer.lostEvents().total(),
                SessionLines.also(replayer.unreplayedEvents(), "not replayable"), replayer.gaps(), replayer.gapEvents(),
                SessionLines.also(replayer.markedGaps(), "gaps as events"),
                delays.getTotalCount() == 0
                        ? ""
                        : ", delays p50 " + micros(delayNs(replayer, P50)) + ", p99 " + micros(delayNs(replayer, P99))
                                + ", largest " + micros(replayer.largestDelayNs()),
                session);
    }

    private long delayNs(final Replayer replayer, final double percent) {
        // The histogram returns the upper end of a range, which may exceed the maximum.
        return Math.min(replayer.largestDelayNs(), delays.getValueAtPercentile(percent));
    }

    private static String micros(final long ns) {
        return String.format(Locale.ROOT, "%.1f us", ns / (double) TimeUnit.MICROSECONDS.toNanos(1));
    }

    /** Shows how far the replay has come, and says when it is to end. */
    private final class Progress {
        private final Replayer replayer;
        private final boolean isInteractive = context.typedLines().isInteractive();
        private long nextNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
        private long nextTypedNs = System.nanoTime();
        private boolean isPauseTold;

        Progress(final Replayer replayer) {
            this.replayer = replayer;
        }

        boolean isEnding() {
            if (isInteractive && System.nanoTime() - nextTypedNs >= 0) {
                nextTypedNs = System.nanoTime() + TYPED_INTERVAL_NS;
                pauseOrResume();
            }
            if (context.console().isRedrawing() && !isPauseTold && System.nanoTime() - nextNs >= 0) {
                nextNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
                context.console().progress(place() + (isInteractive ? ": press Enter to pause" : ""));
            }
            return context.interruption().isRequested();
        }

        private void pauseOrResume() {
            if (replayer.isPaused()) {
                if (context.typedLines().takeLine()) {
                    replayer.resume();
                }
            } else if (context.typedLines().takeEnter()) {
                replayer.pause();
            }
            if (replayer.isPaused() != isPauseTold) {
                isPauseTold = replayer.isPaused();
                if (isPauseTold) {
                    context.console().tell("paused: " + place() + ": press Enter to continue");
                }
            }
        }

        private String place() {
            final StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "replayed %,d events, %,d lost",
                    replayer.replayedEvents(), replayer.lostEvents().total()));
            if (replayer.replayedEvents() > 0) {
                text.append(", at ").append(PlainText.time(replayer.lastTimeNs(), ZoneOffset.UTC));
            }
            return text.toString();
        }
    }

    /** The condition for pausing a replay: once at a time, or at each occurrence of an event. */
    static final class Pause {
        private final String text;
        private final long timeNs;
        private final @Nullable EventFilter events;
        private boolean isOver;

        Pause(final String text, final long timeNs, final @Nullable EventFilter events) {
            this.text = text;
            this.timeNs = timeNs;
            this.events = events;
        }

        String text() {
            return text;
        }

        boolean isBefore(final EventView event) {
            if (events != null) {
                return events.accepts(event);
            }
            final boolean isBefore = !isOver && event.timeNs() >= timeNs;
            isOver |= isBefore;
            return isBefore;
        }
    }

    /** Parses the condition for pausing. Stateless. */
    static final class PauseConverter implements ITypeConverter<Pause> {
        private static final Pattern TIME = Pattern.compile("[-\\d].*");

        @Override
        public Pause convert(final String text) {
            if (TIME.matcher(text).matches()) {
                return new Pause(text, SelectionOptions.epochNs(Arguments.time(text)), null);
            }
            try {
                return new Pause(text, 0, EventFilter.ofEvent(text));
            } catch (final RingsideException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Parses a speed. Stateless. */
    static final class SpeedConverter implements ITypeConverter<Double> {
        private static final Pattern SPEED = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)x?");

        @Override
        public Double convert(final String text) {
            final String typed = text.toLowerCase(Locale.ROOT);
            if (typed.equals("max")) {
                return ReplayContext.MAX_SPEED;
            }
            final Matcher matcher = SPEED.matcher(typed);
            final double value = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
            if (value > 0) {
                return value;
            }
            throw new TypeConversionException("invalid speed '" + text + "': expected 1x, 10x, 0.5x or max");
        }
    }
}
