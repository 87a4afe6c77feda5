package io.ringside.cli.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SelectionOptions;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.sql.SqlTables;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside sql}: SQL queries over recordings. */
@Command(name = "sql", description = {
    "Run an SQL query over recordings.",
    "The recordings are read into tables of DuckDB, one for each kind of event, named PROVIDER.EVENT; put names with "
            + "other characters than letters, digits and underscores in double quotes. The table losses has what was "
            + "lost, and when."}, exitCodeList = {
                "0:the query was answered",
                "3:the query was answered, and events had been lost"}, footer = {
                    "",
                    "Examples:",
                    "  ringside sql /var/tmp/trading 'from tables'",
                    "  ringside sql /var/tmp/trading 'select symbol, sum(size) from \"Acme.Orders\".executed group by "
                            + "symbol'",
                    "  ringside sql /var/tmp/monday /var/tmp/tuesday --csv 'select * from losses' > losses.csv",
                    "  ringside sql /var/tmp/trading --since -5m --format json 'select * from Orders.filled limit 10'"})
public final class SqlCommand implements Callable<Integer> {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long INTERRUPTION_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final CommandContext context;

    @Parameters(paramLabel = "FOLDER… QUERY", arity = "1..*", hideParamSyntax = true, description = {
        "Folders of recordings, and last the query: one or several statements of DuckDB's SQL."})
    private List<String> arguments = new ArrayList<>();

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(names = "--csv", description = {
        "Print CSV: a heading, then one line for each row (default: as --format)."})
    private boolean csv;

    private long events;
    private long lost;
    private EventReader.@Nullable Totals totals;
    private volatile boolean answered;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public SqlCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (arguments.size() < 2) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "query or folder is missing: give folders of recordings, and the query last");
        }
        final List<Path> folders = arguments.subList(0, arguments.size() - 1).stream()
                .flatMap(each -> folders(each).stream())
                .toList();
        context.interruption().handle();
        try (SqlTables tables = SqlTables.open()) {
            read(folders, tables);
            if (!context.interruption().isRequested()) {
                query(tables, arguments.get(arguments.size() - 1));
            }
            if (context.interruption().isRequested()) {
                return ExitCode.INTERRUPTED;
            }
            selection.requireFits();
            EventSources.requireWhole(folders, Objects.requireNonNull(totals));
        }
        if (lost > 0) {
            context.console().tell("events had been lost: lost=" + lost + ": see the table losses");
        }
        return lost > 0 ? ExitCode.LOST : ExitCode.DONE;
    }

    private static List<Path> folders(final String argument) {
        final List<Path> found = EventSources.recordings(List.of(argument));
        if (found.isEmpty()) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "folder holds no recording: path=" + argument
                    + ": give the folder of a recording, with its metadata.cq4t, and the query last");
        }
        return found;
    }

    private void read(final List<Path> folders, final SqlTables tables) {
        final ReaderContext settings = new ReaderContext().filter(selection.filter())
                .errorHandler(failure -> context.console().tell(String.valueOf(failure.getMessage())));
        try (EventReader reader = EventReader.open(settings,
                folders.stream().distinct().map(Source::recording).toArray(Source[]::new))) {
            reader.readAvailable(new Loading(tables), context.interruption()::isRequested);
            if (!context.interruption().isRequested()) {
                reader.recordingsCutOff();
            }
            totals = reader.totals();
        } catch (final AgentTerminationException e) {
            // The tables lack an event, so any result could be wrong.
            if (e.getCause() instanceof final RingsideException notStored) {
                throw notStored;
            }
            throw e;
        }
    }

    private void query(final SqlTables tables, final String sql) {
        final Thread canceller = new Thread(() -> {
            while (!answered) {
                if (context.interruption().await(INTERRUPTION_INTERVAL_NS)) {
                    tables.cancel();
                    return;
                }
            }
        }, "ringside-sql-interruption");
        canceller.setDaemon(true);
        canceller.start();
        final SqlOutput output = new SqlOutput(context.console(), csv
                ? SqlOutput.Form.CSV
                : context.isJson() ? SqlOutput.Form.JSON : SqlOutput.Form.TEXT);
        try {
            tables.query(sql, output);
            output.end();
        } catch (final RingsideException e) {
            if (!context.interruption().isRequested()) {
                throw e;
            }
        } finally {
            answered = true;
        }
    }

    /** Loads events into the tables. */
    private final class Loading implements EventHandler {
        private final SqlTables tables;
        private long nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;

        Loading(final SqlTables tables) {
            this.tables = tables;
        }

        @Override
        public void onEvent(final EventView event) {
            tables.onEvent(event);
            events++;
            if ((events & ExportCommand.PROGRESS_MASK) == 0 && System.nanoTime() - nextProgressNs >= 0) {
                nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
                context.console().progress("read " + PlainText.count(events) + " events");
            }
        }

        @Override
        public void onGap(final GapView gap) {
            tables.onGap(gap);
            lost += gap.total();
        }
    }
}
