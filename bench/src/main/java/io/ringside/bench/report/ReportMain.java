package io.ringside.bench.report;

import io.ringside.bench.result.ResultLines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the tables of a page from result files of JMH and of harnesses. */
public final class ReportMain {
    /** Lets a run that is too short to be warm be shown: its page says how short it was. */
    private static final String UNCHECKED = "--unchecked";
    /** Begins the time that the run has taken, which the page tells. */
    private static final String SECONDS = "--seconds=";

    private ReportMain() {}

    /**
     * Reads, checks, then writes.
     *
     * @param args {@value #UNCHECKED} if allocations are not to be refused, and {@value #SECONDS} with the time that
     *             the run has taken; then the page, and one or more result files; several of one JDK are pooled.
     *             Those of harnesses end with {@link ResultLines#SUFFIX}, all others are JMH's.
     * @throws IOException              if a file cannot be read or written, or is none of either.
     * @throws IllegalArgumentException if an argument is missing or a bench of ours allocates; nothing is written then.
     */
    public static void main(final String[] args) throws IOException {
        final List<String> options = Arrays.stream(args).takeWhile(arg -> arg.startsWith("--")).toList();
        final int first = options.size();
        if (args.length < first + 2) {
            throw new IllegalArgumentException("arguments are missing: args=" + Arrays.toString(args)
                    + ": name the page, then the result files");
        }
        final List<Path> files = Arrays.stream(args).skip(first + 1L).map(Path::of).toList();
        final Map<Boolean, List<Path>> byHarness = files.stream()
                .collect(Collectors.partitioningBy(file -> file.toString().endsWith(ResultLines.SUFFIX)));
        final List<Figures> all = Figures.read(byHarness.getOrDefault(false, List.of()));
        if (!options.contains(UNCHECKED)) {
            AllocationCheck.require(all);
        }
        final Duration wholeRun = options.stream().filter(option -> option.startsWith(SECONDS))
                .map(option -> Duration.ofSeconds(Long.parseLong(option.substring(SECONDS.length()))))
                .findFirst().orElse(null);
        GeneratedPart.FIGURES.write(Path.of(args[first]), Report.render(MachineFacts.ofThisMachine(wholeRun), all,
                Observations.read(byHarness.getOrDefault(true, List.of()))));
    }
}
