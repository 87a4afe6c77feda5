package io.ringside.consumer.cli.counters;

import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.control.ControlConnection;
import io.ringside.consumer.counter.CounterQuery;
import io.ringside.consumer.counter.QueryItem;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterPathException;
import java.util.List;
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

    /** A query of the trace directory that a command is connected to. */
    static CounterQuery open(final ControlConnection connection) {
        return new CounterQuery(connection.controller(), connection.registry());
    }

    /** Asks for paths; what is not there now is told of, and may come later. */
    static void add(final CommandContext context, final CounterQuery query, final List<String> paths) {
        for (final String path : paths) {
            final QueryItem item = query.add(path);
            if (!item.status().isValid()) {
                context.console().tell("path stands for nothing now: path=" + item.path() + ", status="
                        + item.status() + ": see ringside counters list");
            }
        }
        query.problems().forEach(context.console()::tell);
    }
}
