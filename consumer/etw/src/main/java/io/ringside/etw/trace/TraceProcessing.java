package io.ringside.etw.trace;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.SessionBooks;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.reader.ConsumerContext;
import io.ringside.reader.RecordingConsumer;
import io.ringside.reader.RecordingContext;
import io.ringside.reader.SessionConsumer;
import io.ringside.reader.TimeWindow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** One call that processes traces. For the calling thread. */
final class TraceProcessing {
    private final List<Trace> traces;
    private final List<TraceDelivery> deliveries = new ArrayList<>();
    private final IdleStrategy idleStrategy;

    private TraceProcessing(final List<Trace> traces, final TimeWindow window) {
        this.traces = traces;
        traces.forEach(trace -> deliveries.add(new TraceDelivery(trace.context(), window)));
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
            final TraceProcessing processing = new TraceProcessing(traces, new TimeWindow(sinceNs, untilNs));
            return traces.get(0).isRealTime() ? processing.session() : processing.recordings();
        } finally {
            traces.forEach(Trace::end);
        }
    }

    private TraceStatus session() {
        final TraceContext context = traces.get(0).context();
        final TraceDelivery delivery = deliveries.get(0);
        final TraceDirectory directory = Objects.requireNonNull(context.directory());
        final ConsumerContext settings = new ConsumerContext(directory,
                Objects.requireNonNull(context.loggerName()), delivery)
                .bufferHandler(delivery::onBuffer)
                .rawTimestamps(context.rawTimestamps())
                .errorHandler(context.errorHandler())
                .clock(context.clock());
        if (context.libraryThread() != null) {
            settings.libraryThread(context.libraryThread());
        }
        if (context.userContext() != null) {
            settings.userContext(context.userContext());
        }
        final SessionConsumer opened;
        try {
            opened = SessionConsumer.open(settings);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return TraceStatus.WMI_INSTANCE_NOT_FOUND;
            }
            throw e;
        }
        try (SessionConsumer consumer = opened) {
            final SessionRow row = consumer.session();
            final long ownShiftNs = consumer.ownShiftNs();
            delivery.begin(new TraceRecords(context, row.id(), row.slot(), row.start(), ownShiftNs),
                    header(directory, row, ownShiftNs));
            return take(consumer, delivery);
        }
    }

    private static TraceHeader header(final TraceDirectory directory, final SessionRow row, final long ownShiftNs) {
        // The drain tells of files that cannot be used.
        final SessionBooks books = new SessionBooks(directory, new FileMaker(Incarnation.random()), SinkReader.NONE,
                (path, reason) -> {});
        return TraceHeader.of(row, ownShiftNs, books.read(row).totals().lost());
    }

    private TraceStatus take(final SessionConsumer consumer, final TraceDelivery delivery) {
        TraceStatus status = early();
        boolean closing = false;
        long closeTicks = Long.MAX_VALUE;
        while (status == null) {
            if (!closing && isClosing()) {
                closing = true;
                closeTicks = traces.get(0).context().clock().nanoTime();
                consumer.scanSoon();
            }
            final int work = consumer.doWork();
            status = early();
            if (status == null && (consumer.hasEnded() || delivery.isBehindWindow(consumer.mergedNs())
                    || (closing && isBehind(closeTicks, consumer, delivery)))) {
                status = TraceStatus.SUCCESS;
            }
            if (status == null) {
                idleStrategy.idle(work);
            }
        }
        return status;
    }

    /** Whether everything came that was written up to a moment: events come in the order of their times. */
    private static boolean isBehind(final long ticks, final SessionConsumer consumer, final TraceDelivery delivery) {
        return delivery.newestTicks() > ticks || (consumer.isEmpty() && !consumer.holdsBack());
    }

    private TraceStatus recordings() {
        final List<RecordingContext> settings = new ArrayList<>();
        for (int i = 0; i < traces.size(); i++) {
            settings.add(settings(traces.get(i).context(), deliveries.get(i)));
        }
        try (RecordingConsumer consumer = RecordingConsumer.openMerged(settings)) {
            for (int i = 0; i < traces.size(); i++) {
                begin(traces.get(i), deliveries.get(i));
            }
            try {
                return read(consumer);
            } catch (final RingsideException e) {
                // What was read before the damage and waits for older events.
                consumer.deliverRest();
                throw e;
            }
        }
    }

    private static RecordingContext settings(final TraceContext context, final TraceDelivery delivery) {
        final Path folder = Objects.requireNonNull(context.logFile());
        final RecordingContext settings = new RecordingContext(folder, delivery)
                .bufferHandler(delivery::onBuffer)
                .rawTimestamps(context.rawTimestamps())
                .errorHandler(context.errorHandler())
                .clock(context.clock());
        return context.userContext() == null ? settings : settings.userContext(context.userContext());
    }

    private static void begin(final Trace trace, final TraceDelivery delivery) {
        final var recorded = Objects.requireNonNull(trace.recorded());
        delivery.begin(new TraceRecords(trace.context(), recorded.id(), recorded.slot(), recorded.start(),
                recorded.ownShiftNs()),
                trace.header().orElseThrow());
    }

    private TraceStatus read(final RecordingConsumer consumer) {
        TraceStatus status = early();
        while (status == null) {
            final boolean closing = isClosing();
            final int work = closing ? 0 : consumer.doWork();
            status = early();
            if (status == null && (closing || consumer.isAtEnd() || areBehindWindow(consumer.mergedNs()))) {
                consumer.deliverRest();
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

    /** Why processing is to end before its end; null if it is not. */
    private @Nullable TraceStatus early() {
        for (final TraceDelivery delivery : deliveries) {
            if (delivery.status() != null) {
                return delivery.status();
            }
        }
        return Thread.currentThread().isInterrupted() ? TraceStatus.CANCELLED : null;
    }
}
