package io.ringside.export;

import io.ringside.internal.reader.TimeWindow;
import io.ringside.reader.EventFilter;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an {@link EventExporter}: format and target, and what has a default. For one thread; not to be changed
 * after the exporter is opened.
 *
 * <pre>{@code
 * new ExportContext(ExportFormat.PERFETTO, Path.of("monday.pftrace"))
 *         .sources(Source.recording(Path.of("/data/monday")))
 * }</pre>
 */
public final class ExportContext {
    private final ExportFormat format;
    private final @Nullable Path path;
    private final @Nullable OutputStream stream;
    private List<Source> sources = List.of();
    private ReaderContext reader = new ReaderContext();
    private @Nullable EventFilter filter;
    private TimeWindow window = TimeWindow.ALWAYS;
    private boolean gzip;
    private boolean longsQuoted;

    /**
     * An export to a file or folder.
     *
     * @param format of the export
     * @param path   that does not exist: of a file; of a folder, which may also be empty, for {@link ExportFormat#CTF},
     *               and for {@link ExportFormat#CSV} unless its name ends with {@code .csv} or {@code .csv.gz}. A file
     *               whose name ends with {@code .gz} is compressed
     */
    public ExportContext(final ExportFormat format, final Path path) {
        this.format = Objects.requireNonNull(format);
        this.path = path;
        this.stream = null;
        this.gzip = path.toString().endsWith(".gz");
    }

    /**
     * An export to a stream.
     *
     * @param format of the export, not {@link ExportFormat#CTF}
     * @param stream to write to, which stays open
     */
    public ExportContext(final ExportFormat format, final OutputStream stream) {
        this.format = Objects.requireNonNull(format);
        this.path = null;
        this.stream = Objects.requireNonNull(stream);
    }

    /**
     * Set what {@link EventExporter#doWork} reads: by default nothing, as the exporter is a handler for any reader.
     *
     * @param newSources at most {@link io.ringside.reader.EventReader#SOURCES_MAX}
     * @return this
     */
    public ExportContext sources(final Source... newSources) {
        sources = List.of(newSources);
        return this;
    }

    /**
     * Set how sources are read.
     *
     * @param newReader settings of the reader
     * @return this
     */
    public ExportContext reader(final ReaderContext newReader) {
        reader = Objects.requireNonNull(newReader);
        return this;
    }

    /**
     * Set which events are wanted.
     *
     * @param newFilter default all
     * @return this
     */
    public ExportContext where(final EventFilter newFilter) {
        filter = Objects.requireNonNull(newFilter);
        return this;
    }

    /**
     * Set the time of wanted events and losses, both ends included.
     *
     * @param sinceNs in nanoseconds since 1970; default the first
     * @param untilNs in nanoseconds since 1970, at least {@code sinceNs}; default the last
     * @return this
     */
    public ExportContext window(final long sinceNs, final long untilNs) {
        window = new TimeWindow(sinceNs, untilNs);
        return this;
    }

    /**
     * Set whether the bytes are compressed.
     *
     * @param isCompressed default whether the file's name ends with {@code .gz}; without effect for CTF
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

    List<Source> sources() {
        return sources;
    }

    ReaderContext reader() {
        return reader;
    }

    @Nullable
    EventFilter filter() {
        return filter;
    }

    TimeWindow window() {
        return window;
    }

    boolean isGzip() {
        return gzip;
    }

    boolean areLongsQuoted() {
        return longsQuoted;
    }

    /** Whether the target is a folder. */
    boolean isFolder() {
        return format == ExportFormat.CTF || (format == ExportFormat.CSV && path != null
                && !path.toString().endsWith(".csv") && !path.toString().endsWith(".csv.gz"));
    }
}
