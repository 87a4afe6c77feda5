package io.ringside.bench.channel;

import io.ringside.bench.fixture.TracedProcess;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import org.agrona.concurrent.NanoClock;

/** Channel through a session, whose reader does not merge lanes. */
final class RingsideChannel {
    private RingsideChannel() {}

    /** Live reader that reads lane by lane. */
    static final class Reader implements ReaderEnd {
        private final EventReader reader;
        private final EventHandler handler;

        Reader(final ChannelPlan plan, final Receiver receiver) {
            handler = event -> receiver.onMessage(event.timeTicks(), event.buffer(), event.payloadOffset(),
                    event.payloadLength());
            final ReaderContext context = new ReaderContext().directory(plan.traceDirectory()).merged(false)
                    .errorHandler(failure -> {
                        throw new IllegalStateException("a reader of the bench has failed", failure);
                    });
            reader = EventReader.open(context, Source.session(ChannelHost.SESSION));
        }

        @Override
        public int poll() {
            return reader.poll(handler);
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    /** Provider as in an application, whose threads write through their handles. */
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
            process.takeLanes();
            final ProviderEvent event = process.event();
            final NanoClock given = clock.ofThread();
            final WriteOptions options = new WriteOptions();
            return (source, length) -> WriteResult.written(clock.isRead()
                    ? event.write(source, 0, length)
                    : event.write(options.timeTicks(given.nanoTime()), source, 0, length)) > 0;
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
