package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.schema.TextFields;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.schema.EventSchema;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The consumer of the demo: counts the events and gaps of the session until the session ends. Not thread-safe. */
final class DemoConsumer implements EventHandler {
    private static final long REPORT_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long START_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final ParentLink parent;
    private final TextFields fields = new TextFields();
    private final StringBuilder sample = new StringBuilder();
    private boolean sampleTaken;
    private long events;
    private long lost;

    private DemoConsumer(final ParentLink parent) {
        this.parent = parent;
    }

    static void run(final TraceDirectory directory, final String session, final ParentLink parent) {
        final DemoConsumer handler = new DemoConsumer(parent);
        try (EventReader reader = open(new ReaderContext().directory(directory.path()), Source.session(session))) {
            handler.consume(reader);
        }
        handler.report(DemoReport.Kind.FINAL);
    }

    @Override
    public void onEvent(final EventView event) {
        events++;
        final EventSchema schema = event.schema();
        if (!sampleTaken && schema != null) {
            sampleTaken = true;
            sample.setLength(0);
            sample.append(schema.name()).append(' ');
            fields.append(sample, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        }
    }

    @Override
    public void onGap(final GapView gap) {
        lost += gap.total();
    }

    /** Opens a reader, retrying until the controller has started the session. */
    private static EventReader open(final ReaderContext context, final Source source) {
        final long deadlineNs = System.nanoTime() + START_TIMEOUT_NS;
        while (true) {
            try {
                return EventReader.open(context, source);
            } catch (final RingsideException e) {
                if (e.code() != ErrorCode.NOT_FOUND || System.nanoTime() - deadlineNs >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(REPORT_NS);
            }
        }
    }

    private void consume(final EventReader reader) {
        report(DemoReport.Kind.PROGRESS);
        long reportedNs = System.nanoTime();
        while (!reader.isDone()) {
            if (parent.isPaused() || reader.poll(this) == 0) {
                LockSupport.parkNanos(IDLE_NS);
            }
            if (System.nanoTime() - reportedNs >= REPORT_NS) {
                report(DemoReport.Kind.PROGRESS);
                reportedNs = System.nanoTime();
            }
        }
    }

    private void report(final DemoReport.Kind kind) {
        parent.report(kind, sample.toString(), events, lost);
        sampleTaken = false;
    }
}
