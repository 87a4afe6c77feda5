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
 * Settings of an {@link EventExporter}: format, target and options with defaults. Not thread-safe. Settings must not
 * change after the exporter is opened.
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
     * Creates the settings of an export to a file or folder.
     *
     * @param format of the export
     * @param path   of a file that does not exist, or of a folder that does not exist or is empty for {@link
     *               ExportFormat#CTF}, {@link ExportFormat#PARQUET}, and {@link ExportFormat#CSV} unless the name ends
     *               with {@code .csv} or {@code .csv.gz}. A file whose name ends with {@code .gz} is compressed
     */
    public ExportContext(final ExportFormat format, final Path path) {
        this.format = Objects.requireNonNull(format);
        this.path = path;
        this.stream = null;
        this.collector = null;
        this.gzip = path.toString().endsWith(".gz");
    }

    /**
     * Creates the settings of an export to a stream.
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
     * Creates the settings of an export to a collector.
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
     * Set the filter for events, whose time range applies to losses and counter samples too.
     *
     * @param newFilter filter; default all events
     * @return this
     */
    public ExportContext where(final EventFilter newFilter) {
        filter = Objects.requireNonNull(newFilter);
        return this;
    }

    /**
     * Set whether the bytes are compressed.
     *
     * @param isCompressed default whether the file's name ends with {@code .gz}; without effect for CTF and Parquet;
     *                     for OTLP, each request is compressed
     * @return this
     */
    public ExportContext gzip(final boolean isCompressed) {
        gzip = isCompressed;
        return this;
    }

    /**
     * Set whether {@link ExportFormat#JSONL} writes 64-bit integers as strings, for programs that hold all numbers as
     * doubles.
     *
     * @param areStrings default false
     * @return this
     */
    public ExportContext longsAsStrings(final boolean areStrings) {
        longsQuoted = areStrings;
        return this;
    }

    /**
     * Set whether {@link ExportFormat#JSONL} uses the names of OpenTelemetry's log data model, such as {@code
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
     * Set whether {@link ExportFormat#CSV} puts an apostrophe in front of each text that begins with {@code =}, {@code
     * +}, {@code -}, {@code @}, a tab or a carriage return, because spreadsheets would take such a text for a formula.
     *
     * @param areEscaped default false: texts are written unchanged
     * @return this
     */
    public ExportContext escapeFormulas(final boolean areEscaped) {
        formulasEscaped = areEscaped;
        return this;
    }

    /**
     * Set a header of each request to a collector, such as an access token.
     *
     * @param name  of the header; a header of the same name is replaced
     * @param value of the header
     * @return this
     */
    public ExportContext header(final String name, final String value) {
        headers.put(name, value);
        return this;
    }

    /**
     * Set how long a request is retried if a collector is busy or does not answer. If {@code Retry-After} asks for a
     * longer wait, the export ends.
     *
     * @param newRetryNs at least 0; default {@link #RETRY_NS}
     * @return this
     */
    public ExportContext retryFor(final long newRetryNs) {
        retryNs = newRetryNs;
        return this;
    }

    /**
     * Set a condition that ends waiting for a collector that is busy or does not answer: the export then fails.
     *
     * @param isStopped called often by the exporting thread; default never true
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

    /** {@return whether the target is a folder} */
    boolean isFolder() {
        return switch (format) {
            case CTF, PARQUET -> true;
            case CSV -> path != null && !path.toString().endsWith(".csv") && !path.toString().endsWith(".csv.gz");
            default -> false;
        };
    }
}
