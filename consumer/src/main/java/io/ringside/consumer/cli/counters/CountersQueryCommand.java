package io.ringside.consumer.cli.counters;

import io.ringside.consumer.cli.argument.DurationConverter;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.control.ControlConnection;
import io.ringside.consumer.counter.CounterQuery;
import io.ringside.consumer.counter.CounterRow;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside counters query}: values of counters. */
@Command(name = "query", description = {"Print values of counters.",
    "Where a value needs two samples, one interval passes before the first is printed.",
    "In CSV it is blank instead."}, footer = {
        "", "Examples:", "  ringside counters query \"Geometric Waves(Small Wave)\\Triangle\"",
        "  ringside counters query \"*(*)\\*\" --samples 10 --interval 5s --csv"})
final class CountersQueryCommand implements Callable<Integer> {
    private final CommandContext context;
    private final CounterTable csvTable = new CounterTable();
    private final Set<String> told = new HashSet<>();

    @Parameters(paramLabel = "PATH", arity = "1..*", converter = CounterPaths.class, description = {
        "What is to be read, with wildcards or without."})
    private List<String> paths = List.of();

    @Mixin
    private final ProviderWait providers = new ProviderWait();

    @Option(names = "--samples", paramLabel = "N", description = "Samples to print, at least 1 (default: 1).")
    private long samples = 1;

    @Option(names = "--interval", paramLabel = "D", converter = DurationConverter.class, description = {
        "Time between samples, at least 10ms (default: 1s)."})
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--csv", description = "Print CSV as typeperf does: a column for each path (default: as --format).")
    private boolean csv;

    CountersQueryCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        SamplingInterval.check(interval);
        if (samples < 1) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=--samples, value="
                    + samples + ", min=1: see ringside counters query --help");
        }
        context.interruption().handle();
        try (ControlConnection connection = ControlConnection.open(context);
                CounterQuery query = providers.open(connection)) {
            CounterPaths.add(context, query, paths, told);
            query.collect();
            if (csv) {
                context.console().print(csvTable.header(CounterLines.rows(query)));
            } else if (CounterLines.rows(query).stream().anyMatch(CounterLines::needsTwo) && awaitNext()) {
                return ExitCode.INTERRUPTED;
            } else {
                query.collect();
            }
            for (long left = samples; left > 0; left--) {
                print(query);
                if (left > 1) {
                    if (awaitNext()) {
                        return ExitCode.INTERRUPTED;
                    }
                    query.collect();
                }
            }
            if (csv && !csvTable.isComplete()) {
                context.console().tell("counters came after the first sample, and have no column: query them anew");
            }
        }
        return ExitCode.DONE;
    }

    private boolean awaitNext() {
        return context.interruption().await(interval.toNanos());
    }

    private void print(final CounterQuery query) {
        final List<CounterRow> rows = CounterLines.rows(query);
        CounterPaths.tell(context, query, told);
        if (csv) {
            context.console().print(csvTable.line(LocalDateTime.now(ZoneId.systemDefault()), rows));
        } else if (context.isJson()) {
            final Instant now = Instant.now();
            final long timeNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
            rows.forEach(row -> context.console().print(CounterLines.json(row, timeNs)));
        } else {
            CounterLines.table(rows).forEach(context.console()::print);
        }
    }
}
