package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside counters resample}: writes files of samples anew, with fewer samples. */
@Command(name = "resample", description = {
    "Copy sample files with fewer records or columns.",
    "FILE is CSV or TSV as written by query --to. Several files are read one after another and must have the "
            + "same columns."}, footer = {
                "",
                "Examples:",
                "  ringside counters resample monday.csv tuesday.csv --every 30 --to fewer.csv",
                "  ringside counters resample monday.csv --column \"*\\Service(web)\\*\" --tsv"})
final class CountersResampleCommand implements Callable<Integer> {
    private final CommandContext context;
    /** Headings of the first file. */
    private List<String> headings = List.of();
    private int[] columns = {};
    private long records;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Sample files.")
    private List<Path> files = List.of();

    @Option(names = "--every", paramLabel = "N", description = {
        "Keep every Nth record, counted across all files and beginning with the first (default: 1)."})
    private long every = 1;

    @Option(names = "--column", paramLabel = "PATH", description = {
        "Keep only columns whose heading matches; * matches any characters and ? one. Repeat for more columns "
                + "(default: all)."})
    private List<String> wanted = List.of();

    @Option(names = "--since", paramLabel = "T", description = {
        "Keep only records from T on, such as 2026-01-31T08:00:00 or -5m (default: the first)."})
    private @Nullable Instant since;

    @Option(names = "--until", paramLabel = "T", description = {
        "Keep only records up to T (default: the last)."})
    private @Nullable Instant until;

    @Option(names = "--list", description = "Print the column headings instead of records.")
    private boolean list;

    @Option(names = "--tsv", description = "Write TSV (default: CSV).")
    private boolean tsv;

    @Option(names = "--to", paramLabel = "FILE", description = "Write to a new file (default: standard output).")
    private @Nullable Path to;

    CountersResampleCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (every < 1) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=--every, value="
                    + every + ", min=1: see ringside counters resample --help");
        }
        final SampleOutput output = SampleOutput.open(context.console(), to, 0);
        boolean complete = false;
        try {
            writeAll(output);
            output.close();
            complete = true;
        } finally {
            if (!complete) {
                output.discard();
            }
        }
        return ExitCode.DONE;
    }

    private void writeAll(final SampleOutput output) {
        for (final Path path : files) {
            try (SampleFile file = SampleFile.open(path)) {
                write(output, path, file);
            }
        }
    }

    private void write(final SampleOutput output, final Path path, final SampleFile file) {
        if (headings.isEmpty()) {
            headings = file.headings();
            columns = columns(path);
            begin(output);
        } else if (!headings.equals(file.headings())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "sample files have different columns: file=" + path
                    + ", columns=" + (file.headings().size() - 1) + ", columnsOfFirst=" + (headings.size() - 1)
                    + ": resample them one by one");
        }
        for (SampleFile.Entry entry = list ? null : file.next(); entry != null; entry = file.next()) {
            if (isWithin(entry.time())) {
                if (records % every == 0) {
                    output.print(line(entry.cells()));
                }
                records++;
            }
        }
    }

    private void begin(final SampleOutput output) {
        if (list) {
            output.begin();
            IntStream.of(columns).skip(1).mapToObj(headings::get).forEach(output::print);
        } else {
            final List<String> all = new ArrayList<>(headings);
            all.set(0, CounterTable.corner(tsv));
            output.begin(line(all));
        }
    }

    private boolean isWithin(final Instant time) {
        return (since == null || !time.isBefore(since)) && (until == null || !time.isAfter(until));
    }

    /** Returns the positions of the columns to be written: that of the times, then the selected ones. */
    private int[] columns(final Path file) {
        final List<Pattern> patterns = wanted.stream().map(CountersResampleCommand::pattern).toList();
        final int[] found = IntStream.range(0, headings.size())
                .filter(i -> i == 0 || patterns.isEmpty()
                        || patterns.stream().anyMatch(pattern -> pattern.matcher(headings.get(i)).matches()))
                .toArray();
        if (found.length < 2 && !patterns.isEmpty()) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "file has none of these columns: file=" + file
                    + ", wanted=" + wanted + ": see ringside counters resample " + file + " --list");
        }
        return found;
    }

    private String line(final List<String> all) {
        return PlainText.cells(IntStream.of(columns).mapToObj(i -> i < all.size() ? all.get(i) : "").toList(),
                CounterTable.separator(tsv));
    }

    /** Returns the pattern of headings for a text: {@code *} matches any characters, {@code ?} exactly one. */
    static Pattern pattern(final String text) {
        return Pattern.compile(text.codePoints().mapToObj(c -> c == '*'
                ? ".*"
                : c == '?' ? "." : Pattern.quote(Character.toString(c))).collect(Collectors.joining()),
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
