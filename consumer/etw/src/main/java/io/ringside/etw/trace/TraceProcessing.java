package io.ringside.etw.trace;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecordingSummary;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** One call that processes traces. Used by the calling thread. */
final class TraceProcessing {
    private final List<Trace> traces;
    private final List<TraceDelivery> deliveries = new ArrayList<>();
    private final IdleStrategy idleStrategy;

    private TraceProcessing(final List<Trace> traces, final EventFilter window, final long untilNs) {
        this.traces = traces;
        traces.forEach(trace -> deliveries.add(new TraceDelivery(trace.context(), window, untilNs)));
        this.idleStrategy = traces.get(0).context().idleStrategy();
    }

    static TraceStatus process(final List<Trace> traces, final long sinceNs, final long untilNs) {
        if (traces.isEmpty() || traces.size() > Trace.TRACES_MAX) {
            return TraceStatus.BAD_LENGTH;
        }
        if (traces.size() > 1 && traces.stream().anyMatch(Trace::isRealTime)) {
            return TraceStatus.INVALID_PARAMETER;
        }
        if (untilNs < sinceNs) {
            return TraceStatus.INVALID_TIME;
        }
        final List<Trace> begun = new ArrayList<>();
        for (final Trace trace : traces) {
            if (!trace.begin()) {
                begun.forEach(Trace::undoBegin);
                return TraceStatus.INVALID_HANDLE;
            }
            begun.add(trace);
        }
        try {
            final TraceProcessing processing = new TraceProcessing(traces,
                    EventFilter.all().during(sinceNs, untilNs), untilNs);
            return traces.get(0).isRealTime() ? processing.session() : processing.recordings();
        } finally {
            traces.forEach(Trace::end);
        }
    }

    private TraceStatus session() {
        final TraceContext context = traces.get(0).context();
        final TraceDelivery delivery = deliveries.get(0);
        final TraceDirectory directory = context.traceDirectory();
        final String name = Objects.requireNonNull(context.loggerName());
        final EventReader opened;
        try {
            opened = EventReader.open(readerContext(context).directory(directory.path()),
                    source(SourceSettings.session(name), context, delivery));
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return TraceStatus.WMI_INSTANCE_NOT_FOUND;
            }
            throw e;
        }
        try (EventReader reader = opened) {
            final Optional<SessionRow> found = new RowStore(directory, new FileMaker(Incarnation.random())).snapshot()
                    .session(name);
            if (found.isEmpty()) {
                return TraceStatus.WMI_INSTANCE_NOT_FOUND;
            }
            final SessionRow row = found.get();
            final long ownShiftNs = ProcessIdentity.ofThisProcess(Incarnation.random()).host().monotonicShiftNs();
            delivery.begin(new TraceRecords(row.id(), row.start(), ownShiftNs),
                    header(directory, row, ownShiftNs), 0);
            return take(reader, delivery);
        }
    }

    private static TraceHeader header(final TraceDirectory directory, final SessionRow row, final long ownShiftNs) {
        // The drain reports unusable files.
        final MappedLedgers books = new MappedLedgers(directory, new FileMaker(Incarnation.random()), SinkReader.NONE,
                (path, reason) -> {});
        return TraceHeader.of(row, ownShiftNs, books.read(row).totals().lost());
    }

    private TraceStatus take(final EventReader reader, final TraceDelivery delivery) {
        TraceStatus status = early();
        boolean closing = false;
        long closeTicks = Long.MAX_VALUE;
        while (status == null) {
            if (!closing && isClosing()) {
                closing = true;
                closeTicks = traces.get(0).context().clock().nanoTime();
                reader.scanSoon();
            }
            final int work = reader.poll(delivery);
            status = early();
            if (status == null && (reader.isDone() || delivery.isBehindWindow(reader.mergedNs())
                    || (closing && isBehind(closeTicks, reader, delivery)))) {
                status = TraceStatus.SUCCESS;
            }
            if (status == null) {
                idleStrategy.idle(work);
            }
        }
        return status;
    }

    /** {@return whether everything written until a moment has been read, given that events come in order of time} */
    private static boolean isBehind(final long ticks, final EventReader reader, final TraceDelivery delivery) {
        return delivery.newestTicks() > ticks || (reader.isEmpty() && !reader.holdsBack());
    }

    private TraceStatus recordings() {
        final Source[] sources = new Source[traces.size()];
        for (int i = 0; i < sources.length; i++) {
            final TraceContext context = traces.get(i).context();
            sources[i] = source(SourceSettings.recording(Objects.requireNonNull(context.logFile())), context,
                    deliveries.get(i));
        }
        try (EventReader reader = EventReader.open(
                readerContext(traces.get(0).context()).eventsPerCycle(Integer.MAX_VALUE), sources)) {
            for (int i = 0; i < traces.size(); i++) {
                begin(traces.get(i), deliveries.get(i));
            }
            try {
                return read(reader);
            } catch (final RingsideException e) {
                // Events before the damage may still wait for older ones.
                reader.deliverRest(deliveries.get(0));
                throw e;
            }
        }
    }

    private static ReaderContext readerContext(final TraceContext context) {
        final ReaderContext settings = new ReaderContext().clock(context.clock());
        return context.libraryThread() == null ? settings : settings.libraryThread(context.libraryThread());
    }

    /** Each trace receives its own events, independent of the handler passed to poll. */
    private static Source source(final SourceSettings source, final TraceContext context,
            final TraceDelivery delivery) {
        return source.handler(delivery)
                .bufferHandler(delivery::onBuffer)
                .errorHandler(context.errorHandler());
    }

    private static void begin(final Trace trace, final TraceDelivery delivery) {
        final RecordingSummary recording = Objects.requireNonNull(trace.recorded());
        final RecordedSession session = recording.session();
        delivery.begin(new TraceRecords(session.id(), session.start(), session.ownShiftNs()),
                Objects.requireNonNull(trace.header()), recording.discardedInGaps());
    }

    private TraceStatus read(final EventReader reader) {
        TraceStatus status = early();
        while (status == null) {
            final boolean closing = isClosing();
            final int work = closing ? 0 : reader.poll(deliveries.get(0));
            status = early();
            if (status == null && (closing || reader.hasCaughtUp() || areBehindWindow(reader.mergedNs()))) {
                reader.deliverRest(deliveries.get(0));
                status = Objects.requireNonNullElse(early(), TraceStatus.SUCCESS);
            } else if (status == null) {
                idleStrategy.idle(work);
            }
        }
        return status;
    }

    private boolean areBehindWindow(final long mergedNs) {
        return deliveries.stream().allMatch(delivery -> delivery.isBehindWindow(mergedNs));
    }

    private boolean isClosing() {
        return traces.stream().anyMatch(Trace::isClosing);
    }

    /** {@return the reason to end processing early; null to continue} */
    private @Nullable TraceStatus early() {
        for (final TraceDelivery delivery : deliveries) {
            if (delivery.status() != null) {
                return delivery.status();
            }
        }
        return Thread.currentThread().isInterrupted() ? TraceStatus.CANCELLED : null;
    }
}
