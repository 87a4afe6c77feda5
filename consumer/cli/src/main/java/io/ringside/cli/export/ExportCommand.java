package io.ringside.cli.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.counters.SampleFile;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SourceOptions;
import io.ringside.cli.render.SessionLines;
import io.ringside.export.CounterSample;
import io.ringside.export.EventExporter;
import io.ringside.export.ExportContext;
import io.ringside.export.ExportFormat;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.text.JsonRow;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside export}: writes events in the formats of other programs. */
@Command(name = "export", description = {
    "Write events to a file that other programs can read, or send them to a collector.",
    "Losses are written where they belong, in each format's own way. The target gets its name when it is complete: "
            + "an export that fails or is interrupted leaves nothing. With --follow, Ctrl-C completes it. Exporting a "
            + "session consumes its events, as tail does."}, exitCodeList = {
                "0:everything was written",
                "3:everything was written, but events had been lost, or a collector has rejected some"}, footer = {
                    "",
                    "Examples:",
                    "  ringside export /var/tmp/trading --as perfetto --to trading.pftrace.gz",
                    "  ringside export /var/tmp/trading --as perfetto --to trading.pftrace --counters counters.csv",
                    "  ringside export /var/tmp/trading --as jfr --to trading.jfr --since -5m",
                    "  ringside export /var/tmp/monday /var/tmp/tuesday --as ctf --to week",
                    "  ringside export trading --follow --as jsonl --to - | jq .fields.price",
                    "  ringside export /var/tmp/trading --as parquet --to trading-parquet",
                    "  ringside export /var/tmp/trading --as csv --to fills.csv --where 'event is \"executed\"'",
                    "  ringside export trading --follow --as otlp --to http://localhost:4318"})
public final class ExportCommand implements Callable<Integer> {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long SEND_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Bits of the event count that are 0 when the clock is read. */
    static final int PROGRESS_MASK = 0xFFF;
    private static final String STANDARD_OUTPUT = "-";
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final String MACHINE = "^\\\\\\\\[^\\\\]*\\\\";

