package io.ringside.consumer.cli.counters;

import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.counter.CounterQuery;
import io.ringside.consumer.counter.QueryItem;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterPathException;
import io.ringside.counter.CounterStatus;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Paths as they are typed. Stateless. */
final class CounterPaths implements ITypeConverter<String> {
    @Override
    public String convert(final String text) {
        try {
            CounterPath.parse(text);
            return text;
        } catch (final CounterPathException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Paths of the command line, and of a file that has one on each line. */
    static List<String> all(final List<String> typed, final @Nullable Path file) {
        final List<String> all = new ArrayList<>(typed);
        if (file != null) {
            try {
                Files.readAllLines(file).stream().map(String::strip).filter(line -> !line.isEmpty()).forEach(all::add);
            } catch (final IOException e) {
                throw RingsideException.ofFile("read paths of counters", file, e);
            }
            checkAll(all, file);
        }
        if (all.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "no path is given: file=" + (file == null ? "none" : file)
                            + ": name some, see ringside counters query --help");
        }
        return all;
    }

    private static void checkAll(final List<String> paths, final Path file) {
        for (final String path : paths) {
            try {
                CounterPath.parse(path);
            } catch (final CounterPathException e) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ", file=" + file
                        + ": one path on each line, see ringside counters list", e);
            }
        }
    }

    /** Asks for paths; what is not there now is told of, and may come later. Problems are told as by {@link #tell}. */
    static void add(final CommandContext context, final CounterQuery query, final List<String> paths,
            final Set<String> told) {
        for (final String path : paths) {
            final QueryItem item = query.add(path);
            if (item.status() == CounterStatus.NO_ANSWER) {
                context.console().tell("path has no answer now: path=" + item.path() + ", status=" + item.status()
                        + ": see which provider is named besides");
            } else if (!item.status().isValid()) {
                context.console().tell("path stands for nothing now: path=" + item.path() + ", status="
                        + item.status() + ": see ringside counters list");
            }
        }
        tell(context, query, told);
    }

    /** Tells what could not be read, each of it once. */
    static void tell(final CommandContext context, final CounterQuery query, final Set<String> told) {
        query.problems().stream().filter(told::add).forEach(context.console()::tell);
    }
}
