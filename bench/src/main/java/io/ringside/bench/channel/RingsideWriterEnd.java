package io.ringside.bench.channel;

import io.ringside.bench.fixture.TracedProcess;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.TraceEvent;
import io.ringside.transport.write.WriteResult;

/** A provider as an application has it, whose threads write by their handles. */
final class RingsideWriterEnd implements WriterEnd {
    private static final int NUMBERS = 4;

    private final TracedProcess process;

    RingsideWriterEnd(final ChannelPlan plan) {
        process = TracedProcess.connectAsApplication(plan.traceDirectory(), NUMBERS);
    }

    @Override
    public Sender sender() {
        final ThreadWriter writer = process.writer();
        final TraceEvent event = process.event();
        return (source, length) -> WriteResult.written(writer.write(event, source, 0, length)) > 0;
    }

    @Override
    public void close() {
        process.close();
    }
}
