package io.ringside.cli.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SourceOptions;
import io.ringside.export.EventExporter;
import io.ringside.export.ExportContext;
import io.ringside.export.ExportFormat;
import io.ringside.internal.render.JsonRow;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside export}: events in the formats of other programs. */
@Command(name = "export", description = {
    "Write events to a file that other programs can read.",
    "Losses are written where they belong, in each format's own way. The target gets its name when it is complete: "
            + "an export that fails or is interrupted leaves nothing. With --follow, Ctrl-C completes it. Exporting a "
            + "session consumes its events, as tail does."}, exitCodeList = {
                "0:everything was written",
                "3:everything was written, and events had been lost"}, footer = {
                    "",
                    "Examples:",
                    "  ringside export /var/tmp/trading --as perfetto --to trading.pftrace.gz",
                    "  ringside export /var/tmp/trading --as jfr --to trading.jfr --since -5m",
                    "  ringside export /var/tmp/monday /var/tmp/tuesday --as ctf --to week",
                    "  ringside export trading --follow --as jsonl --to - | jq .fields.price",
                    "  ringside export /var/tmp/trading --as csv --to fills.csv --where 'event is \"executed\"'"})
public final class ExportCommand implements Callable<Integer> {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** The clock is asked only so often. */
    private static final int PROGRESS_MASK = 0xFFF;
    private static final String STANDARD_OUTPUT = "-";

    private final CommandContext context;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--as", required = true, paramLabel = "FORMAT", description = {
        "perfetto (a file for ui.perfetto.dev and trace processor), chrome (a file with JSON of Chrome's trace "
                + "viewer), ctf (a folder with a trace in CTF 1.8, for babeltrace2 and Trace Compass), jfr (a file for "
                + "jfr and JDK Mission Control), jsonl (a file with one JSON object per line) or csv (a folder with a "
                + "file for each kind of event; one file if it is named *.csv or -)."})
    private ExportFormat format = ExportFormat.JSONL;

    @Option(names = "--to", required = true, paramLabel = "FILE|FOLDER|-", description = {
        "Where to write: a file or folder that does not exist, or - for standard output."})
    private String to = "";

    @Option(names = "--gzip", description = {
        "Compress the output (default: if the name of the file ends with .gz)."})
    private boolean gzip;

    @Option(names = "--numbers", paramLabel = "number|string", description = {
        "How jsonl has whole numbers of 64 bits: number or string, for programs that round large numbers (default: "
                + "number)."})
    private Numbers numbers = Numbers.NUMBER;

    /** How JSON has large numbers. */
    enum Numbers {
        /** As numbers. */
        NUMBER,
        /** As strings. */
        STRING
    }

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public ExportCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final ExportContext settings = settings();
        try (EventExporter exporter = EventExporter.open(settings)) {
            final EventSources read = new EventSources(context, sources, true, Long.MAX_VALUE,
                    new ProgressHandler(exporter));
            read.read();
            if (context.interruption().isRequested() && !sources.isFollow()) {
                context.console().tell(to.equals(STANDARD_OUTPUT)
                        ? "interrupted, the export on standard output is incomplete"
                        : "interrupted, the incomplete export was removed: path=" + to);
                return ExitCode.INTERRUPTED;
            }
            // Ctrl-C is how following ends.
            exporter.complete();
            report(exporter);
            read.requireSound();
            return exporter.lostEvents() > 0 ? ExitCode.LOST : ExitCode.DONE;
        }
    }

    private ExportContext settings() {
        final ExportContext settings;
        if (to.equals(STANDARD_OUTPUT)) {
            if (format.isBinary() && context.console().isDrawing()) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "format is not for a terminal: format="
                        + name() + ": give --to FILE, or redirect the output");
            }
            settings = new ExportContext(format, context.console().data());
        } else {
            settings = new ExportContext(format, Path.of(to));
        }
        if (gzip) {
            settings.gzip(true);
        }
        return settings.longsAsStrings(numbers == Numbers.STRING);
    }

    private String name() {
        return format.name().toLowerCase(Locale.ROOT);
    }

    private void report(final EventExporter exporter) {
        final String line = context.isJson()
                ? new JsonRow().begin().put("events", exporter.events()).put("lost", exporter.lostEvents())
                        .put("overwritten", exporter.overwrittenEvents()).put("missing", exporter.missingEvents())
                        .put("behind", exporter.behindEvents())
                        .put("gaps", exporter.gaps()).put("bytes", exporter.bytes()).put("path", to).end().toString()
                : String.format(Locale.ROOT, "exported %,d events, %,d lost%s%s%s, %,d gaps, %,d bytes: %s",
                        exporter.events(), exporter.lostEvents(), also(exporter.overwrittenEvents(), "overwritten"),
                        also(exporter.missingEvents(), "missing"), also(exporter.behindEvents(), "behind"),
                        exporter.gaps(), exporter.bytes(), to);
        if (to.equals(STANDARD_OUTPUT)) {
            // Standard output has the export.
            if (exporter.gaps() > 0) {
                context.console().tell(line);
            }
        } else {
            context.console().print(line);
        }
    }

    private static String also(final long count, final String fate) {
        return count == 0 ? "" : String.format(Locale.ROOT, ", %,d %s", count, fate);
    }

    /** Shows how far the export has come. */
    private final class ProgressHandler implements EventHandler {
        private final EventExporter exporter;
        private long nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;

        ProgressHandler(final EventExporter exporter) {
            this.exporter = exporter;
        }

        @Override
        public void onEvent(final EventView event) {
            exporter.onEvent(event);
            if ((exporter.events() & PROGRESS_MASK) == 0 && System.nanoTime() - nextProgressNs >= 0) {
                nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
                context.console().progress(
                        String.format(Locale.ROOT, "exported %,d events", exporter.events()));
            }
        }

        @Override
        public void onGap(final GapView gap) {
            exporter.onGap(gap);
        }
    }
}