    private final CommandContext context;
    private long nextSendNs = System.nanoTime() + SEND_INTERVAL_NS;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--as", required = true, paramLabel = "FORMAT", description = {
        "perfetto (a file for ui.perfetto.dev and trace processor), chrome (a file with JSON of Chrome's trace "
                + "viewer), ctf (a folder with a trace in CTF 1.8, for babeltrace2 and Trace Compass), jfr (a file for "
                + "jfr and JDK Mission Control), jsonl (a file with one JSON object per line), csv (a folder with a "
                + "file for each kind of event; one file if it is named *.csv or -), parquet (a folder with a file "
                + "for each kind of event, for DuckDB, Spark and pandas) or otlp (logs for a collector of "
                + "OpenTelemetry)."})
    private ExportFormat format = ExportFormat.JSONL;

    @Option(names = "--to", required = true, paramLabel = "FILE|FOLDER|URL|-", description = {
        "Where to write: a file or folder that does not exist, - for standard output, or the URL of a collector, such "
                + "as http://localhost:4318."})
    private String to = "";

    @Option(names = "--gzip", description = {
        "Compress the output, or each request to a collector (default: if the name of the file ends with .gz)."})
    private boolean gzip;

    @Option(names = "--numbers", paramLabel = "number|string", description = {
        "How jsonl has whole numbers of 64 bits: number or string, for programs that round large numbers (default: "
                + "number)."})
    private Numbers numbers = Numbers.NUMBER;

    @Option(names = "--names", paramLabel = "ringside|opentelemetry", description = {
        "Names in jsonl: as tail --format json has them, or those of OpenTelemetry's log data model, such as "
                + "event_name, trace_id and severity_number (default: ringside)."})
    private Names names = Names.RINGSIDE;

    @Option(names = "--escape-formulas", description = {
        "With csv, put an apostrophe in front of each text that begins with =, +, -, @, a tab or a carriage return: a "
                + "spreadsheet would take it for a formula (default: texts are as they were written)."})
    private boolean formulasEscaped;

    @Option(names = "--counters", paramLabel = "FILE", description = {
        "Add samples of counters as tracks, in perfetto and chrome: a file from counters query --csv --to (default: "
                + "none)."})
    private @Nullable Path counters;

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = {
        "With otlp, send this header with each request. Can be given several times. Other users can see the "
                + "command line: set secrets in the environment variable OTEL_EXPORTER_OTLP_HEADERS instead "
                + "(NAME=VALUE,NAME=VALUE, as in a URL) (default: none)."})
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(names = "--retry-for", paramLabel = "D", description = {
        "With otlp, how long to try a request again if the collector is busy or does not answer (default: 1m)."})
    private Duration retry = Duration.ofNanos(ExportContext.RETRY_NS);

    /** The naming of keys in JSON output. */
    enum Names {
        /** The names of Ringside's other output. */
        RINGSIDE,
        /** The names of the OpenTelemetry log data model. */
        OPENTELEMETRY
    }

    /** The representation of large numbers in JSON. */
    enum Numbers {
        /** JSON numbers. */
        NUMBER,
        /** JSON strings. */
        STRING
    }

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
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
            if (format == ExportFormat.CSV && isOneFile()) {
                requireOneKind(read);
            }
            if (format == ExportFormat.OTLP) {
                read.duty(mergedNs -> sendWaiting(exporter));
            }
            boolean isWhole = false;
            try {
                read.read();
                isWhole = sources.isFollow() || !context.interruption().isRequested();
            } finally {
                if (!isWhole && format == ExportFormat.OTLP) {
                    tellPart(exporter);
                }
            }
            if (!isWhole) {
                if (format != ExportFormat.OTLP) {
                    context.console().tell(to.equals(STANDARD_OUTPUT)
                            ? "interrupted, the export on standard output is incomplete"
                            : "interrupted, the incomplete export was removed: path=" + to);
                }
                return ExitCode.INTERRUPTED;
            }
            final Path samples = counters;
            if (samples != null) {
                addCounters(exporter, samples);
            }
            // Ctrl-C is the normal end of an export with --follow.
            complete(exporter);
            report(exporter, read.areLossesKnown());
            read.requireSound();
            return exporter.lostEvents() > 0 || exporter.rejectedRecords() > 0 ? ExitCode.LOST : ExitCode.DONE;
        }
    }

    private boolean isOneFile() {
        return to.equals(STANDARD_OUTPUT) || to.endsWith(".csv") || to.endsWith(".csv.gz");
    }

    /**
     * Checks that all events are of one kind before any is taken, because taking an event removes it from the session
     * even if it does not fit.
     */
    private static void requireOneKind(final EventSources read) {
        try (EventExporter trial = EventExporter.open(
                new ExportContext(ExportFormat.CSV, OutputStream.nullOutputStream()))) {
            read.lookAhead(trial);
        }
    }

    private void complete(final EventExporter exporter) {
        try {
            exporter.complete();
        } finally {
            if (!exporter.isComplete() && format == ExportFormat.OTLP) {
                tellPart(exporter);
            }
        }
    }

    /** Reports how much of an incomplete export the collector has received and lacks; also after a failure. */
    private void tellPart(final EventExporter exporter) {
        try {
            exporter.flush();
        } catch (final RingsideException e) {
            // This failure ended the export, or is a further one of the collector; the message below counts the records
            // that were not sent.
        }
        context.console().tell("collector has a part of the export: url=" + to + ", events=" + exporter.events()
                + ", lost=" + exporter.lostEvents() + ", sentRecords=" + exporter.sentRecords() + ", rejectedRecords="
                + exporter.rejectedRecords() + ", notSentRecords=" + exporter.unsentRecords()
                + ": export again what is missing, or all");
    }

    /** Sends the waiting events at least once per second, for the case that they come slowly. */
    private void sendWaiting(final EventExporter exporter) {
        if (System.nanoTime() - nextSendNs >= 0) {
            nextSendNs = System.nanoTime() + SEND_INTERVAL_NS;
            try {
                exporter.flush();
            } catch (final RingsideException e) {
                // Further events could not be sent either.
                throw new AgentTerminationException(e);
            }
        }
    }

    /** Adds samples of counters from a file. Its times are local, and its paths begin with the name of the machine. */
    private static void addCounters(final EventExporter exporter, final Path path) {
        try (SampleFile file = SampleFile.open(path)) {
            final List<String> names = file.headings().stream().map(each -> each.replaceFirst(MACHINE, "")).toList();
            for (SampleFile.Entry entry = file.next(); entry != null; entry = file.next()) {
                final Instant time = entry.time();
                final long timeNs = TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
                for (int i = 1; i < Math.min(names.size(), entry.cells().size()); i++) {
                    final String cell = entry.cells().get(i).strip();
                    if (!cell.isEmpty()) {
                        exporter.onCounter(new CounterSample(names.get(i), null, timeNs, number(path, cell)));
                    }
                }
            }
        }
    }

    private static double number(final Path path, final String cell) {
        try {
            final double value = Double.parseDouble(cell);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // Reported below.
        }
        throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "sample of a counter is no number: file=" + path
                + ", value=" + cell + ": correct or remove it");
    }

    private ExportContext settings() {
        if (counters != null && !format.hasCounters()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "format has no counters: format=" + name()
                    + ": export as perfetto or chrome, or leave out --counters");
        }
        final ExportContext settings;
        if (to.equals(STANDARD_OUTPUT)) {
            // CSV does not escape control characters, so texts of events could control the terminal.
            if ((format.isBinary() || format == ExportFormat.CSV) && context.console().isDrawing()) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "format is not for a terminal: format="
                        + name() + ": give --to FILE, or redirect the output");
            }
            settings = new ExportContext(format, context.console().data());
        } else if (format == ExportFormat.OTLP) {
            // Headers of the command line override those of the environment.
            settings = new ExportContext(format, url()).retryFor(retry.toNanos())
                    .stopWaitingWhen(context.interruption()::isRequested);
            headersOf(System.getenv(HEADERS)).forEach(settings::header);
            headers.forEach(settings::header);
        } else {
            settings = new ExportContext(format, Path.of(to));
        }
        if (gzip) {
            settings.gzip(true);
        }
        return settings.longsAsStrings(numbers == Numbers.STRING)
                .openTelemetryNames(names == Names.OPENTELEMETRY).escapeFormulas(formulasEscaped);
    }

    /** Parses headers in the format of OpenTelemetry's environment variable: pairs whose values are URL-encoded. */
    static Map<String, String> headersOf(final @Nullable String variable) {
        final Map<String, String> named = new LinkedHashMap<>();
        if (variable != null && !variable.isBlank()) {
            try {
                for (final String pair : variable.split(",", -1)) {
                    final int equals = pair.indexOf('=');
                    if (equals < 1) {
                        throw new IllegalArgumentException("pair has no name or no value");
                    }
                    named.put(pair.substring(0, equals).strip(),
                            URLDecoder.decode(pair.substring(equals + 1).strip().replace("+", "%2B"),
                                    StandardCharsets.UTF_8));
                }
            } catch (final IllegalArgumentException e) {
                // The message omits the variable's value, which may be a secret.
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "environment variable is not understood: name="
                        + HEADERS + ": write NAME=VALUE,NAME=VALUE");
            }
        }
        return named;
    }

    private URI url() {
        try {
            return new URI(to);
        } catch (final URISyntaxException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "no URL of a collector: url=" + to + ", reason="
                    + e.getReason() + ": give one such as http://localhost:4318", e);
        }
    }

    private String name() {
        return format.name().toLowerCase(Locale.ROOT);
    }

    private void report(final EventExporter exporter, final boolean lossesKnown) {
        final Long lost = lossesKnown ? exporter.lostEvents() : null;
        final String line = context.isJson()
                ? new JsonRow().begin().put("events", exporter.events()).put("lost", lost)
                        .put("overwritten", exporter.overwrittenEvents()).put("missing", exporter.missingEvents())
                        .put("behind", exporter.behindEvents()).put("gaps", exporter.gaps())
                        .put("rejected", exporter.rejectedRecords()).put("bytes", exporter.bytes()).put("path", to)
                        .end().toString()
                : String.format(Locale.ROOT, "exported %,d events, %s%s%s%s%s, %,d gaps, %,d bytes: %s",
                        exporter.events(), SessionLines.lost(lost),
                        SessionLines.also(exporter.overwrittenEvents(), "overwritten"),
                        SessionLines.also(exporter.missingEvents(), "missing"),
                        SessionLines.also(exporter.behindEvents(), "behind"),
                        SessionLines.also(exporter.rejectedRecords(), "records rejected by the collector"),
                        exporter.gaps(),
                        exporter.bytes(), to);
        if (!exporter.rejection().isEmpty()) {
            context.console().tell("collector has rejected records, or warns: rejected=" + exporter.rejectedRecords()
                    + ", reason=" + exporter.rejection() + ": correct its settings, and export again");
        }
        if (to.equals(STANDARD_OUTPUT)) {
            // Standard output contains the export.
            if (exporter.gaps() > 0) {
                context.console().tell(line);
            }
        } else {
            context.console().printPlain(line);
        }
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
