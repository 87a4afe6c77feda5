package io.ringside.cli.measure;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SourceOptions;
import io.ringside.measure.MeasureContext;
import io.ringside.measure.Measurement;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside measure}: statistics of events. */
@Command(name = "measure", description = {
    "Measure a number of events: count, rate, sum, mean, percentiles.",
    "Events are measured by group (--by) and by window of time (--window). Without --follow the command measures "
            + "what is available now: a whole recording, on all cores, or the events that wait in a session's rings. "
            + "With --follow it measures until the session ends or until Ctrl-C, and shows each window when it is "
            + "over; on a terminal the table is redrawn.",
    "LOST is the number of lost events that may have changed the figures of the row. Whole numbers are summed "
            + "exactly."}, footer = {
                "",
                "Examples:",
                "  ringside measure /var/tmp/trading --of count --by event",
                "  ringside measure /var/tmp/trading --of 'price * size' --by direction --where 'event is executed'",
                "  ringside measure trading --follow --of size --window 1s --plot sizes.svg"})
public final class MeasureCommand implements Callable<Integer> {
    /** Maximum number of groups in a table that is redrawn. */
    private static final int DRAWN_GROUPS = 20;
    private static final long DRAW_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Delay after the end of a window before it is shown, so that it includes late events. */
    private static final long LATE_NS = 1_000_000_000;
    private static final long HISTOGRAMS_SHARE_OF_HEAP = 8;

