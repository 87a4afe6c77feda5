package io.ringside.bench.channel;

import io.ringside.bench.fixture.TracedProcess;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.reader.ConsumerContext;
import io.ringside.reader.SessionConsumer;
import io.ringside.write.ProviderEvent;
import io.ringside.write.ThreadWriter;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import org.agrona.concurrent.NanoClock;

/** A channel through a session, whose consumer does not merge lanes. */
final class RingsideChannel {
    private RingsideChannel() {}

    /** A live consumer, which takes lane by lane. */
    static final class Reader implements ReaderEnd {
        private final SessionConsumer consumer;

        Reader(final ChannelPlan plan, final Receiver receiver) {
            consumer = SessionConsumer.open(new ConsumerContext(TraceDirectory.open(plan.traceDirectory()),
                    ChannelHost.SESSION, event -> receiver.onMessage(event.timeTicks(), event.buffer(),
                            event.payloadOffset(), event.payloadLength()))
                    .merged(false)
                    .errorHandler(failure -> {
                        throw new IllegalStateException("a consumer of the bench has failed", failure);
                    }));
        }

        @Override
        public int poll() {
            return consumer.doWork();
        }

        @Override
        public void close() {
            consumer.close();
        }
    }

    /** A provider as an application has it, whose threads write by their handles. */
    static final class Writer implements WriterEnd {
        private static final int NUMBERS = 4;

        private final WriterClock clock;
        private final TracedProcess process;

        Writer(final ChannelPlan plan, final WriterClock clock) {
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
}
