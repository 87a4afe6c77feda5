package io.ringside.bench.channel;

import io.ringside.bench.fixture.TracedProcess;
import io.ringside.write.ProviderEvent;
import io.ringside.write.ThreadWriter;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import org.agrona.concurrent.NanoClock;

/** A provider as an application has it, whose threads write by their handles. */
final class RingsideWriterEnd implements WriterEnd {
    private static final int NUMBERS = 4;

    private final WriterClock clock;
    private final TracedProcess process;

    RingsideWriterEnd(final ChannelPlan plan, final WriterClock clock) {
        this.clock = clock;
        process = TracedProcess.connectAsApplication(plan.traceDirectory(), NUMBERS);
    }

    @Override
    public Sender sender() {
        final ThreadWriter writer = process.writer();
        final ProviderEvent event = process.event();
        final NanoClock given = clock.ofThread();
        final WriteOptions options = new WriteOptions();
        return (source, length) -> WriteResult.written(clock.isRead()
                ? writer.write(event, source, 0, length)
                : writer.write(event, options.timeTicks(given.nanoTime()), source, 0, length)) > 0;
    }

    @Override
    public void close() {
        process.close();
    }
}