    private final CommandContext context;
    private final Sparklines sparklines = new Sparklines();
    private boolean isHeadingPrinted;
    private long lastDrawnNs = System.nanoTime();

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--of", paramLabel = "EXPR", description = {
        "What to measure: count for the number of events, bytes for those of their payloads, a field, or a number "
                + "computed from fields, such as '(ask - bid) * size' (default: count)."})
    private String of = MeasureContext.COUNT;

    @Option(names = "--by", paramLabel = "FIELD", split = ",", description = {
        "Fields whose values the events of a group share, with commas between them; also provider, event, pid, tid "
                + "and all other names of --where (default: one group)."})
    private List<String> by = new ArrayList<>();

    @Option(names = "--window", paramLabel = "D", description = {
        "Length of windows of time, which begin at its multiples since 1970, such as 1s (default: no windows)."})
    private @Nullable Duration window;

    @Option(names = "--top", paramLabel = "N", description = {
        "Show only the N groups with the greatest sums, or of count with the most events, and the sum of all others "
                + "(default: all)."})
    private @Nullable Integer top;

    @Option(names = "--groups", paramLabel = "N", description = {
        "Most groups, times windows, to measure one by one; all others are summed into one for each window (default: "
                + "100000)."})
    private @Nullable Integer groups;

    @Option(names = "--no-scale", description = {
        "Measure the events that were recorded. By default, where a session records a share of the events (enable "
                + "--sample, --limit), each event counts with its weight."})
    private boolean unscaled;

    @Option(names = "--csv", description = "Print CSV (default: as --format).")
    private boolean csv;

    @Option(names = {"--plot", "--svg"}, paramLabel = "FILE.svg", description = {
        "Draw the distribution of the number, and with --window its course over time, to this file (default: no "
                + "plot)."})
    private @Nullable Path plot;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public MeasureCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final MeasureContext settings = settings();
        final Measurement measurement = measurement(settings);
        final boolean isShared = sources.isShareable();
        final EventSources read = new EventSources(context, sources, !isShared && sources.isFollow(), Long.MAX_VALUE,
                measurement);
        final MeasureLines lines = new MeasureLines(settings, measurement::unit, read::areLossesKnown);
        final List<Measurement.Group> seen = new ArrayList<>();
        if (isShared) {
            final List<Measurement> shares = new ArrayList<>();
            read.sharedBy(() -> {
                final Measurement share = measurement.share();
                shares.add(share);
                return share;
            }).read();
            shares.forEach(measurement::add);
        } else {
            read.duty(mergedNs -> showLive(measurement, lines, seen, mergedNs)).read();
        }
        requireFits(measurement);
        final List<Measurement.Group> figures = measurement.groups(most());
        print(lines, figures, List.of());
        seen.addAll(figures);
        CommandContext.plot(plot, () -> MeasurePlot.svg(
                of + (by.isEmpty() ? "" : " by " + String.join(", ", by)), measurement.distribution(), seen));
        note(measurement, read);
        if (!context.interruption().isRequested()) {
            read.requireSound();
        }
        // Ctrl-C is the normal end of measuring a live session.
        return context.interruption().isRequested() && !sources.isFollow() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    private MeasureContext settings() {
        requireAtLeast("--top", top, 0);
        requireAtLeast("--groups", groups, 1);
        final Duration length = window;
        if (length != null && length.isZero()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "option is out of range: option=--window, valueNs=0, minNs=1: see ringside measure --help");
        }
        if (csv && context.isJson()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "options cannot be combined: options=--csv and --format json: see ringside measure --help");
        }
        final MeasureContext settings = new MeasureContext().of(of).by(by)
                .windowNs(length == null ? MeasureContext.NO_WINDOW : length.toNanos())
                .histogramBytes(Runtime.getRuntime().maxMemory() / HISTOGRAMS_SHARE_OF_HEAP).scaled(!unscaled);
        return groups == null ? settings : settings.groupLimit(groups);
    }

    private static void requireAtLeast(final String option, final @Nullable Integer value, final int min) {
        if (value != null && value < min) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=" + option
                    + ", value=" + value + ", min=" + min + ": see ringside measure --help");
        }
    }

    private static Measurement measurement(final MeasureContext settings) {
        try {
            return new Measurement(settings);
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ": check --of and --by", e);
        }
    }

    private static void requireFits(final Measurement measurement) {
        final List<String> misfits = measurement.misfits();
        if (!misfits.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    String.join("; ", misfits) + ": check --of and --by");
        }
    }

    private int most() {
        return top == null ? Integer.MAX_VALUE : top;
    }

    /** Shows the windows that have ended; without windows, redraws the statistics so far on a terminal. */
    private void showLive(final Measurement measurement, final MeasureLines lines, final List<Measurement.Group> seen,
            final long mergedNs) {
        if (!sources.isFollow()) {
            return;
        }
        final List<Measurement.Group> closed = measurement.close(Math.max(mergedNs, Long.MIN_VALUE + LATE_NS) - LATE_NS,
                most());
        if (!closed.isEmpty()) {
            remember(seen, closed);
            print(lines, closed, sparklines.ofCounts(closed));
        } else if (window == null && !csv && !context.isJson() && context.console().isDrawing()
                && System.nanoTime() - lastDrawnNs >= DRAW_INTERVAL_NS) {
            lastDrawnNs = System.nanoTime();
            final List<Measurement.Group> figures = measurement.groups(Math.min(DRAWN_GROUPS, most()));
            context.console().draw(lines.text(figures, sparklines.ofGrowth(figures)));
        }
    }

    /** Keeps the latest statistics for the plot, up to its limit. */
    private void remember(final List<Measurement.Group> seen, final List<Measurement.Group> closed) {
        if (plot != null) {
            seen.addAll(closed);
            final int tooMany = seen.size() - MeasurePlot.FIGURES_MAX;
            if (tooMany > 0) {
                seen.subList(0, tooMany).clear();
            }
        }
    }

    private void print(final MeasureLines lines, final List<Measurement.Group> figures, final List<String> sparks) {
        if (csv) {
            if (!isHeadingPrinted) {
                context.console().print(lines.csvHeading());
                isHeadingPrinted = true;
            }
            figures.forEach(figure -> context.console().print(lines.csv(figure)));
        } else if (context.isJson()) {
            figures.forEach(figure -> context.console().print(lines.json(figure)));
        } else if (!figures.isEmpty()) {
            context.console().draw(lines.text(figures, sparks));
        }
    }

    private void note(final Measurement measurement, final EventSources read) {
        note(measurement.withoutNumber(), "not measured, as they do not have the number");
        note(measurement.tooLate(), "not measured, as they came when their window had been shown");
        note(read.filtered(), "not measured, as they were removed when the recording was filtered");
        note(measurement.beyondLimit(), "of groups beyond the limit, summed into one of each window: groups="
                + (groups == null ? new MeasureContext().groupLimit() : groups) + ": see --groups");
    }

    private void note(final long events, final String what) {
        if (events > 0) {
            context.console().tell("events " + what + ": events=" + PlainText.count(events));
        }
    }
}
