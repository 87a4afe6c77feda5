package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.counters.CounterHistory.Figures;
import io.ringside.cli.counters.CountersCommand.ProviderWait;
import io.ringside.cli.counters.CountersCommand.SamplingInterval;
import io.ringside.cli.render.CounterLines;
import io.ringside.cli.render.TextTable;
import io.ringside.control.Controller;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.text.JsonRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside counters measure}: percentiles of the values of counters over time. */
@Command(name = "measure", description = {
    "Measure the values of counters: mean, least, greatest, percentiles, rate.",
    "PATHs are sampled for a time; FILEs are sample files as written by query --to. A PATH contains a backslash. "
            + "RATE is the change from the first to the last value per second."}, exitCodeList = {
                "0:done",
                "1:no counter had a value",
                "130:interrupted; the figures are those up to then"}, footer = {
                    "",
                    "Examples:",
                    "  ringside counters measure \"Service(*)\\*\" --for 30s --interval 100ms",
                    "  ringside counters measure monday.csv tuesday.csv --column \"*\\Service(web)\\*\""})
final class CountersMeasureCommand implements Callable<Integer> {
    private static final String NONE = "-";
    private static final char PATH_SEPARATOR = '\\';
    private static final int NAMES_SHOWN_MAX = 100;

    private final CommandContext context;
    private final CounterHistory history = new CounterHistory();

    @Parameters(paramLabel = "PATH|FILE", arity = "1..*", description = {
        "Counters to sample, with or without wildcards, or sample files."})
    private List<String> sources = List.of();

    @Mixin
    private final ProviderWait providers = new ProviderWait();

    @Option(names = "--for", paramLabel = "D", description = "How long to sample PATHs (default: 10s).")
    private @Nullable Duration duration;

    @Option(names = "--interval", paramLabel = "D", description = {
        "Time between samples of PATHs, at least 10ms (default: 100ms)."})
    private @Nullable Duration interval;

    @Option(names = "--column", paramLabel = "PATH", description = {
        "Only columns of FILEs whose heading matches; * matches any characters and ? one. Repeat for more columns "
                + "(default: all)."})
    private List<String> columns = List.of();

    @Option(names = "--since", paramLabel = "T", description = {
        "Only records of FILEs from T on, such as 2026-01-31T08:00:00 or -5m (default: the first)."})
    private @Nullable Instant since;

    @Option(names = "--until", paramLabel = "T", description = {
        "Only records of FILEs up to T (default: the last)."})
    private @Nullable Instant until;

    CountersMeasureCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final long paths = sources.stream().filter(source -> source.indexOf(PATH_SEPARATOR) >= 0).count();
        if (paths > 0 && paths < sources.size()) {
            throw refused("counters and files cannot be measured together: sources=" + sources);
        }
        if (paths > 0 && (!columns.isEmpty() || since != null || until != null)) {
            throw refused("--column, --since and --until apply to files: sources=" + sources);
        }
        if (paths == 0 && (duration != null || interval != null)) {
            throw refused("--for and --interval apply to counters: sources=" + sources);
        }
        final boolean isInterrupted = paths > 0 && sample();
        if (paths == 0) {
            readFiles();
        }
        final List<Figures> figures = history.figures();
        print(figures);
        if (figures.stream().allMatch(each -> each.sorted().length == 0)) {
            context.console().tell("no counter had a value: sources=" + sources + ": see ringside counters list");
            return isInterrupted ? ExitCode.INTERRUPTED : ExitCode.FAILED;
        }
        return isInterrupted ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    private static RingsideException refused(final String what) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, what + ": see ringside counters measure --help");
    }

    /** Takes samples until the end, and returns whether the command was interrupted. */
    private boolean sample() {
        final Duration between = interval == null ? Duration.ofMillis(100) : interval;
        final Duration span = duration == null ? Duration.ofSeconds(10) : duration;
        SamplingInterval.check(between, 1, 1);
        final Set<String> told = new HashSet<>();
        context.interruption().handle();
        try (Controller controller = context.openController();
                CounterQuery query = providers.open(controller)) {
            CounterPaths.add(context, query, CounterPaths.checked(sources), told);
            final long startNs = System.nanoTime();
            query.collect();
            if (query.rows().stream().anyMatch(CounterLines::needsTwo)) {
                // Rates need an earlier sample to compare with.
                if (context.interruption().await(between.toNanos())) {
                    return true;
                }
                query.collect();
            }
            boolean isInterrupted = false;
            take(query, told);
            while (!isInterrupted && System.nanoTime() - startNs < span.toNanos()) {
                isInterrupted = context.interruption().await(between.toNanos());
                if (!isInterrupted) {
                    query.collect();
                    take(query, told);
                }
            }
            return isInterrupted;
        }
    }

    private void take(final CounterQuery query, final Set<String> told) {
        CounterPaths.tell(context, query, told);
        final long timeNs = System.nanoTime();
        CounterTable.byColumn(query.rows()).forEach((counter, row) -> {
            if (CounterLines.value(row).status().isValid()) {
                history.add(counter, timeNs, CounterLines.value(row).asDouble());
            } else {
                history.addMissing(counter);
            }
        });
    }

    private void readFiles() {
        final List<Pattern> patterns = columns.stream().map(CountersResampleCommand::pattern).toList();
        final Set<String> headings = new TreeSet<>();
        boolean isFound = false;
        for (final String source : sources) {
            final Path path = Path.of(source);
            try (SampleFile file = SampleFile.open(path)) {
                headings.addAll(file.headings().subList(1, file.headings().size()));
                final boolean[] wanted = new boolean[file.headings().size()];
                for (int i = 1; i < wanted.length; i++) {
                    final String heading = file.headings().get(i);
                    wanted[i] = patterns.isEmpty()
                            || patterns.stream().anyMatch(pattern -> pattern.matcher(heading).matches());
                    isFound |= wanted[i];
                }
                read(path, file, wanted);
            }
        }
        if (!isFound) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "files have none of these columns: wanted=" + columns
                    + ", columns=" + headings.stream().limit(NAMES_SHOWN_MAX).toList() + ": check --column");
        }
    }

    private void read(final Path path, final SampleFile file, final boolean[] wanted) {
        for (SampleFile.Entry entry = file.next(); entry != null; entry = file.next()) {
            final Instant time = entry.time();
            if ((since == null || !time.isBefore(since)) && (until == null || !time.isAfter(until))) {
                final long timeNs = TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
                for (int i = 1; i < wanted.length; i++) {
                    if (wanted[i]) {
                        take(path, file.headings().get(i), timeNs,
                                i < entry.cells().size() ? entry.cells().get(i) : "");
                    }
                }
            }
        }
    }

    private void take(final Path path, final String counter, final long timeNs, final String cell) {
        if (cell.isBlank()) {
            history.addMissing(counter);
            return;
        }
        try {
            history.add(counter, timeNs, Double.parseDouble(cell.strip()));
        } catch (final NumberFormatException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "value of a counter is no number: file=" + path
                    + ", column=" + counter + ", value=" + cell + ": correct or remove the record", e);
        }
    }

    private void print(final List<Figures> figures) {
        if (context.isJson()) {
            figures.forEach(each -> context.console().print(json(each)));
            return;
        }
        final TextTable table = new TextTable("COUNTER", "SAMPLES", "MISSING", "MEAN", "MIN", "P50", "P90", "P99",
                "P99.9",
                "MAX", "RATE/S");
        figures.forEach(each -> table.row(each.counter(), each.sorted().length, each.missing(), text(each.mean()),
                text(each.percentile(0)), text(each.percentile(50)), text(each.percentile(90)),
                text(each.percentile(99)), text(each.percentile(99.9)), text(each.percentile(100)),
                text(each.perSecond())));
        table.lines().forEach(context.console()::print);
    }

    private static CharSequence json(final Figures each) {
        final JsonRow row = new JsonRow().put("counter", each.counter()).put("samples", each.sorted().length)
                .put("missing", each.missing());
        put(row, "mean", each.mean());
        put(row, "min", each.percentile(0));
        put(row, "p50", each.percentile(50));
        put(row, "p90", each.percentile(90));
        put(row, "p99", each.percentile(99));
        put(row, "p999", each.percentile(99.9));
        put(row, "max", each.percentile(100));
        put(row, "perSecond", each.perSecond());
        return row.end();
    }

    private static void put(final JsonRow row, final String name, final double value) {
        row.name(name).append(Double.isFinite(value) ? Double.toString(value) : "null");
    }

    private static String text(final double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%,.3f", value) : NONE;
    }
}
