package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.ProgressBar;
import io.ringside.control.Controller;
import io.ringside.control.ProviderInfo;
import io.ringside.session.SessionInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside stat}: shows the rates of sessions, interval by interval. */
@Command(name = "stat", description = {
    "Watch event and byte rates, ring fill, and losses by cause.",
    "There is one line for each session and, below it, one for each process that writes to it. The command takes "
            + "no events.",
    "RING is the share of the fullest lane that has not been read yet. At 100 %% events are lost.",
    "On a terminal the table is redrawn in place; otherwise a new table is printed for each interval. The "
            + "command ends on Ctrl-C, with exit code 130, or when the session NAME ends."}, footer = {
                "",
                "Examples:",
                "  ringside stat",
                "  ringside stat trading --interval 5s",
                "  ringside stat trading --once --format json"})
public final class StatCommand implements Callable<Integer> {
    private static final Duration MIN_INTERVAL = Duration.ofMillis(10);
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final CommandContext context;
    private Map<Long, StatSample> before = Map.of();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the session; all sessions if absent.")
    private @Nullable String name;

    @Option(names = "--interval", paramLabel = "D", description = {
        "Time between two readings, at least 10ms (default: 1s)."})
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--once", description = "Print one interval and exit.")
    private boolean once;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public StatCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (interval.compareTo(MIN_INTERVAL) < 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "option is out of range: option=--interval, valueMs="
                            + interval.toMillis() + ", minMs=" + MIN_INTERVAL.toMillis()
                            + ": see ringside stat --help");
        }
        context.interruption().handle();
        try (Controller controller = context.openController()) {
            before = samples(controller);
            boolean running = awaitFirst();
            while (running) {
                final List<StatRow> rows = rows(samples(controller));
                print(rows);
                if (once || hasEnded(rows)) {
                    return ExitCode.DONE;
                }
                running = !context.interruption().await(interval.toNanos());
            }
        }
        return ExitCode.INTERRUPTED;
    }

    /** Returns samples of all selected sessions, by session id. */
    private Map<Long, StatSample> samples(final Controller controller) {
        final String wanted = name;
        final List<String> names = wanted == null
                ? controller.sessions().stream().map(SessionInfo::name).toList()
                : List.of(wanted);
        final List<ProviderInfo> providers = controller.providers();
        final Map<Long, StatSample> samples = new LinkedHashMap<>();
        for (final String session : names) {
            try {
                final StatSample sample = StatSample.of(controller, session, providers);
                samples.put(sample.id(), sample);
            } catch (final RingsideException e) {
                // A session that has ended since it was listed is not a failure.
                if (e.code() != ErrorCode.NOT_FOUND || (wanted != null && before.isEmpty())) {
                    throw e;
                }
            }
        }
        return samples;
    }

    /** Returns the rows of the sessions by start, including those that have ended since the previous samples. */
    private List<StatRow> rows(final Map<Long, StatSample> after) {
        final List<StatRow> rows = new ArrayList<>();
        before.values().stream().filter(sample -> !after.containsKey(sample.id()))
                .forEach(sample -> rows.add(StatRow.ended(sample)));
        after.values().forEach(sample -> rows.add(StatRow.between(before.get(sample.id()), sample)));
        before = after;
        return rows;
    }

    private boolean hasEnded(final List<StatRow> rows) {
        return name != null && before.isEmpty() && !rows.isEmpty();
    }

    private void print(final List<StatRow> rows) {
        if (context.isJson()) {
            rows.forEach(row -> context.console().print(row.json()));
        } else {
            context.console().draw(StatTable.lines(rows));
        }
    }

    /** Waits for the first interval while showing progress; returns false if the command should end. */
    private boolean awaitFirst() {
        final long startNs = System.nanoTime();
        final long intervalNs = interval.toNanos();
        for (long waitedNs = 0; waitedNs < intervalNs; waitedNs = System.nanoTime() - startNs) {
            if (intervalNs > TimeUnit.SECONDS.toNanos(1)) {
                context.console().progress(ProgressBar.of(waitedNs, intervalNs) + " of the first interval");
            }
            if (context.interruption().await(Math.min(PROGRESS_NS, intervalNs - waitedNs))) {
                return false;
            }
        }
        return true;
    }
}
