package io.ringside.export;

import io.ringside.reader.EventFilter;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an {@link EventExporter}: format and target, and what has a default. For one thread; not to be changed
 * after the exporter is opened.
 *
 * <pre>{@code
 * new ExportContext(ExportFormat.JSONL, Path.of("monday.jsonl.gz")).longsAsStrings(true)
 * }</pre>
 */
public final class ExportContext {
    /** Default duration of repeated attempts to reach a collector: 1 min. */
    public static final long RETRY_NS = TimeUnit.MINUTES.toNanos(1);

    private final ExportFormat format;
    private final @Nullable Path path;
    private final @Nullable OutputStream stream;
    private final @Nullable URI collector;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private long retryNs = RETRY_NS;
    private BooleanSupplier stopped = () -> false;
    private EventFilter filter = EventFilter.all();
    private boolean gzip;
    private boolean longsQuoted;
    private boolean openTelemetryNames;
    private boolean formulasEscaped;

    /**
     * An export to a file or folder.
     *
     * @param format of the export
     * @param path   that does not exist: of a file; of a folder, which may also be empty, for {@link ExportFormat#CTF}
     *               and {@link ExportFormat#PARQUET}, and for {@link ExportFormat#CSV} unless its name ends with
     *               {@code .csv} or {@code .csv.gz}. A file whose name ends with {@code .gz} is compressed
     */
    public ExportContext(final ExportFormat format, final Path path) {
        this.format = Objects.requireNonNull(format);
        this.path = path;
        this.stream = null;
        this.collector = null;
        this.gzip = path.toString().endsWith(".gz");
    }

    /**
     * An export to a stream.
     *
     * @param format of the export: not {@link ExportFormat#CTF}, {@link ExportFormat#PARQUET} or {@link
     *               ExportFormat#OTLP}
     * @param stream to write to, which stays open
     */
    public ExportContext(final ExportFormat format, final OutputStream stream) {
        this.format = Objects.requireNonNull(format);
        this.path = null;
        this.stream = Objects.requireNonNull(stream);
        this.collector = null;
    }

    /**
     * An export to a collector.
     *
     * @param format    of the export: {@link ExportFormat#OTLP}
     * @param collector URL such as {@code http://localhost:4318}; without a path, logs go to {@code /v1/logs}
     */
    public ExportContext(final ExportFormat format, final URI collector) {
        this.format = Objects.requireNonNull(format);
        this.path = null;
        this.stream = null;
        this.collector = Objects.requireNonNull(collector);
    }

    /**
     * Set which events are wanted, and of what time losses and samples of counters are.
     *
     * @param newFilter default all
     * @return this
     */
    public ExportContext where(final EventFilter newFilter) {
        filter = Objects.requireNonNull(newFilter);
        return this;
    }

    /**
     * Set whether the bytes are compressed.
     *
     * @param isCompressed default whether the file's name ends with {@code .gz}; without effect for CTF and
     *                     Parquet; of OTLP, each request
     * @return this
     */
    public ExportContext gzip(final boolean isCompressed) {
        gzip = isCompressed;
        return this;
    }

    /**
     * Set whether {@link ExportFormat#JSONL} has whole numbers of 64 bits as strings, for programs that hold all
     * numbers as doubles.
     *
     * @param areStrings default false
     * @return this
     */
    public ExportContext longsAsStrings(final boolean areStrings) {
        longsQuoted = areStrings;
        return this;
    }

    /**
     * Set whether {@link ExportFormat#JSONL} has the names of OpenTelemetry's log data model, such as {@code
     * event_name}, {@code trace_id} (the activity), {@code severity_number} and {@code attributes} (the fields).
     *
     * @param areNames default false
     * @return this
     */
    public ExportContext openTelemetryNames(final boolean areNames) {
        openTelemetryNames = areNames;
        return this;
    }

    /**
     * Set whether {@link ExportFormat#CSV} has an apostrophe in front of each text that begins with {@code =}, {@code
     * +}, {@code -}, {@code @}, a tab or a carriage return: spreadsheets would take it for a formula.
     *
     * @param areEscaped default false: texts are as they were written
     * @return this
     */
    public ExportContext escapeFormulas(final boolean areEscaped) {
        formulasEscaped = areEscaped;
        return this;
    }

    /**
     * Set a header of each request to a collector, such as one for access.
     *
     * @param name  of the header; one of that name is replaced
     * @param value of the header
     * @return this
     */
    public ExportContext header(final String name, final String value) {
        headers.put(name, value);
        return this;
    }

    /**
     * Set how long a request is tried again if a collector is busy or does not answer. A longer wait that the collector
     * asks for by {@code Retry-After} ends the export.
     *
     * @param newRetryNs at least 0; default {@link #RETRY_NS}
     * @return this
     */
    public ExportContext retryFor(final long newRetryNs) {
        retryNs = newRetryNs;
        return this;
    }

    /**
     * Set what ends waiting for a collector that is busy or does not answer: the export then fails.
     *
     * @param isStopped asked often by the thread that exports; default never
     * @return this
     */
    public ExportContext stopWaitingWhen(final BooleanSupplier isStopped) {
        stopped = Objects.requireNonNull(isStopped);
        return this;
    }

    boolean areFormulasEscaped() {
        return formulasEscaped;
    }

    @Nullable
    URI collector() {
        return collector;
    }

    Map<String, String> headers() {
        return headers;
    }

    long retryNs() {
        return retryNs;
    }

    BooleanSupplier stopped() {
        return stopped;
    }

    ExportFormat format() {
        return format;
    }

    @Nullable
    Path path() {
        return path;
    }

    @Nullable
    OutputStream stream() {
        return stream;
    }

    EventFilter filter() {
        return filter;
    }

    boolean isGzip() {
        return gzip;
    }

    boolean areLongsQuoted() {
        return longsQuoted;
    }

    boolean hasOpenTelemetryNames() {
        return openTelemetryNames;
    }

    /** Whether the target is a folder. */
    boolean isFolder() {
        return switch (format) {
            case CTF, PARQUET -> true;
            case CSV -> path != null && !path.toString().endsWith(".csv") && !path.toString().endsWith(".csv.gz");
            default -> false;
        };
    }
}
