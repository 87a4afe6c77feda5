package io.ringside.reader;

import io.ringside.etw.trace.Trace;
import io.ringside.etw.trace.TraceContext;
import io.ringside.etw.trace.TraceEvents;
import io.ringside.etw.trace.TraceStatus;
import java.io.PrintStream;
import java.nio.file.Path;

/** The example of the page {@code docs/reading.md}. */
final class RecordingPrinter {
    private RecordingPrinter() {}

    static TraceStatus print(final Path folder, final PrintStream out) {
        final TraceContext context = new TraceContext(event -> {
            if (!TraceEvents.EVENT_TRACE_ID.equals(event.providerId())) {
                out.println(event.providerName() + "/" + event.eventName() + " at " + event.timeNs());
            }
        }).recording(folder).bufferCallback(buffer -> buffer.buffersRead() < 1_000);
        try (Trace trace = Trace.open(context)) {
            if (trace.header() != null) {
                out.println(trace.header().loggerName() + " lost " + trace.header().eventsLost());
            }
            return trace.process();
        }
    }
}
