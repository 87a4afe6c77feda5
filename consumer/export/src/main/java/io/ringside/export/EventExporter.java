package io.ringside.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.export.ChromeEncoder;
import io.ringside.internal.export.CsvEncoder;
import io.ringside.internal.export.CtfEncoder;
import io.ringside.internal.export.EventEncoder;
import io.ringside.internal.export.ExportTarget;
import io.ringside.internal.export.JfrEncoder;
import io.ringside.internal.export.JsonLinesEncoder;
import io.ringside.internal.export.OpenTelemetryEncoder;
import io.ringside.internal.export.OtlpEncoder;
import io.ringside.internal.export.OtlpSender;
import io.ringside.internal.export.PerfettoEncoder;
import io.ringside.internal.export.SqlEngine;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Handler of any reader that writes events and losses in the format of another program. The target gets its name only
 * when it is {@linkplain #complete complete}; an exporter that is closed before that removes everything except the
 * records that a collector has already received. Memory does not grow with the number of events. Not thread-safe.
 *
 * <pre>{@code
 * try (EventExporter exporter = EventExporter.open(
 *         new ExportContext(ExportFormat.PERFETTO, Path.of("monday.pftrace")));
 *         EventReader reader = EventReader.open(Source.recording(Path.of("/data/monday")))) {
 *     reader.readAvailable(exporter);
 *     exporter.complete();
 * }
 * }</pre>
 */
public final class EventExporter implements EventHandler, AutoCloseable {
    /** Maximum number of losses that wait for the first known time; further losses are written at once. */
    private static final int EARLY_MAX = 1 << 12;

    private final @Nullable Path path;
    private final ExportFormat format;
    private final EventFilter filter;
    private final ExportTarget target;
    private final EventEncoder encoder;
    private final Writing writing = new Writing();
    private final long[] lost = new long[LossCause.count()];
    private long events;
    private long filteredEvents;
    private long gaps;
    private long overwritten;
    private long missing;
    private long behind;
    private long counterSamples;
    private boolean failed;
    private boolean complete;
    private boolean closed;

    private EventExporter(final ExportContext context) throws IOException {
        this.path = context.path();
        this.format = context.format();
        this.filter = context.filter();
        this.target = target(context);
        boolean opened = false;
        try {
            encoder = encoder(context, target);
            opened = true;
        } finally {
            if (!opened) {
                target.discard();
            }
        }
    }

    /**
     * Open an exporter.
     *
     * @param context settings
     * @return the exporter
     * @throws RingsideException with {@link ErrorCode#ALREADY_EXISTS} if the target exists, {@link
     *                           ErrorCode#INVALID_ARGUMENT} if the format cannot be written to such a target, {@link
     *                           ErrorCode#NOT_FOUND} if it needs an artifact that is missing; or if the target cannot
     *                           be written
     */
    public static EventExporter open(final ExportContext context) {
        try {
            return new EventExporter(context);
        } catch (final IOException e) {
            throw ExportTarget.failure(context.path(), e);
        }
    }

    /**
     * Write an event, if it passes the export's filter.
     *
     * @param event valid during the call
     * @throws AgentTerminationException with a {@link RingsideException} as cause if the target cannot be written: an
     *                                   {@link io.ringside.reader.EventReader} throws it to its caller
     */
    @Override
    public void onEvent(final EventView event) {
        if (filter.accepts(event)) {
            writing.onEvent(event);
        } else {
            filteredEvents++;
        }
    }

    /**
     * Write a loss, if it lies within the time range of the export.
     *
     * @param gap valid during the call
     * @throws AgentTerminationException like {@link #onEvent}
     */
    @Override
    public void onGap(final GapView gap) {
        if (filter.accepts(gap)) {
            writing.onGap(gap);
        }
    }

    /**
     * Write a sample of a counter, if it lies within the time range of the export. Samples may come in any order,
     * before or after the events of the same time.
     *
     * @param sample of the counter
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the format {@linkplain
     *                           ExportFormat#hasCounters() has no counters}, or if the target cannot be written: close
     *                           the exporter
     */
    public void onCounter(final CounterSample sample) {
        requireCounters();
        if (filter.acceptsTime(sample.timeNs())) {
            writing.begin();
            try {
                encoder.counter(sample);
            } catch (final IOException e) {
                throw ExportTarget.failure(path, e);
            }
            failed = false;
            counterSamples++;
        }
    }

    /** {@return number of counter samples written} */
    public long counterSamples() {
        return counterSamples;
    }

    private void requireCounters() {
        if (!format.hasCounters()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "format has no counters: format=" + format
                    + ": export as PERFETTO or CHROME");
        }
    }

    /**
     * Finish the export after the last event: write the format's trailer and give the target its name.
     *
     * @throws RingsideException if the target cannot be written, or exists meanwhile: close the exporter
     */
    public void complete() {
        if (failed || closed) {
            throw new IllegalStateException("export has failed or is closed: path=" + path);
        }
        if (!complete) {
            // An end that failed, for whatever reason, cannot be written again.
            failed = true;
            try {
                writing.writeEarly();
                encoder.end();
                target.publish();
            } catch (final IOException e) {
                throw ExportTarget.failure(path, e);
            }
            failed = false;
            complete = true;
        }
    }

    /** {@return whether the target is complete} */
    public boolean isComplete() {
        return complete;
    }

    /** {@return number of events written} */
    public long events() {
        return events;
    }

    /** {@return number of events that the filter rejected} */
    public long filteredEvents() {
        return filteredEvents;
    }

    /** {@return number of gaps written} */
    public long gaps() {
        return gaps;
    }

    /** {@return number of lost events in the gaps written} */
    public long lostEvents() {
        long sum = 0;
        for (final long count : lost) {
            sum += count;
        }
        return sum;
    }

    /**
     * Lost events in the gaps written, for one cause.
     *
     * @param cause of the loss
     * @return at least 0
     */
    public long lostEvents(final LossCause cause) {
        return lost[cause.code()];
    }

    /** {@return number of events in the gaps written that newer events overwrote; they do not count as lost} */
    public long overwrittenEvents() {
        return overwritten;
    }

    /** {@return number of events in the gaps written that are missing from recordings: see {@link GapView#missing}} */
    public long missingEvents() {
        return missing;
    }

    /**
     * {@return number of events in the gaps written that were overwritten before a peek saw them:
     * see {@link GapView#behind}}
     */
    public long behindEvents() {
        return behind;
    }

    /** {@return number of log records, for events and losses, that a collector has accepted} */
    public long sentRecords() {
        return encoder.sent();
    }

    /**
     * {@return number of log records that a collector has not received, or has not acknowledged} They wait for {@link
     * #flush} or {@link #complete}; if the exporter has failed or is closed, the collector never receives them.
     */
    public long unsentRecords() {
        return encoder.unsent();
    }

    /** {@return number of log records, for events and losses, that a collector has rejected and does not hold} */
    public long rejectedRecords() {
        return encoder.rejected();
    }

    /** {@return why a collector has rejected records, or the collector's warning; empty if there is neither} */
    public String rejection() {
        return encoder.rejection();
    }

    /**
     * Send the records that wait for a fuller request, so that a collector has everything written until now. Without
     * effect for all other formats.
     *
     * @throws RingsideException if the target cannot be written: close the exporter
     */
    public void flush() {
        writing.begin();
        try {
            encoder.flush();
        } catch (final IOException e) {
            throw ExportTarget.failure(path, e);
        }
        failed = false;
    }

    /**
     * {@return number of bytes of the complete target, or of those sent; 0 for a stream}
     *
     * @throws RingsideException if the bytes cannot be counted
     */
    public long bytes() {
        try {
            return complete ? target.bytes() + encoder.sentBytes() : 0;
        } catch (final IOException e) {
            throw ExportTarget.failure(path, e);
        }
    }

    /** Close the exporter; the target of an incomplete export is removed. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                encoder.close();
            } finally {
                if (!complete) {
                    target.discard();
                }
            }
        }
    }

    private static ExportTarget target(final ExportContext context) throws IOException {
        final Path named = context.path();
        if ((context.format() == ExportFormat.OTLP) != (context.collector() != null)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "format does not go to such a target: format="
                    + context.format() + (context.collector() == null
                            ? ": give the URL of a collector, such as http://localhost:4318"
                            : ": give a file or folder"));
        }
        if (context.collector() != null) {
            return ExportTarget.elsewhere();
        }
        if (named == null) {
            if (context.isFolder() || context.stream() == null) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "format needs a folder: format="
                        + context.format() + ": name one");
            }
            return ExportTarget.stream(context.stream(), context.isGzip());
        }
        return context.isFolder()
                ? ExportTarget.folder(named)
                : ExportTarget.file(named, context.isGzip());
    }

    private static EventEncoder encoder(final ExportContext context, final ExportTarget target) throws IOException {
        final boolean awaited = context.path() == null && !context.isGzip();
        return switch (context.format()) {
            case JSONL -> context.hasOpenTelemetryNames()
                    ? new OpenTelemetryEncoder(target.stream(), context.areLongsQuoted(), awaited)
                    : new JsonLinesEncoder(target.stream(), context.areLongsQuoted(), awaited);
            case CSV -> context.isFolder()
                    ? CsvEncoder.folder(target.folder(), context.isGzip(), context.areFormulasEscaped())
                    : CsvEncoder.file(target.stream(), context.areFormulasEscaped());
            case CHROME -> new ChromeEncoder(target.stream());
            case CTF -> new CtfEncoder(target.folder());
            case JFR -> new JfrEncoder(target.stream());
            case PERFETTO -> new PerfettoEncoder(target.stream());
            case PARQUET -> SqlEngine.find().parquet(target.folder());
            case OTLP -> new OtlpEncoder(new OtlpSender(Objects.requireNonNull(context.collector()),
                    context.headers(), context.isGzip(), context.retryNs(), context.stopped()));
        };
    }

    /** Counts, and ends the export at any exception of an encoder, because no format allows half an event. */
    private final class Writing implements EventHandler {
        /** Losses of unknown time before the first known time: formats would show them in 1970. */
        private final List<GapView> early = new ArrayList<>();
        private @Nullable Long timeNs;

        @Override
        public void onEvent(final EventView event) {
            try {
                begin();
                setTime(event.timeNs());
                encoder.event(event);
                events++;
                encoder.flushFull();
                failed = false;
            } catch (final IOException | RuntimeException e) {
                throw failure(e);
            }
        }

        @Override
        public void onGap(final GapView gap) {
            try {
                final Long gapNs = gap.fromTimeNs() == null ? gap.toTimeNs() : gap.fromTimeNs();
                begin();
                if (gapNs != null) {
                    setTime(gapNs);
                }
                if (timeNs == null && early.size() < EARLY_MAX) {
                    early.add(gap.copy());
                } else {
                    encoder.gap(gap, timeNs == null ? 0 : timeNs);
                }
                gaps++;
                overwritten += gap.overwritten();
                missing += gap.missing();
                behind += gap.behind();
                for (final LossCause cause : LossCause.values()) {
                    lost[cause.code()] += gap.count(cause);
                }
                encoder.flushFull();
                failed = false;
            } catch (final IOException | RuntimeException e) {
                throw failure(e);
            }
        }

        private void setTime(final long ns) throws IOException {
            timeNs = ns;
            if (!early.isEmpty()) {
                writeEarly();
            }
        }

        /** Writes the early losses at the first known time, or at time 0 if there is none. */
        private void writeEarly() throws IOException {
            for (final GapView gap : early) {
                encoder.gap(gap, timeNs == null ? 0 : timeNs);
            }
            early.clear();
        }

        /** Marks the export as failed until the call has succeeded, so that errors of the JVM end it too. */
        private void begin() {
            if (failed || complete || closed) {
                throw new RingsideException(ErrorCode.UNEXPECTED,
                        "export has ended: path=" + path + ": open another one");
            }
            failed = true;
        }

        private AgentTerminationException failure(final Exception e) {
            if (e instanceof final IOException failure) {
                return new AgentTerminationException(ExportTarget.failure(path, failure));
            }
            return new AgentTerminationException(e instanceof RingsideException
                    ? e
                    : new RingsideException(ErrorCode.UNEXPECTED,
                            "event cannot be exported: path=" + path + ", reason=" + e + ": please report it", e));
        }
    }
}
