package io.ringside.consumer.cli.counters;

import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.counter.CounterQuery;
import io.ringside.consumer.counter.QueryItem;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterPathException;
import java.util.List;
import java.util.Set;
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

    /** Asks for paths; what is not there now is told of, and may come later. Problems are told as by {@link #tell}. */
    static void add(final CommandContext context, final CounterQuery query, final List<String> paths,
            final Set<String> told) {
        for (final String path : paths) {
            final QueryItem item = query.add(path);
            if (!item.status().isValid()) {
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
