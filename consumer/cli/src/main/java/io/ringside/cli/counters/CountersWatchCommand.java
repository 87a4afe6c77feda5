package io.ringside.cli.counters;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.counters.CountersCommand.ProviderWait;
import io.ringside.cli.counters.CountersCommand.SamplingInterval;
import io.ringside.cli.render.CounterLines;
import io.ringside.cli.render.TextTable;
import io.ringside.control.Controller;
import io.ringside.counter.CounterValue;
import io.ringside.reader.counter.CounterQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside counters watch}: shows values of counters, sample by sample, and their history as small bars. */
@Command(name = "watch", description = {
    "Watch values of counters, with their last 30 samples as bars.",
    "On a terminal the table is redrawn in place; otherwise a new table is printed for each interval. The "
            + "command ends after --samples, or on Ctrl-C with exit code 130."}, footer = {
                "",
                "Examples:",
                "  ringside counters watch \"Geometric Waves(*)\\*\"",
                "  ringside counters watch \"*(*)\\*\" --interval 5s"})
final class CountersWatchCommand implements Callable<Integer> {
    private final CommandContext context;
    private final Map<CounterQuery.Row, Sparkline> past = new WeakHashMap<>();

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Counters to read, with or without wildcards.")
    private List<String> paths = List.of();

    @Mixin
    private final ProviderWait providers = new ProviderWait();

    @Option(names = "--interval", paramLabel = "D", description = {
        "Time between samples, at least 10ms (default: 1s)."})
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--samples", paramLabel = "N", description = {
        "Number of samples after which the command ends; 0 means never (default: 0)."})
    private long samples;

    CountersWatchCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        SamplingInterval.check(interval, samples, 0);
        context.interruption().handle();
        try (Controller controller = context.openController();
                CounterQuery query = providers.open(controller)) {
            final Set<String> told = new HashSet<>();
            CounterPaths.add(context, query, CounterPaths.checked(paths), told);
            for (long taken = 1;; taken++) {
                query.collect();
                CounterPaths.tell(context, query, told);
                print(query.rows());
                if (taken == samples) {
                    return ExitCode.DONE;
                }
                if (context.interruption().await(interval.toNanos())) {
                    return ExitCode.INTERRUPTED;
                }
            }
        }
    }

    private void print(final List<CounterQuery.Row> rows) {
        if (context.isJson()) {
            final Instant now = Instant.now();
            final long timeNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
            rows.forEach(row -> context.console().print(CounterLines.json(row, timeNs)));
        } else {
            context.console().draw(lines(rows));
        }
    }

    private List<String> lines(final List<CounterQuery.Row> rows) {
        final TextTable table = new TextTable("SET", "INSTANCE", "COUNTER", "VALUE", "UNIT", "STATUS", "PAST");
        for (final CounterQuery.Row row : rows) {
            final Sparkline line = past.computeIfAbsent(row, key -> new Sparkline());
            final CounterValue value = CounterLines.value(row);
            line.add(value.status().isValid() ? value.asDouble() : Double.NaN);
            table.row(row.set().name(), CounterLines.instance(row), row.counter().name(),
                    CounterLines.text(row, context.console().isDrawing()), CounterLines.unit(row),
                    CounterLines.status(row), line);
        }
        return new ArrayList<>(table.lines());
    }

    /** Small bars for the last values of a counter, scaled from their minimum to their maximum. Not thread-safe. */
    static final class Sparkline {
        private static final String BARS = "▁▂▃▄▅▆▇█";
        private static final int WIDTH = 30;

        private final Deque<Double> values = new ArrayDeque<>();

        /** Adds a value; NaN if the sample had none. */
        void add(final double value) {
            if (values.size() == WIDTH) {
                values.removeFirst();
            }
            values.addLast(value);
        }

        @Override
        public String toString() {
            final double min = values.stream().filter(value -> !value.isNaN()).mapToDouble(value -> value).min()
                    .orElse(0);
            final double max = values.stream().filter(value -> !value.isNaN()).mapToDouble(value -> value).max()
                    .orElse(0);
            final StringBuilder line = new StringBuilder();
            for (final double value : values) {
                line.append(Double.isNaN(value) ? ' ' : bar((value - min) / (max - min)));
            }
            return line.toString();
        }

        /** Returns the bar for a share of the range; if all values are equal, all bars are low. */
        private static char bar(final double share) {
            return BARS.charAt((int) Math.round((Double.isFinite(share) ? share : 0) * (BARS.length() - 1)));
        }
    }
}
