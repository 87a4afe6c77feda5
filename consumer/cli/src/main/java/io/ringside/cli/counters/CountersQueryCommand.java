package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.counters.CountersCommand.ProviderWait;
import io.ringside.cli.counters.CountersCommand.SamplingInterval;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.render.CounterLines;
import io.ringside.control.Controller;
import io.ringside.counter.CounterValue;
import io.ringside.reader.counter.CounterQuery;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside counters query}: prints values of counters. */
@Command(name = "query", description = {
    "Print values of counters.",
    "Some values, such as rates, need two samples. The command then waits one interval before it prints the "
            + "first sample. In CSV the first value is blank instead."}, exitCodeList = {
                "0:done",
                "1:no path had a counter, a path without wildcards had none in any sample, or a process or file "
                        + "that may have it could not be read"}, footer = {
                            "",
                            "Examples:",
                            "  ringside counters query \"Geometric Waves(Small Wave)\\Triangle\"",
                            "  ringside counters query \"*(*)\\*\" --samples 10 --interval 5s --csv",
                            "  ringside counters query \"*(*)\\*\" --samples 3600 --to counters.csv --max-size 1m"})
final class CountersQueryCommand implements Callable<Integer> {
    private final CommandContext context;
    private final Set<String> told = new HashSet<>();
    /** Items that had a row in at least one sample. */
    private final Set<CounterQuery.Item> found = new HashSet<>();

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "Counters to read, with or without wildcards.")
    private List<String> paths = List.of();

    @Mixin
    private final ProviderWait providers = new ProviderWait();

    @Option(names = "--paths", paramLabel = "FILE", description = "File with more paths, one per line (default: none).")
    private @Nullable Path pathFile;

    @Option(names = "--samples", paramLabel = "N", description = "Number of samples to print, at least 1 (default: 1).")
    private long samples = 1;

    @Option(names = "--interval", paramLabel = "D", description = {
        "Time between samples, at least 10ms (default: 1s)."})
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--csv", description = {
        "Print CSV in the format of typeperf, one column per path (default: as --format)."})
    private boolean csv;

    @Option(names = "--tsv", description = "Like --csv, with tabs instead of commas (default: as --format).")
    private boolean tsv;

    @Option(names = "--to", paramLabel = "FILE", description = {
        "Write to a new file, as CSV unless --tsv or --format json is given (default: standard output)."})
    private @Nullable Path file;

    @Option(names = "--max-size", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "Size at which the next file is begun; for out.csv the files are out_000001.csv, out_000002.csv and so on "
                + "(default: no limit)."})
    private long maxBytes;

    CountersQueryCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        SamplingInterval.check(interval, samples, 1);
        checkOptions();
        final List<String> wanted = CounterPaths.all(paths, pathFile);
        context.interruption().handle();
        try (Controller controller = context.openController();
                CounterQuery query = providers.open(controller);
                SampleOutput output = SampleOutput.open(context.console(), file, maxBytes)) {
            CounterPaths.add(context, query, wanted, told);
            collect(query);
            final CounterTable table = new CounterTable(tsv);
            if (isTable()) {
                output.begin(table.header(query.rows()));
            } else {
                output.begin();
                if (query.rows().stream().anyMatch(CounterLines::needsTwo) && awaitNext()) {
                    return ExitCode.INTERRUPTED;
                }
                collect(query);
            }
            for (long taken = 1; taken <= samples; taken++) {
                print(output, table, query);
                if (taken != samples) {
                    if (awaitNext()) {
                        return ExitCode.INTERRUPTED;
                    }
                    collect(query);
                }
            }
            if (!table.isComplete()) {
                context.console()
                        .tell("counters appeared after the first sample and have no column: run the query again");
            }
            return query.items().stream().anyMatch(this::isMissing) ? ExitCode.FAILED : ExitCode.DONE;
        }
    }

    private void collect(final CounterQuery query) {
        query.collect();
        query.items().stream().filter(item -> !item.rows().isEmpty()).forEach(found::add);
    }

    /** Returns whether a required path has no counters. Wildcards may match nothing if another path has counters. */
    private boolean isMissing(final CounterQuery.Item item) {
        return !found.contains(item) && (found.isEmpty() || !item.path().hasWildcards()
                || item.status() == CounterValue.Status.DAMAGED_FILE || item.status() == CounterValue.Status.NO_ANSWER);
    }

    private boolean awaitNext() {
        return context.interruption().await(interval.toNanos());
    }

    private boolean isTable() {
        return csv || tsv || (file != null && !context.isJson());
    }

    private void checkOptions() {
        if (csv && tsv) {
            throw refused("options cannot be combined: options=--csv and --tsv");
        }
        if ((csv || tsv) && context.isJson()) {
            throw refused("options cannot be combined: options=" + (csv ? "--csv" : "--tsv") + " and --format json");
        }
        if (maxBytes != 0 && file == null) {
            throw refused("--max-size requires --to");
        }
    }

    private static RingsideException refused(final String what) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, what + ": see ringside counters query --help");
    }

    private void print(final SampleOutput output, final CounterTable table, final CounterQuery query) {
        final List<CounterQuery.Row> rows = query.rows();
        CounterPaths.tell(context, query, told);
        if (isTable()) {
            output.print(table.line(LocalDateTime.now(ZoneId.systemDefault()), rows));
        } else if (context.isJson()) {
            final Instant now = Instant.now();
            final long timeNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
            rows.forEach(row -> output.print(CounterLines.json(row, timeNs)));
        } else {
            CounterLines.table(rows).forEach(output::print);
        }
    }
}
