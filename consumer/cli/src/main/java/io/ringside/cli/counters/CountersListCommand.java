package io.ringside.cli.counters;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.counters.CountersCommand.ProviderWait;
import io.ringside.cli.render.CounterLines;
import io.ringside.cli.render.TextTable;
import io.ringside.control.Controller;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.reader.counter.CounterQuery;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ringside counters list}: lists the counters. */
@Command(name = "list", description = {
    "List the available counters without their values.",
    "There is one line for each counter of each instance, in all processes."}, footer = {
        "",
        "Examples:",
        "  ringside counters list",
        "  ringside counters list \"Geometric*(*)\\*\""})
final class CountersListCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = {
        "Counters to list, with or without wildcards; all counters if absent."})
    private List<String> paths = List.of();

    @Mixin
    private final ProviderWait providers = new ProviderWait();

    CountersListCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final List<String> wanted = paths.isEmpty() ? List.of("*\\*", "*(*)\\*") : CounterPaths.checked(paths);
        try (Controller controller = context.openController();
                CounterQuery query = providers.open(controller)) {
            wanted.forEach(query::add);
            query.problems().forEach(context.console()::tell);
            final List<CounterQuery.Row> rows = query.rows();
            if (context.isJson()) {
                rows.forEach(row -> context.console().print(CounterLines.json(row).put("raw", (String) null)
                        .put("value", (String) null).put("status", (String) null)
                        .put("description", row.counter().description())
                        .put("attributes", attributes(row.counter())).end()));
            } else {
                text(query, rows).forEach(context.console()::print);
            }
        }
        return ExitCode.DONE;
    }

    private List<String> text(final CounterQuery query, final List<CounterQuery.Row> rows) {
        if (rows.isEmpty()) {
            context.console().tell("no counters found: setsWithoutInstances="
                    + query.sets().stream().map(CounterSetSchema::name).toList());
            return List.of();
        }
        final TextTable table = new TextTable("SET", "INSTANCE", "ID", "COUNTER", "TYPE", "PID", "DESCRIPTION",
                "ATTRIBUTES");
        rows.forEach(row -> table.row(row.set().name(), CounterLines.instance(row), row.id(), row.counter().name(),
                CounterLines.type(row), row.pid(),
                row.counter().description(), attributes(row.counter())));
        return table.lines();
    }

    /** Returns the audience of a counter, unless it is everybody, and its display options. */
    private static String attributes(final CounterSchema counter) {
        return Stream.concat(Stream.of(counter.detail()).filter(detail -> detail != CounterSchema.Detail.STANDARD),
                counter.display().stream())
                .map(attribute -> attribute.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(" "));
    }
}
