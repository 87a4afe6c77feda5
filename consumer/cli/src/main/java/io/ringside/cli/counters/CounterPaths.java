package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.render.CounterLines;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterValue;
import io.ringside.reader.counter.CounterQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses counter paths as typed. Stateless. */
final class CounterPaths {
    private CounterPaths() {}

    /** Returns the paths of the command line and of a file with one path per line. */
    static List<String> all(final List<String> typed, final @Nullable Path file) {
        final List<String> all = new ArrayList<>(checked(typed));
        if (file != null) {
            try {
                for (final String line : Files.readAllLines(file)) {
                    if (!line.isBlank()) {
                        check(line.strip(), ", file=" + file + ": give one path per line, see ringside counters list");
                        all.add(line.strip());
                    }
                }
            } catch (final IOException e) {
                throw RingsideException.ofFile("read paths of counters", file, e);
            }
        }
        if (all.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "no path is given: file=" + (file == null ? "none" : file)
                            + ": give at least one, see ringside counters query --help");
        }
        return all;
    }

    /**
     * Returns the paths of the command line after parsing each of them. This is not a converter of the argument,
     * because the parser would report its failure as an unknown argument.
     */
    static List<String> checked(final List<String> typed) {
        typed.forEach(
                path -> check(path, ": write SET\\COUNTER or SET(INSTANCE)\\COUNTER, see ringside counters --help"));
        return typed;
    }

    private static void check(final String path, final String remedy) {
        try {
            CounterPath.parse(path);
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + remedy, e);
        }
    }

    /**
     * Adds paths to a query. Reports paths that have no counters yet, which they may get later, and all problems as
     * {@link #tell} does.
     */
    static void add(final CommandContext context, final CounterQuery query, final List<String> paths,
            final Set<String> told) {
        for (final String path : paths) {
            final CounterQuery.Item item = query.add(path);
            final String status = item.path() + ", status=" + CounterLines.text(item.status());
            if (item.status() == CounterValue.Status.NO_ANSWER) {
                context.console().tell("process did not answer for a path: path=" + status
                        + ": see the line that names its provider");
            } else if (item.status() == CounterValue.Status.DAMAGED_FILE) {
                context.console().tell("counters may be in a damaged file: path=" + status
                        + ": see the line that names the file");
            } else if (!item.status().isValid()) {
                context.console().tell("no counter has this path yet: path=" + status
                        + ": see ringside counters list");
            }
        }
        tell(context, query, told);
    }

    /** Reports the problems of reading counters, each problem once. */
    static void tell(final CommandContext context, final CounterQuery query, final Set<String> told) {
        query.problems().stream().filter(told::add).forEach(context.console()::tell);
    }
}
